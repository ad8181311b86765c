package io.keystead.planner.placement;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.random.PseudoRandomGenerator;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
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

    /** The numbers that are drawn. */
    @Override
    public int steps(long keyHash) {
        Counted generator = new Counted();
        ConsistentHashing.jumpBackHash(() -> generator).getBucket(keyHash, size());
        return generator.drawn;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }

    /** The generator of {@link #HASHER}, with a count. */
    private static final class Counted implements PseudoRandomGenerator {
        private final PseudoRandomGenerator words =
                PseudoRandomGeneratorProvider.splitMix64_V1().create();
        private int drawn;

        @Override
        public long nextLong() {
            drawn++;
            return words.nextLong();
        }

        @Override
        public int nextInt() {
            drawn++;
            return words.nextInt();
        }

        @Override
        public int uniformInt(int exclusiveUpperBound) {
            drawn++;
            return words.uniformInt(exclusiveUpperBound);
        }

        @Override
        public long uniformLong(long exclusiveUpperBound) {
            drawn++;
            return words.uniformLong(exclusiveUpperBound);
        }

        @Override
        public double nextDouble() {
            drawn++;
            return words.nextDouble();
        }

        @Override
        public double nextExponential() {
            drawn++;
            return words.nextExponential();
        }

        @Override
        public PseudoRandomGenerator reset(long seed) {
            words.reset(seed);
            return this;
        }
    }
}
