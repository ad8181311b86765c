package io.keystead.flink.sink;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.jspecify.annotations.Nullable;

/** Records of all sorts, made from their number: what stands in the value too, with the time at which it was written. */
final class KeyedNumbers {
    static final String HOT = "hot-key";
    private static final long SEED = 20261201;

    private KeyedNumbers() {}

    /** Of ten keys six are text, and one each random bytes, text beyond ASCII or empty, none, and the hot key. */
    static byte @Nullable [] key(long number) {
        return switch ((int) (number % 10)) {
            case 6 -> random(number);
            case 7 -> number % 100 == 7 ? new byte[0] : utf8("Schlüssel-\uD83D\uDD11-" + number);
            case 8 -> null;
            case 9 -> utf8(HOT);
            default -> text(number);
        };
    }

    private static byte[] random(long number) {
        SplittableRandom random = new SplittableRandom(SEED + number);
        byte[] bytes = new byte[1 + random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** One key a number. */
    static byte[] text(long number) {
        return utf8("order-" + number);
    }

    static byte[] value(long number) {
        return ByteBuffer.allocate(16)
                .putLong(number)
                .putLong(System.currentTimeMillis())
                .array();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The key of a record. */
    static final class AnyKey implements SerializationSchema<Long> {
        @Override
        public byte @Nullable [] serialize(Long number) {
            return key(number);
        }
    }

    /** The key of a record, always text. */
    static final class TextKey implements SerializationSchema<Long> {
        @Override
        public byte[] serialize(Long number) {
            return text(number);
        }
    }

    /** The value of a record. */
    static final class Value implements SerializationSchema<Long> {
        @Override
        public byte[] serialize(Long number) {
            return value(number);
        }
    }
}
