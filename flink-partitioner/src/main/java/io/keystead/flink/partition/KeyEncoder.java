package io.keystead.flink.partition;

import java.io.Serializable;
import java.util.UUID;

/**
 * Gives the bytes of a key, which decide its owner: the same key has the same bytes in every program that places it.
 *
 * <p>To agree with a Kafka topic they are the bytes that the producer's key serializer writes; the encoders made here
 * equal the serializers of that type in {@code kafka-clients}. Travels to the tasks with the job by Java serialization,
 * so a lambda must capture nothing that is not serializable. A partitioner calls its encoder from one thread at a time;
 * those made here are immutable and thread-safe, and allocate the array that they return and nothing else.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyEncoder<K> extends Serializable {
    /**
     * The bytes of a key.
     *
     * @param key never null
     * @return not null, and not changed by the caller; an array of length 0 stands for a key of its own
     * @throws IllegalArgumentException if this key has no bytes; one line
     */
    byte[] encode(K key);

    /** UTF-8, as {@code StringSerializer}; half a surrogate pair becomes a question mark there and here. */
    static KeyEncoder<String> string() {
        return Utf8Keys.INSTANCE;
    }

    /** 8 bytes, the highest first, as {@code LongSerializer}. */
    static KeyEncoder<Long> int64() {
        return LongKeys.INSTANCE;
    }

    /** 4 bytes, the highest first, as {@code IntegerSerializer}; the {@code long} of equal value is another key. */
    static KeyEncoder<Integer> int32() {
        return IntegerKeys.INSTANCE;
    }

    /** The text of 36 characters, as {@code UUIDSerializer}. */
    static KeyEncoder<UUID> uuid() {
        return UuidKeys.INSTANCE;
    }

    /**
     * Canonical Avro: the same bytes for the same logical key, whatever schema it was written with, as a producer with {@code
     * keystead.key.encoding=avro-canonical} places it. Needs Avro, 1.10 or later, where this class is; a record costs a
     * decoding and an encoding.
     *
     * @param schema what keys are compared in, {@code keystead.key.schema}: its JSON, or the path of a file, which is read
     *     here and not in the tasks
     * @param <K> Avro's records, or what {@link io.keystead.avro.AvroKeys#ofObject} takes besides; a {@code byte[]} is a
     *     value of the schema {@code "bytes"} and not a serialized key
     * @throws IllegalArgumentException if it is no schema or has a map in it, or Avro is absent; one line
     */
    static <K> KeyEncoder<K> avro(String schema) {
        return new AvroEncoder<>(schema);
    }

    /** The key itself, not copied, as {@code ByteArraySerializer}. */
    static KeyEncoder<byte[]> bytes() {
        return ByteKeys.INSTANCE;
    }
}
