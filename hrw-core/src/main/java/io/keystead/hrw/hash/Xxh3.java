package io.keystead.hrw.hash;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import org.jspecify.annotations.Nullable;

/** XXH3 by hash4j, which was compared with the reference implementation byte for byte. */
final class Xxh3 extends KeyHash {
    private final long seed;
    private final Hasher64 hasher;

    Xxh3(long seed) {
        this.seed = seed;
        this.hasher = Hashing.xxh3_64(seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
        return hasher.hashBytesToLong(bytes, offset, length);
    }

    @Override
    public String name() {
        return "xxh3-64";
    }

    @Override
    public String fingerprint() {
        return String.format("%016x", seed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Xxh3 && ((Xxh3) other).seed == seed;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(seed);
    }
}
