package io.keystead.planner.sample;

import java.nio.charset.StandardCharsets;

/** A {@code String}'s hash code, which Flink places keys by, from the key's bytes. Stateless. */
public final class JavaHash {
    private JavaHash() {}

    /**
     * What {@code hashCode()} returns of {@code length} bytes from {@code offset}, read as UTF-8, as a {@code String}; without
     * making that where all are ASCII.
     */
    public static int of(byte[] key, int offset, int length) {
        int hash = 0;
        for (int i = offset; i < offset + length; i++) {
            if (key[i] < 0) {
                return new String(key, offset, length, StandardCharsets.UTF_8).hashCode();
            }
            hash = 31 * hash + key[i];
        }
        return hash;
    }
}
