package io.keystead.kafka.producer;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Places the records of one producer. Both partitioner classes are this one behind a different door for metrics.
 *
 * <p>For each topic it keeps a {@link TopicRoute}, made when the first record comes and again when the client's metadata
 * shows other partitions. A record costs a map look-up, an identity check and the owner's look-up: no allocation and no
 * lock. Thread-safe.
 */
final class RecordRouter {
    private static final int FEW_CANDIDATES = 32;

    /** The two properties of the client itself that matter here, with the client's own defaults. */
    private static final ConfigDef CLIENT = new ConfigDef()
            .define("client.id", ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "")
            .define("batch.size", ConfigDef.Type.INT, 16384, ConfigDef.Importance.LOW, "");

    private final TopologyConfig config;
    private final String clientId;
    private final int stretch;
    private final ConcurrentMap<String, TopicRoute> routes = new ConcurrentHashMap<>();
    private volatile @Nullable PartitionerMetrics metrics;

    /** @throws org.apache.kafka.common.config.ConfigException in one line, for a bad property */
    RecordRouter(Map<String, ?> configs) {
        AbstractConfig client = new AbstractConfig(CLIENT, configs, false);
        this.config = new TopologyConfig(configs);
        this.clientId = client.getString("client.id");
        this.stretch = Math.max(1, client.getInt("batch.size"));
    }

    /** The router, or a clear word where somebody forgot {@code configure}. */
    static RecordRouter configured(@Nullable RecordRouter router) {
        if (router == null) {
            throw new IllegalStateException("the partitioner was not configured; allowed: configure() first");
        }
        return router;
    }

    String clientId() {
        return clientId;
    }

    /** Shows the metrics from now on; before the first record. */
    void report(MetricSink sink) {
        metrics = new PartitionerMetrics(sink, config.hash());
    }

    void close() {
        if (metrics != null) {
            metrics.close();
        }
    }

    /**
     * The partition of a record.
     *
     * @throws InvalidConfigurationException if the topic lacks a partition that the configuration names; the producer
     *     hands it to the record's callback and future at once, and no record waits for a partition that never comes
     */
    int partition(String topic, byte @Nullable [] key, byte @Nullable [] value, Cluster cluster) {
        TopicRoute route = route(topic, cluster.partitionsForTopic(topic));
        PartitionerMetrics counters = metrics;
        if (key == null) {
            if (counters != null) {
                counters.nullKey();
            }
            return route.spread(value == null ? 0 : value.length);
        }
        int owner = route.owner(key);
        if (counters != null) {
            counters.keyed(route.isBase(owner));
        }
        return owner;
    }

    private TopicRoute route(String topic, List<PartitionInfo> metadata) {
        TopicRoute known = routes.get(topic);
        return known != null && known.isFor(metadata) ? known : refresh(topic, metadata);
    }

    private TopicRoute refresh(String topic, List<PartitionInfo> metadata) {
        return routes.compute(topic, (name, known) -> {
            Set<Integer> numbers = TopicRoute.numbers(metadata);
            if (known != null && known.hasPartitions(numbers)) {
                return known.refreshed(metadata, stretch);
            }
            TopicRoute made = TopicRoute.of(metadata, place(name, numbers, known), stretch);
            PartitionerMetrics counters = metrics;
            if (known == null && counters != null) {
                counters.showTopic(name, () -> routes.getOrDefault(name, made));
            }
            return made;
        });
    }

    private Placement place(String topic, Set<Integer> numbers, @Nullable TopicRoute known) {
        Topology topology;
        try {
            topology = config.topology(topic, numbers);
        } catch (IllegalArgumentException e) {
            PartitionerMetrics counters = metrics;
            if (counters != null) {
                counters.refused();
            }
            throw new InvalidConfigurationException(e.getMessage(), e);
        }
        Placement placement =
                known == null ? Placement.of(topology) : known.placement().evolve(topology);
        return config.cacheEntries() > 0 && isCostly(topology) ? placement.cached(config.cacheEntries()) : placement;
    }

    /** Whether a look-up costs more than a read of memory: benchmark {@code UncachedBenchmark}. */
    private static boolean isCostly(Topology topology) {
        return topology.active().size() > FEW_CANDIDATES
                || topology.active().stream()
                                .mapToDouble(Candidate::weight)
                                .distinct()
                                .count()
                        > 1;
    }
}
