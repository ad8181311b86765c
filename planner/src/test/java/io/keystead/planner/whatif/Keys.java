package io.keystead.planner.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.planner.sample.KeySample;
import java.util.function.IntToLongFunction;

/** Samples of tests. */
final class Keys {
    private Keys() {}

    /** {@code order-0}, {@code order-1} and so on, with no bytes and one record each. */
    static KeySample orders(int count) {
        return orders(count, key -> 0, key -> 1);
    }

    /** The same with bytes and records; a key's index is its number. */
    static KeySample orders(int count, IntToLongFunction bytes, IntToLongFunction records) {
        KeySample.Builder builder = KeySample.builder(count + " orders", Math.max(2, count));
        for (int i = 0; i < count; i++) {
            byte[] key = key(i);
            builder.add(key, 0, key.length, bytes.applyAsLong(i), records.applyAsLong(i));
        }
        return builder.build();
    }

    static byte[] key(int index) {
        return ("order-" + index).getBytes(UTF_8);
    }
}
