package io.keystead.flink.partition;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;

/** Keys by number of each type, with the type's encoder and what Kafka writes for a key. */
final class Keys<K> {
    private final String name;
    private final KeySelector<Long, K> selector;
    private final KeyEncoder<K> encoder;
    private final Function<K, byte[]> kafka;

    private Keys(String name, KeySelector<Long, K> selector, KeyEncoder<K> encoder, Function<K, byte[]> kafka) {
        this.name = name;
        this.selector = selector;
        this.encoder = encoder;
        this.kafka = kafka;
    }

    static final Keys<String> STRINGS = new Keys<>(
            "string",
            number -> "customer-" + number + (number % 2 == 0 ? "-é鍵" : ""),
            KeyEncoder.string(),
            key -> new StringSerializer().serialize("orders", key));
    static final Keys<Long> LONGS = new Keys<>(
            "int64",
            number -> (number - 10_000) * 1_000_003,
            KeyEncoder.int64(),
            key -> new LongSerializer().serialize("orders", key));
    static final Keys<Integer> INTEGERS = new Keys<>(
            "int32",
            number -> (int) (number - 10_000),
            KeyEncoder.int32(),
            key -> new IntegerSerializer().serialize("orders", key));
    static final Keys<UUID> UUIDS = new Keys<>(
            "uuid",
            number -> {
                SplittableRandom random = new SplittableRandom(number);
                return new UUID(random.nextLong(), random.nextLong());
            },
            KeyEncoder.uuid(),
            key -> new UUIDSerializer().serialize("orders", key));
    static final Keys<byte[]> BYTES = new Keys<>(
            "bytes",
            number ->
                    ByteBuffer.allocate(8 + (int) (number % 20)).putLong(number).array(),
            KeyEncoder.bytes(),
            key -> new ByteArraySerializer().serialize("orders", key));

    KeySelector<Long, K> selector() {
        return selector;
    }

    KeyEncoder<K> encoder() {
        return encoder;
    }

    K key(long number) {
        try {
            return selector.getKey(number);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The key's bytes on the wire. */
    byte[] onTheWire(long number) {
        return kafka.apply(key(number));
    }

    @Override
    public String toString() {
        return name;
    }
}
