package io.keystead.hrw;

import java.util.Arrays;

/** Node hashes for which a key hash gets the scores that a test wants: {@link Score#mix} is a bijection. */
final class Injected {
    private static final long FIRST_INVERSE = inverse(0xBF58476D1CE4E5B9L);
    private static final long SECOND_INVERSE = inverse(0x94D049BB133111EBL);

    private Injected() {}

    static long[] nodeHashes(long keyHash, long... scores) {
        return Arrays.stream(scores).map(score -> unmix(score) ^ keyHash).toArray();
    }

    static long unmix(long mixed) {
        long z = undoShift(mixed, 31) * SECOND_INVERSE;
        z = undoShift(z, 27) * FIRST_INVERSE;
        return undoShift(z, 30);
    }

    /** The x for which x ^ (x >>> shift) is z, where shift is above 64 / 3. */
    private static long undoShift(long z, int shift) {
        return z ^ (z >>> shift) ^ (z >>> (2 * shift));
    }

    /** Newton's iteration modulo 2^64: each step doubles the number of right bits. */
    private static long inverse(long odd) {
        long x = odd;
        for (int step = 0; step < 5; step++) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
