package io.keystead.hrw;

import io.keystead.hrw.hash.Murmur2;
import org.jspecify.annotations.Nullable;

/**
 * The placement that a topic's keys have already: Kafka's default partitioner over partitions 0 to n-1.
 *
 * <p>A topology with a base leaves every key where murmur2 put it until a later partition wins it (protocol
 * {@code hrw-v1}, <i>Base placement</i>). Written {@code murmur2/n}. Immutable and thread-safe.
 */
public final class Base {
    /** More partitions than a Kafka topic can have in practice; a typing error should not take the heap. */
    public static final int MAX_PARTITIONS = 1 << 20;

    private final int partitions;

    private Base(int partitions) {
        this.partitions = partitions;
    }

    /**
     * The base of a topic that Kafka's default partitioner filled.
     *
     * @param partitions how many partitions it had then, from 1 to {@value #MAX_PARTITIONS}
     */
    public static Base murmur2(int partitions) {
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException("the base murmur2/" + partitions
                    + " is out of range; allowed: murmur2/1 to murmur2/" + MAX_PARTITIONS);
        }
        return new Base(partitions);
    }

    /** How many partitions the topic had when murmur2 placed its keys. */
    public int partitions() {
        return partitions;
    }

    /** Where the key has been until now, 0 to {@code partitions - 1}. */
    int home(byte[] key, int offset, int length) {
        return Murmur2.partition(key, offset, length, partitions);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Base && ((Base) other).partitions == partitions;
    }

    @Override
    public int hashCode() {
        return partitions;
    }

    @Override
    public String toString() {
        return "murmur2/" + partitions;
    }
}
