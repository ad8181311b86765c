package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.List;

/**
 * The hashes cut into as many equal regions as there are candidates: the hash-threshold method of RFC 2991 and RFC 2992.
 *
 * <p>Look-up O(1), no memory, nothing to build. Every boundary moves with the number of candidates: where the last of n
 * is removed or one is added at the end about half of the keys move, in the middle about a quarter (RFC 2992).
 */
public final class HashThreshold extends ListPlacement {
    /** @param candidates at least one, each of weight 1; the i-th has the i-th region */
    public HashThreshold(List<Candidate> candidates) {
        super(Algorithm.HASH_THRESHOLD, candidates);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new HashThreshold(next);
    }

    @Override
    public int owner(long keyHash) {
        return Draw.below(keyHash, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
