package io.keystead.cli.demo;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The values of the records: as long as the key's bytes, scaled down by one factor for all.
 *
 * <p>The exact number of bytes travels in a header, so that what is counted is what the consumer saw. Immutable.
 */
final class Payload {
    /** The header with the exact bytes, 8 bytes big-endian. */
    static final String HEADER = "bytes";

    /** The longest value: an ordinary record, far below what a broker refuses. */
    static final int MAX_LENGTH = 1 << 16;

    private final long factor;
    private final byte[] noise = new byte[MAX_LENGTH];

    /** @param largest the most bytes that a key stands for, 0 or above */
    Payload(long largest) {
        this.factor = Math.max(1, ceilDiv(largest, MAX_LENGTH));
        // Nothing depends on it; a constant would compress to nothing if somebody turned compression on.
        new SplittableRandom(1).nextBytes(noise);
    }

    /** By how much the values are shorter than what they stand for. */
    long factor() {
        return factor;
    }

    byte[] value(long bytes) {
        return Arrays.copyOf(noise, length(bytes));
    }

    /** How long the value is of a key that stands for so many bytes; none but 0 is scaled down to nothing. */
    int length(long bytes) {
        return (int) ceilDiv(bytes, factor);
    }

    byte[] header(long bytes) {
        return ByteBuffer.allocate(Long.BYTES).putLong(bytes).array();
    }

    static long bytes(byte[] header) {
        return ByteBuffer.wrap(header).getLong();
    }

    private static long ceilDiv(long a, long b) {
        return (a + b - 1) / b;
    }
}
