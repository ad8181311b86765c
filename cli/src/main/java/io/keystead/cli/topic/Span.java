package io.keystead.cli.topic;

/**
 * What to read of one partition.
 *
 * @param start the first offset
 * @param end the offset after the last; {@link #OPEN} to follow what is being written
 */
public record Span(long start, long end) {
    /** No end. */
    public static final long OPEN = Long.MAX_VALUE;

    /** How many offsets. */
    public long length() {
        return end - start;
    }
}
