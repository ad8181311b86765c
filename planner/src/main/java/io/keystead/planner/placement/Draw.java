package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import io.keystead.hrw.hash.KeyHash;

/** Pseudo-random words, of which each algorithm needs several for a key or a candidate: SplitMix64's. */
final class Draw {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double TWO_TO_MINUS_53 = 0x1p-53;
    private static final double TWO_TO_MINUS_64 = 0x1p-64;

    private Draw() {}

    /** The word of a candidate; the same as in {@code hrw-v1} with its default hash. */
    static long of(Candidate candidate) {
        return candidate.nodeHash(KeyHash.xxh3(0));
    }

    /** The {@code i}-th word that follows from a word, from 0. */
    static long word(long seed, long i) {
        return Score.mix(seed + (i + 1) * GOLDEN);
    }

    /** A number from 0 to {@code n - 1} by the upper half of a word; biased by less than n / 2^32. */
    static int below(long word, int n) {
        return (int) (((word >>> 32) * n) >>> 32);
    }

    /** A real from 0 to 1, which is excluded. */
    static double uniform(long word) {
        return (word >>> 11) * TWO_TO_MINUS_53;
    }

    /** An unsigned word as a part of 2^64. */
    static double part(long unsigned) {
        return ((unsigned >>> 1) * 2.0 + (unsigned & 1)) * TWO_TO_MINUS_64;
    }
}
