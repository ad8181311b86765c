package io.keystead.cli.verify;

import io.keystead.hrw.Topology;
import io.keystead.kafka.check.Verdict;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a topic's records are held against: a function from keys to partitions. Immutable and thread-safe. */
interface Rule {
    /** The verdict on a record whose key is the first {@code length} bytes. */
    Verdict check(byte[] key, int length, int partition);

    /** Where a key belongs. */
    int owner(byte[] key, int length);

    /** Whether a key may be on several partitions, so that where it lies tells of a choice and not of a scheme. */
    boolean isSpread(byte[] key, int length);

    /** How many places it puts keys in; fewer where they are unequal, so that none gets more than one key in so many. */
    double places();

    /** The topology, where it is one. */
    Optional<Topology> topology();

    /** How the first line of a report calls it. */
    String text();

    /** Who writes so, as {@link Suspects} calls writers. */
    String writer();

    /** The value of the field {@code expect} for programs. */
    Map<String, @Nullable Object> json();
}
