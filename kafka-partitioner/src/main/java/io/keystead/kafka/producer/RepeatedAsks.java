package io.keystead.kafka.producer;

/**
 * Tells the second ask for one record from the first.
 *
 * <p>A client 3.x asks for a partition, finds that the record needs a new batch, says so by {@code onNewBatch} and asks
 * again in the same thread. Without this the record would be counted twice and, without a key, would use up a stretch
 * twice. Clients from 4.0 on never say so, and pay for one read of a field. Thread-safe.
 */
final class RepeatedAsks {
    /** No partition: this is the first ask. */
    static final int NONE = -1;

    // Its values are of a class of the platform, so a discarded class loader is not kept alive by it.
    private final ThreadLocal<int[]> expected = ThreadLocal.withInitial(() -> new int[] {NONE});
    /** Set at the first repeat and never cleared; a thread that repeats has set it itself, so a plain field is enough. */
    private boolean happens;

    /** The next ask of this thread is a repeat of one that gave this partition. */
    void expect(int partition) {
        happens = true;
        expected.get()[0] = partition;
    }

    /** The partition that the ask which is repeated gave, or {@link #NONE} if this is not a repeat; forgets it. */
    int take() {
        if (!happens) {
            return NONE;
        }
        int[] held = expected.get();
        int partition = held[0];
        held[0] = NONE;
        return partition;
    }
}
