package io.keystead.cli.verify;

import io.keystead.hrw.hash.Murmur2;
import java.util.zip.CRC32;

/** The 32-bit hashes of keys by which Kafka's clients choose partitions. */
enum Hash32 {
    /** Kafka's murmur2, with Kafka's seed. */
    MURMUR2 {
        @Override
        int of(byte[] key, int length) {
            return Murmur2.hash(key, 0, length);
        }
    },
    /** CRC-32 as in zip. */
    CRC_32 {
        @Override
        int of(byte[] key, int length) {
            CRC32 crc32 = new CRC32();
            crc32.update(key, 0, length);
            return (int) crc32.getValue();
        }
    },
    /** FNV-1a. */
    FNV_1A {
        @Override
        int of(byte[] key, int length) {
            int hash = 0x811c9dc5;
            for (int i = 0; i < length; i++) {
                hash = (hash ^ (key[i] & 0xff)) * 0x01000193;
            }
            return hash;
        }
    },
    /** What kafkajs took for murmur2 before 2.0. */
    KAFKAJS_MURMUR2 {
        @Override
        int of(byte[] key, int length) {
            return kafkaJs(key, length);
        }
    };

    private static final int MURMUR2_SEED = 0x9747b28c;
    private static final double MURMUR2_FACTOR = 0x5bd1e995;

    /** The hash of the first {@code length} bytes; all 32 bits of it. */
    abstract int of(byte[] key, int length);

    /**
     * Murmur2 with JavaScript's numbers: products are doubles, whose last bits are lost before 32 of them are taken, and a
     * last word of less than four bytes goes through the loop too, filled up with zeros.
     */
    private static int kafkaJs(byte[] key, int length) {
        int h = MURMUR2_SEED ^ length;
        for (int i = 0; i < length; i += Integer.BYTES) {
            int k = times(word(key, i, length));
            h = times(h) ^ times(k ^ (k >>> 24));
        }
        int rest = length & 3;
        if (rest > 0) {
            h = times(h ^ word(key, length - rest, length));
        }
        h = times(h ^ (h >>> 13));
        return h ^ (h >>> 15);
    }

    /** Up to four bytes, the first the lowest. */
    private static int word(byte[] key, int from, int length) {
        int word = 0;
        for (int i = from; i < Math.min(from + Integer.BYTES, length); i++) {
            word |= (key[i] & 0xff) << ((i - from) * Byte.SIZE);
        }
        return word;
    }

    /** No product reaches 2^63, so that its lowest 32 bits are those of the long. */
    private static int times(int word) {
        return (int) (long) (word * MURMUR2_FACTOR);
    }
}
