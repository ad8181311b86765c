package io.keystead.flink.sink;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record of {@link KeyedNumbers} as a consumer reads it, with its number and when, in milliseconds, it was made. */
record Written(long number, long madeAt, ConsumerRecord<byte @Nullable [], byte[]> read) {
    static Written of(ConsumerRecord<byte @Nullable [], byte[]> read) {
        ByteBuffer value = ByteBuffer.wrap(read.value());
        return new Written(value.getLong(), value.getLong(), read);
    }

    byte @Nullable [] key() {
        return read.key();
    }

    int partition() {
        return read.partition();
    }

    boolean isHot() {
        return Arrays.equals(key(), KeyedNumbers.utf8(KeyedNumbers.HOT));
    }
}
