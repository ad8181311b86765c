package io.keystead.cli.topic;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Leaves values where they are: nothing is copied, whatever their size. */
final class NoValue implements Deserializer<@Nullable Void> {
    @Override
    public @Nullable Void deserialize(String topic, byte[] data) {
        return null;
    }

    @Override
    public @Nullable Void deserialize(String topic, Headers headers, ByteBuffer data) {
        return null;
    }
}
