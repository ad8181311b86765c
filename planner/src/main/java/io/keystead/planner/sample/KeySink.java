package io.keystead.planner.sample;

/** Takes keys as they are read. */
@FunctionalInterface
public interface KeySink {
    /**
     * Takes a key of {@code length} bytes from {@code offset}, which may change after the call.
     *
     * @param bytes how many bytes its records have together, 0 where the source does not tell
     * @param records how many records these are, 1 where the source does not tell
     */
    void add(byte[] key, int offset, int length, long bytes, long records);
}
