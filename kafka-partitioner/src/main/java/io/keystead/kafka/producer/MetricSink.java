package io.keystead.kafka.producer;

import java.util.Map;
import java.util.function.Supplier;

/** Where a partitioner's metrics are shown. Thread-safe. */
interface MetricSink extends AutoCloseable {
    /**
     * Shows one metric more.
     *
     * @param tags what it is about besides the client, for example the topic
     * @param value a number or text, asked for whenever somebody looks
     */
    void add(String name, String description, Map<String, String> tags, Supplier<Object> value);

    /** Takes all of them away. */
    @Override
    void close();
}
