package io.keystead.kafka.producer;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Places the records of one producer. Both partitioner classes are this one behind a different door for metrics.
 *
 * <p>For each topic it keeps a {@link TopicRoute}, made when the first record comes and again when the client refreshes its
 * metadata; between refreshes a record costs a map look-up, an identity check and the owner's look-up, without
 * allocation and without a lock. Topics with equal topologies share one placement, and topics that the client has
 * forgotten are forgotten here, so that state grows with the topics in use. Thread-safe.
 */
final class RecordRouter {
    /** The two properties of the client itself that matter here, with the client's own defaults. */
    private static final ConfigDef CLIENT = new ConfigDef()
            .define("client.id", ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "")
            .define("batch.size", ConfigDef.Type.INT, 16384, ConfigDef.Importance.LOW, "");

    private final TopologyConfig config;
    private final String clientId;
    private final int stretch;
    private final ConcurrentMap<String, TopicRoute> routes = new ConcurrentHashMap<>();
    private final ConcurrentMap<Topology, Placement> placements = new ConcurrentHashMap<>();
    private final RepeatedAsks repeatedAsks = new RepeatedAsks();
    private volatile @Nullable PartitionerMetrics metrics;

    /** @throws org.apache.kafka.common.config.ConfigException in one line, for a bad property */
    RecordRouter(Map<String, ?> configs) {
        this.config = new TopologyConfig(configs);
        Map<String, Object> client = CLIENT.parse(configs);
        this.clientId = String.valueOf(client.get("client.id"));
        this.stretch = Math.max(1, (Integer) client.getOrDefault("batch.size", 1));
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
        PartitionerMetrics counters = metrics;
        if (counters != null) {
            counters.close();
        }
    }

    /**
     * The partition of a record.
     *
     * @throws InvalidConfigurationException if the topic lacks a partition that the configuration names; the producer
     *     hands it to the record's callback and future at once, and no record waits for a partition that never comes
     */
    int partition(String topic, byte @Nullable [] key, byte @Nullable [] value, Cluster cluster) {
        TopicRoute route = route(topic, cluster);
        int before = repeatedAsks.take();
        int partition;
        if (key != null) {
            partition = route.owner(key);
        } else {
            partition = before == RepeatedAsks.NONE ? route.spread(value == null ? 0 : value.length) : before;
        }
        PartitionerMetrics counters = metrics;
        if (counters != null && before == RepeatedAsks.NONE) {
            counters.placed(key != null, route.isBase(partition));
        }
        return partition;
    }

    /** A client 3.x will ask again for the record that it asked for last in this thread. */
    void willAskAgain(int previousPartition) {
        repeatedAsks.expect(previousPartition);
    }

    private TopicRoute route(String topic, Cluster cluster) {
        List<PartitionInfo> metadata = cluster.partitionsForTopic(topic);
        TopicRoute known = routes.get(topic);
        return known != null && known.isFor(metadata) ? known : refresh(topic, known, metadata, cluster.topics());
    }

    private TopicRoute refresh(
            String topic, @Nullable TopicRoute known, List<PartitionInfo> metadata, Set<String> topics) {
        Set<Integer> numbers = TopicRoute.numbers(metadata);
        if (known != null && known.hasPartitions(numbers)) {
            return keep(topic, known.refreshed(metadata, stretch));
        }
        TopicRoute made = keep(topic, TopicRoute.of(metadata, numbers, place(topic, numbers, known), stretch));
        forgetAllBut(topics);
        return made;
    }

    private TopicRoute keep(String topic, TopicRoute route) {
        routes.compute(topic, (name, other) -> {
            PartitionerMetrics counters = metrics;
            if (other == null && counters != null) {
                counters.showTopic(name, () -> routes.getOrDefault(name, route));
            }
            return route;
        });
        return route;
    }

    private Placement place(String topic, Set<Integer> numbers, @Nullable TopicRoute known) {
        Topology topology;
        try {
            topology = config.topology(topic, numbers);
        } catch (IllegalArgumentException e) {
            forget(topic);
            PartitionerMetrics counters = metrics;
            if (counters != null) {
                counters.refused();
            }
            throw new InvalidConfigurationException(e.getMessage(), e);
        }
        return placements.computeIfAbsent(topology, absent -> {
            Placement placement =
                    known == null ? Placement.of(absent) : known.placement().evolve(absent);
            boolean remembers = config.cacheEntries() > 0 && placement.isCostly();
            return remembers ? placement.cached(config.cacheEntries()) : placement;
        });
    }

    /** The client drops a topic that it has not sent to for {@code metadata.max.idle.ms}. */
    private void forgetAllBut(Set<String> topics) {
        routes.keySet().stream().filter(topic -> !topics.contains(topic)).forEach(this::forget);
        Set<Placement> used =
                routes.values().stream().map(TopicRoute::placement).collect(Collectors.toSet());
        placements.values().retainAll(used);
    }

    private void forget(String topic) {
        routes.computeIfPresent(topic, (name, gone) -> {
            PartitionerMetrics counters = metrics;
            if (counters != null) {
                counters.hideTopic(name);
            }
            return null;
        });
    }
}
