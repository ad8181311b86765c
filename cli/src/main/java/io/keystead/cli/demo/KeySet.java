package io.keystead.cli.demo;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distinct keys of a demonstration, each with the bytes that it stands for. Immutable; a key is known by its index.
 */
final class KeySet {
    private final List<byte[]> keys;
    private final List<Long> sizes;
    private final Map<ByteBuffer, Integer> indices;
    private final boolean sized;
    private final long repeated;
    private final String name;

    private KeySet(Builder builder, boolean sized) {
        this.keys = builder.keys;
        this.sizes = builder.sizes;
        this.indices = builder.indices;
        this.sized = sized;
        this.repeated = builder.repeated;
        this.name = builder.name;
    }

    /**
     * A builder of an empty set.
     *
     * @param name what the keys are, for the report
     */
    static Builder builder(String name) {
        return new Builder(name);
    }

    int size() {
        return keys.size();
    }

    byte[] key(int index) {
        return keys.get(index);
    }

    /** The bytes that the key stands for; 0 where sizes are not known. */
    long bytes(int index) {
        return sizes.get(index);
    }

    long largest() {
        return sizes.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The index of a key, or null if it is none of the set. */
    @Nullable
    Integer indexOf(byte[] key) {
        return indices.get(ByteBuffer.wrap(key));
    }

    boolean isSized() {
        return sized;
    }

    /** How many times a key was given again. */
    long repeated() {
        return repeated;
    }

    String name() {
        return name;
    }

    /** Collects keys; one that comes again adds its bytes. Not thread-safe. */
    static final class Builder {
        private final List<byte[]> keys = new ArrayList<>();
        private final List<Long> sizes = new ArrayList<>();
        private final Map<ByteBuffer, Integer> indices = new HashMap<>();
        private final String name;
        private long repeated;

        private Builder(String name) {
            this.name = name;
        }

        void add(byte[] key, long bytes) {
            @Nullable Integer known = indices.putIfAbsent(ByteBuffer.wrap(key), keys.size());
            if (known == null) {
                keys.add(key);
                sizes.add(bytes);
            } else {
                repeated++;
                sizes.set(known, sizes.get(known) + bytes);
            }
        }

        /** @param sized whether the keys' sizes are known */
        KeySet build(boolean sized) {
            return new KeySet(this, sized);
        }
    }
}
