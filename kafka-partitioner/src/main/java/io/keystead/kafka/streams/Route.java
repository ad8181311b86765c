package io.keystead.kafka.streams;

import io.keystead.avro.AvroKeys;
import io.keystead.hrw.Placement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A placement with its answers in the form that Streams wants, each made once, so that none is made for a record.
 * Immutable and thread-safe.
 */
final class Route {
    private final Placement placement;
    /** By the placement's index. */
    private final List<Optional<Set<Integer>>> answers;

    private final @Nullable AvroKeys avroKeys;

    /** @param avroKeys makes the bytes of keys, or null where they are hashed as they stand */
    Route(Placement placement, @Nullable AvroKeys avroKeys) {
        this.placement = placement;
        this.avroKeys = avroKeys;
        this.answers = placement.active().stream()
                .map(candidate -> Optional.of(Set.of(Integer.valueOf(candidate.id()))))
                .collect(Collectors.toUnmodifiableList());
    }

    /**
     * The owner of a key.
     *
     * @param key the object that decides, in a window the one inside
     * @param bytes the same serialized
     * @param headers as the serializer left them
     * @throws io.keystead.avro.AvroKeyException if the key has no bytes to place it by
     */
    Optional<Set<Integer>> owner(@Nullable Object key, byte[] bytes, Headers headers) {
        AvroKeys encoding = avroKeys;
        return answers.get(
                placement.owner(encoding == null ? bytes : encoding.ofRecord(key, bytes, name -> last(headers, name))));
    }

    private static byte @Nullable [] last(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : header.value();
    }
}
