package io.keystead.benchmarks;

import java.util.SplittableRandom;

/**
 * The keys of every benchmark: random keys of 16 bytes, the same in every run, taken in turn without end.
 *
 * <p>Not thread-safe: each benchmark state has its own.
 */
final class Keys {
    /** How many there are where a row does not say otherwise. */
    static final int COUNT = 1 << 16;

    static final int LENGTH = 16;

    private final byte[][] keys;
    private int next;

    /** The usual number. */
    Keys() {
        this(COUNT);
    }

    /** @param count a power of two */
    Keys(int count) {
        SplittableRandom random = new SplittableRandom(0x6b657973L);
        keys = new byte[count][LENGTH];
        for (byte[] key : keys) {
            random.nextBytes(key);
        }
    }

    byte[] next() {
        return keys[next++ & keys.length - 1];
    }
}
