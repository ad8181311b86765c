package io.keystead.flink.partition;

import java.nio.charset.StandardCharsets;

enum Utf8Keys implements KeyEncoder<String> {
    INSTANCE;

    @Override
    public byte[] encode(String key) {
        // Not the core's Utf8, which refuses half a surrogate pair: the producer's serializer does not.
        return key.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "string";
    }
}
