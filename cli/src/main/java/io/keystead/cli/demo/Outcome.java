package io.keystead.cli.demo;

import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.hrw.stats.Movement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one scheme did with the keys.
 *
 * @param scheme which
 * @param adoption what moved when rendezvous hashing took over; null where it did not
 * @param growth what moved when the partitions were added
 * @param share the share of the keys that growth should move, by theory
 * @param load how many keys each partition has after growth
 */
record Outcome(Scheme scheme, @Nullable Movement adoption, Movement growth, double share, List<Long> load) {
    Bound expectedKeys() {
        return growth.expectedMovedKeys(share);
    }

    Bound expectedBytes() {
        return growth.expectedMovedBytes(share);
    }

    /** How evenly the keys lie after growth. */
    ChiSquare evenness() {
        return ChiSquare.uniform(load.stream().mapToLong(Long::longValue).toArray());
    }
}
