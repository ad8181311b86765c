package io.keystead.hrw.hash;

/**
 * The 32-bit murmur2 with which Kafka's default partitioner places a key, bit for bit.
 *
 * <p>Here for {@code base} topologies, which must know where a topic's keys lie already; HRW itself does not use it.
 * Stateless; allocates nothing.
 */
public final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;
    private static final int R = 24;

    private Murmur2() {}

    /** The hash of {@code length} bytes from {@code offset}, with Kafka's seed. */
    public static int hash(byte[] bytes, int offset, int length) {
        int h = SEED ^ length;
        int endOfWords = offset + (length & -Integer.BYTES);
        for (int i = offset; i < endOfWords; i += Integer.BYTES) {
            int k = (bytes[i] & 0xff)
                    | (bytes[i + 1] & 0xff) << 8
                    | (bytes[i + 2] & 0xff) << 16
                    | (bytes[i + 3] & 0xff) << 24;
            k *= M;
            k ^= k >>> R;
            k *= M;
            h = h * M ^ k;
        }
        int rest = length & 3;
        if (rest > 0) {
            if (rest == 3) {
                h ^= (bytes[endOfWords + 2] & 0xff) << 16;
            }
            if (rest >= 2) {
                h ^= (bytes[endOfWords + 1] & 0xff) << 8;
            }
            h = (h ^ (bytes[endOfWords] & 0xff)) * M;
        }
        h ^= h >>> 13;
        h *= M;
        return h ^ h >>> 15;
    }

    /**
     * The partition, 0 to {@code partitions - 1}, that Kafka's default partitioner gives these bytes.
     *
     * <p>The sign bit is masked off, not negated, as Kafka does.
     */
    public static int partition(byte[] bytes, int offset, int length, int partitions) {
        return (hash(bytes, offset, length) & Integer.MAX_VALUE) % partitions;
    }
}
