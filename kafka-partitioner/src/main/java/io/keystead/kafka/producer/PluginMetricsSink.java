package io.keystead.kafka.producer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.jspecify.annotations.Nullable;

/** Metrics in the client's own registry (KIP-877), for clients from 4.1 on. */
final class PluginMetricsSink implements MetricSink {
    private final PluginMetrics metrics;
    private final Map<Map<String, String>, List<MetricName>> names = new HashMap<>();
    private boolean closed;

    PluginMetricsSink(PluginMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public synchronized void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
        if (!closed) {
            MetricName full = metrics.metricName(name, description, new LinkedHashMap<>(tags));
            metrics.addMetric(full, (Gauge<Object>) (config, now) -> value.get());
            names.computeIfAbsent(tags, t -> new ArrayList<>()).add(full);
        }
    }

    @Override
    public synchronized void remove(Map<String, String> tags) {
        @Nullable List<MetricName> gone = closed ? null : names.remove(tags);
        if (gone != null) {
            gone.forEach(metrics::removeMetric);
        }
    }

    @Override
    public synchronized void close() {
        // The client takes the metrics away right after this call, and from then on PluginMetrics throws.
        closed = true;
    }
}
