package io.keystead.kafka.producer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;

/** Metrics in the client's own registry (KIP-877), for clients from 4.1 on. The client takes them away on close. */
final class PluginMetricsSink implements MetricSink {
    private final PluginMetrics metrics;

    PluginMetricsSink(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>(tags)), (Gauge<Object>)
                (config, now) -> value.get());
    }

    @Override
    public void close() {
        // The client closes its PluginMetrics right after the plugin.
    }
}
