package io.keystead.kafka.streams;

import io.keystead.avro.AvroKeyException;
import io.keystead.kafka.topology.OneLine;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * A partitioner of Kafka Streams by rendezvous hashing: a record or a query goes to the owner of its key's serialized
 * bytes among the partitions that the topic has.
 *
 * <p>Made by {@link HrwStreams}, whose partitioners share their topologies; the value decides nothing. The serializer sees
 * the record's topic and a copy of its headers, so that one that adds headers adds them once; before 4.4 Streams shows
 * a partitioner no headers, and the serializer sees none. A key whose bytes are null has no owner and is left to the
 * producer's own partitioner; an empty key has one.
 *
 * <p>A topic that lacks a partition which the properties name is refused by an {@link
 * org.apache.kafka.common.errors.InvalidConfigurationException} in one line, which Streams treats as any failure of
 * processing.
 *
 * <p>With {@code keystead.key.encoding=avro-canonical} the logical Avro key decides, from its object where that is one of Avro
 * ({@link io.keystead.avro.AvroKeys}); one that does not fit the key schema is refused by an {@link InvalidRecordException}.
 *
 * <p>Works on Streams 3.x and 4.x. Thread-safe where its serializer is; no lock, and of its own nothing is allocated for
 * a record but the copied headers.
 */
public final class HrwStreamPartitioner<K extends @Nullable Object, V extends @Nullable Object>
        implements StreamPartitioner<K, V> {
    /** What of a key decides, as bytes. */
    interface KeyBytes<K extends @Nullable Object> {
        byte @Nullable [] of(String topic, Headers headers, @Nullable K key);
    }

    private final Routes routes;
    private final Function<? super K, ? extends @Nullable Object> inner;
    private final KeyBytes<K> keyBytes;

    /**
     * @param inner what of a key decides, as an object
     * @param keyBytes the same serialized
     */
    HrwStreamPartitioner(Routes routes, Function<? super K, ? extends @Nullable Object> inner, KeyBytes<K> keyBytes) {
        this.routes = routes;
        this.inner = inner;
        this.keyBytes = keyBytes;
    }

    /** The owner as Streams from 4.4 on asks for it; empty for a key without bytes. */
    @Override
    public Optional<Set<Integer>> partitions(
            String topic, @Nullable K key, @Nullable V value, Headers headers, int numPartitions) {
        return owner(topic, key, new RecordHeaders(headers), numPartitions);
    }

    /** The owner as Streams from 3.4 to 4.3 asks for it; empty for a key without bytes. */
    @Override
    @SuppressWarnings("removal") // To be removed some day after 4.4, and all that there is before it.
    public Optional<Set<Integer>> partitions(String topic, @Nullable K key, @Nullable V value, int numPartitions) {
        return owner(topic, key, new RecordHeaders(), numPartitions);
    }

    /** The owner as Streams up to 3.3 asks for it; null for a key without bytes. Streams from 4.0 on has no such method. */
    public @Nullable Integer partition(String topic, @Nullable K key, @Nullable V value, int numPartitions) {
        return partitions(topic, key, value, numPartitions)
                .map(owners -> owners.iterator().next())
                .orElse(null);
    }

    private Optional<Set<Integer>> owner(String topic, @Nullable K key, Headers headers, int numPartitions) {
        byte[] bytes = keyBytes.of(topic, headers, key);
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            return routes.route(topic, numPartitions).owner(key == null ? null : inner.apply(key), bytes, headers);
        } catch (AvroKeyException e) {
            throw new InvalidRecordException(OneLine.of("topic " + topic + ": " + e.getMessage()), e);
        }
    }
}
