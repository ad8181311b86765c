package io.keystead.hrw;

/** One array of scores per thread, so that a look-up among many candidates allocates nothing. */
final class Scratch {
    // Its values are of a class of the platform, so a discarded class loader is not kept alive by it.
    private static final ThreadLocal<long[]> LONGS = ThreadLocal.withInitial(() -> new long[64]);

    private Scratch() {}

    /** An array of at least this length with unspecified content, valid until the thread's next call. */
    static long[] longs(int length) {
        long[] longs = LONGS.get();
        if (longs.length < length) {
            longs = new long[Integer.highestOneBit(length - 1) << 1];
            LONGS.set(longs);
        }
        return longs;
    }
}
