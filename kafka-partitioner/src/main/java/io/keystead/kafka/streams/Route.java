package io.keystead.kafka.streams;

import io.keystead.hrw.Placement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A placement with its answers in the form that Streams wants, each made once, so that none is made for a record.
 * Immutable and thread-safe.
 */
final class Route {
    private final Placement placement;
    /** By the placement's index. */
    private final List<Optional<Set<Integer>>> answers;

    Route(Placement placement) {
        this.placement = placement;
        this.answers = placement.active().stream()
                .map(candidate -> Optional.of(Set.of(Integer.valueOf(candidate.id()))))
                .collect(Collectors.toUnmodifiableList());
    }

    Optional<Set<Integer>> owner(byte[] key) {
        return answers.get(placement.owner(key));
    }
}
