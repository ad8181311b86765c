package io.keystead.cli.verify;

/**
 * What to read of one partition.
 *
 * @param start the first offset
 * @param end the offset after the last; {@link #OPEN} to follow what is being written
 */
record Span(long start, long end) {
    /** No end. */
    static final long OPEN = Long.MAX_VALUE;

    /** How many offsets. */
    long length() {
        return end - start;
    }
}
