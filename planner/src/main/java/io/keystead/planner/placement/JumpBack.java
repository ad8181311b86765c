package io.keystead.planner.placement;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import io.keystead.hrw.Candidate;
import java.util.List;

/**
 * JumpBackHash (Ertl 2024), by hash4j: the jumps of {@link Jump}, generated from the end backwards, so that next to none
 * is generated in vain.
 *
 * <p>Look-up O(1) expected, no memory, nothing to build; shares are exact. The i-th candidate is bucket i, so the list may
 * only grow and shrink at its end.
 */
public final class JumpBack extends ListPlacement {
    private static final ConsistentBucketHasher HASHER = ConsistentHashing.jumpBackHashSplitMix64();

    /** @param candidates at least one, each of weight 1; the i-th is bucket i */
    public JumpBack(List<Candidate> candidates) {
        super(Algorithm.JUMP_BACK, candidates);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new JumpBack(next);
    }

    @Override
    public int owner(long keyHash) {
        return HASHER.getBucket(keyHash, size());
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
