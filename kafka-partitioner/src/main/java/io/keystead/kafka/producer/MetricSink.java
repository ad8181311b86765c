package io.keystead.kafka.producer;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Where a partitioner's metrics are shown.
 *
 * <p>Metrics are worth less than records: what cannot be shown is left out, and no method throws. Thread-safe.
 */
interface MetricSink extends AutoCloseable {
    /**
     * Shows one metric more; does nothing after {@link #close}.
     *
     * @param tags what it is about besides the client, for example the topic
     * @param value a number or text, asked for whenever somebody looks
     */
    void add(String name, String description, Map<String, String> tags, Supplier<Object> value);

    /** Takes away what has these tags. */
    void remove(Map<String, String> tags);

    /** Takes all of them away, for good. */
    @Override
    void close();
}
