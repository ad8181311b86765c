package io.keystead.benchmarks;

import java.util.SplittableRandom;

/**
 * The keys of every benchmark: 64K random keys of 16 bytes, the same in every run, taken in turn without end.
 *
 * <p>Not thread-safe: each benchmark state has its own.
 */
final class Keys {
    static final int COUNT = 1 << 16;
    static final int LENGTH = 16;

    private final byte[][] keys = random();
    private int next;

    private static byte[][] random() {
        SplittableRandom random = new SplittableRandom(0x6b657973L);
        byte[][] keys = new byte[COUNT][LENGTH];
        for (byte[] key : keys) {
            random.nextBytes(key);
        }
        return keys;
    }

    byte[] next() {
        return keys[next++ & COUNT - 1];
    }
}
