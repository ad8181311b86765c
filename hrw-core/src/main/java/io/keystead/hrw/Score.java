package io.keystead.hrw;

import java.util.Arrays;

/**
 * The bid of one candidate for one key: the arithmetic of protocol {@code hrw-v1}, section <i>Functions</i>.
 *
 * <p>Scores are unsigned 64-bit words. Stateless; allocates nothing.
 */
public final class Score {
    private static final double TWO_TO_MINUS_52 = 0x1p-52;

    private Score() {}

    /** David Stafford's variant 13 of the 64-bit finaliser, which SplitMix64 uses: a bijection. */
    public static long mix(long z) {
        return ofFolded(fold(z), 0);
    }

    /**
     * The first step of {@link #mix}. It is linear over exclusive or, so a contest takes it of the key once and of each
     * node beforehand, and not for every pair.
     */
    static long fold(long word) {
        return word ^ word >>> 30;
    }

    /** The score of a key and a candidate whose words have been {@linkplain #fold folded}. */
    static long ofFolded(long foldedKey, long foldedNode) {
        long z = (foldedKey ^ foldedNode) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** All of them folded. */
    static long[] fold(long[] words) {
        return Arrays.stream(words).map(Score::fold).toArray();
    }

    /**
     * The score of a candidate for a key.
     *
     * @param keyHash the hash of the key, or of its slot where the topology has slots
     * @param nodeHash {@link Candidate#nodeHash the candidate's hash}
     */
    public static long of(long keyHash, long nodeHash) {
        return mix(keyHash ^ nodeHash);
    }

    /**
     * The score of folded words before the last step of {@link #mix}, with its top bit flipped so that signed order is the
     * scores' order.
     *
     * <p>The last step leaves the upper 31 bits alone, so where those differ the order is known without it.
     */
    static long early(long foldedKey, long foldedNode) {
        long z = (foldedKey ^ foldedNode) * 0xBF58476D1CE4E5B9L;
        // Flipping the top bit before a product by an odd number flips it after, and here it joins two other xors.
        return (z ^ z >>> 27 ^ Long.MIN_VALUE) * 0x94D049BB133111EBL;
    }

    /** The score of an {@link #early} word, with its top bit flipped too. */
    static long late(long early) {
        return early ^ (early ^ Long.MIN_VALUE) >>> 31;
    }

    /** The score as a real strictly between 0 and 1; exact, since it is an odd multiple of 2^-53. */
    static double uniform(long score) {
        return ((score >>> 12) + 0.5) * TWO_TO_MINUS_52;
    }

    /**
     * The time at which a candidate of this weight finishes an exponential race; the smallest wins.
     *
     * <p>{@code StrictMath.log} is fdlibm's, the same in every language that ports it; {@code Math.log} differs in the
     * last bit for about 6 % of inputs and must not decide an owner.
     *
     * @param weight positive; a topology allows 1e-6 to 1e6, where every time is finite and above 0
     * @return {@code -log(u) / weight}; never NaN, at worst 0 or infinity for weights beyond the protocol's range
     */
    public static double time(long score, double weight) {
        return -StrictMath.log(uniform(score)) / weight;
    }

    /** Whether the first bid is before the second in rank order, where they differ in time or score. */
    public static boolean beats(double time, long score, double otherTime, long otherScore) {
        return time < otherTime || (time == otherTime && Long.compareUnsigned(score, otherScore) > 0);
    }
}
