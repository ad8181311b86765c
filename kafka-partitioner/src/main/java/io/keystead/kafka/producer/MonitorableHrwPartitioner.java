package io.keystead.kafka.producer;

import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.jspecify.annotations.Nullable;

/**
 * {@link HrwPartitioner}, with its metrics among the producer's own (KIP-877): {@code producer.metrics()}, group {@code
 * plugins}, and whatever metric reporters the client has. Places every record the same.
 *
 * <p>For clients from 4.1 on. A class of its own, because one that implements {@link Monitorable} cannot even be loaded
 * by a client that lacks that interface.
 */
public final class MonitorableHrwPartitioner implements Partitioner, Monitorable {
    private volatile @Nullable RecordRouter router;

    /** As Kafka makes it: {@link #configure} must follow, then {@link #withPluginMetrics}. */
    public MonitorableHrwPartitioner() {}

    /**
     * Reads the {@code keystead.*} properties.
     *
     * @throws org.apache.kafka.common.config.ConfigException in one line that names the property, the value and what is
     *     allowed
     */
    @Override
    public void configure(Map<String, ?> configs) {
        RecordRouter made = new RecordRouter(configs);
        close();
        router = made;
    }

    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        RecordRouter.configured(router).report(new PluginMetricsSink(metrics));
    }

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        return RecordRouter.configured(router).partition(topic, key, keyBytes, valueBytes, cluster);
    }

    @Override
    public void close() {
        RecordRouter open = router;
        if (open != null) {
            open.close();
        }
    }
}
