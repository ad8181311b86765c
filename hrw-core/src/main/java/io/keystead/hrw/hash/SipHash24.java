package io.keystead.hrw.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * SipHash-2-4 with 64 bits of output (Aumasson and Bernstein, 2012): two rounds for each word, four at the end.
 *
 * <p>Ours because hash4j has none. The state is four locals, which the compiler keeps in registers.
 */
final class SipHash24 extends KeyHash {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SECRET_LENGTH = 16;

    private final long k0;
    private final long k1;
    private final String fingerprint;

    SipHash24(byte[] secret) {
        if (secret.length != SECRET_LENGTH) {
            throw new IllegalArgumentException("a siphash-2-4 secret has " + secret.length + " bytes; allowed: exactly "
                    + SECRET_LENGTH + " raw bytes");
        }
        this.k0 = (long) WORD.get(secret, 0);
        this.k1 = (long) WORD.get(secret, Long.BYTES);
        this.fingerprint = firstWordOfSha256(secret);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int tail = length / Long.BYTES;
        // The words, the tail, and then the closing rounds without a message, so that the round stands here once.
        for (int block = 0; block <= tail + 1; block++) {
            boolean closing = block > tail;
            long message = closing ? 0 : message(bytes, offset, length, block);
            v3 ^= message;
            v2 ^= closing ? 0xff : 0;
            for (int round = closing ? -4 : -2; round < 0; round++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v1;
                v0 += v3;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= message;
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private static long message(byte[] bytes, int offset, int length, int block) {
        int at = offset + block * Long.BYTES;
        return block < length / Long.BYTES ? (long) WORD.get(bytes, at) : tail(bytes, at, length);
    }

    /** The last 0 to 7 bytes, little-endian, under the length's low byte. */
    private static long tail(byte[] bytes, int from, int length) {
        long word = (long) length << 56;
        for (int i = 0; i < (length & 7); i++) {
            word |= (bytes[from + i] & 0xffL) << (8 * i);
        }
        return word;
    }

    private static String firstWordOfSha256(byte[] secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret);
            return String.format("%016x", Long.reverseBytes((long) WORD.get(digest, 0)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256, and this one has not", e);
        }
    }

    @Override
    public String name() {
        return "siphash-2-4";
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SipHash24 && ((SipHash24) other).k0 == k0 && ((SipHash24) other).k1 == k1;
    }

    @Override
    public int hashCode() {
        return fingerprint.hashCode();
    }
}
