package io.keystead.hrw.hash;

/**
 * Hashes bytes to 64 bits as the {@code hash} field of an {@code hrw-v1} topology says.
 *
 * <p>The protocol allows two functions, and so does this class:
 *
 * <ul>
 *   <li>{@link #xxh3(long)}: XXH3, 64 bits, with an unsigned 64-bit seed. The default, for keys that nobody chooses
 *       in order to harm.
 *   <li>{@link #sipHash24(byte[])}: SipHash-2-4 with a secret of 16 bytes, for keys chosen by strangers.
 * </ul>
 *
 * <p>Every producer and reader of a topic must use the same function with the same seed or secret: another one
 * places nearly every key elsewhere. Instances are immutable and thread-safe; hashing allocates nothing. Two are equal
 * when they compute the same function.
 */
public abstract class KeyHash {
    KeyHash() {}

    /**
     * XXH3_64bits_withSeed.
     *
     * @param seed the seed, read as unsigned
     */
    public static KeyHash xxh3(long seed) {
        return new Xxh3(seed);
    }

    /**
     * SipHash-2-4.
     *
     * @param secret 16 bytes, copied; the first 8 are k0 and the last 8 are k1, each little-endian
     * @throws IllegalArgumentException unless there are exactly 16 bytes; the message tells the length, never the bytes
     */
    public static KeyHash sipHash24(byte[] secret) {
        return new SipHash24(secret);
    }

    /** The hash of {@code length} bytes from {@code offset}. */
    public abstract long hash(byte[] bytes, int offset, int length);

    /** The hash of all of {@code bytes}. */
    public final long hash(byte[] bytes) {
        return hash(bytes, 0, bytes.length);
    }

    /** The name in the protocol record: {@code xxh3-64} or {@code siphash-2-4}. */
    public abstract String name();

    /**
     * Tells one seed or secret from another without giving a secret away, as 16 hexadecimal digits.
     *
     * @return the seed itself for {@code xxh3-64}; the first 8 bytes of SHA-256(secret) for {@code siphash-2-4}
     */
    public abstract String fingerprint();

    @Override
    public final String toString() {
        return name() + ":" + fingerprint();
    }
}
