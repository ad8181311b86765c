package io.keystead.cli.verify;

import java.math.BigInteger;
import org.apache.kafka.common.utils.Utils;

/** Where other clients put keys, by formulas of its own and Kafka's own murmur2. */
final class Oracle {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(32);

    private Oracle() {}

    /** The hash as an unsigned number. */
    static long murmur2(byte[] key) {
        return Utils.murmur2(key) & 0xffffffffL;
    }

    /** CRC-32 bit by bit. */
    static long crc32(byte[] key) {
        long crc = 0xffffffffL;
        for (byte b : key) {
            crc ^= b & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 1 ? crc >>> 1 ^ 0xedb88320L : crc >>> 1;
            }
        }
        return crc ^ 0xffffffffL;
    }

    /** FNV-1a in whole numbers. */
    static long fnv1a(byte[] key) {
        BigInteger hash = BigInteger.valueOf(2166136261L);
        for (byte b : key) {
            hash = hash.xor(BigInteger.valueOf(b & 0xff))
                    .multiply(BigInteger.valueOf(16777619))
                    .mod(WORD);
        }
        return hash.longValueExact();
    }

    /** The lower 31 bits, modulo n. */
    static int masked(long hash, int n) {
        return (int) (hash % (1L << 31) % n);
    }

    static int unsigned(long hash, int n) {
        return (int) (hash % n);
    }

    /** Of the signed number the size, modulo n. */
    static int absolute(long hash, int n) {
        return (int) (Math.min(hash, (1L << 32) - hash) % n);
    }

    /** Of the signed number the remainder that is not negative. */
    static int floored(long hash, int n) {
        long signed = hash < 1L << 31 ? hash : hash - (1L << 32);
        return (int) ((signed % n + n) % n);
    }

    /** Where a scheme's writers put a key. */
    static int partition(Scheme scheme, byte[] key, int n) {
        return switch (scheme) {
            case MURMUR2 -> masked(murmur2(key), n);
            case MURMUR2_UNSIGNED -> unsigned(murmur2(key), n);
            case MURMUR2_ABSOLUTE -> absolute(murmur2(key), n);
            case MURMUR2_FLOORED -> floored(murmur2(key), n);
            case CRC32 -> unsigned(crc32(key), n);
            case CRC32_MASKED -> masked(crc32(key), n);
            case CRC32_ABSOLUTE -> absolute(crc32(key), n);
            case CRC32_FLOORED -> floored(crc32(key), n);
            case FNV -> absolute(fnv1a(key), n);
            case FNV_MASKED -> masked(fnv1a(key), n);
            case FNV_UNSIGNED -> unsigned(fnv1a(key), n);
            case FNV_FLOORED -> floored(fnv1a(key), n);
            // Its own tests' hashes are in SchemeTest; there is no second implementation of JavaScript's numbers here.
            case KAFKAJS_MURMUR2 -> masked(Hash32.KAFKAJS_MURMUR2.of(key, key.length) & 0xffffffffL, n);
        };
    }
}
