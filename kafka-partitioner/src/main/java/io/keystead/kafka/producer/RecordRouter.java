package io.keystead.kafka.producer;

import io.keystead.avro.AvroKeyException;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.OneLine;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Places the records of one producer, by its properties and its view of the topics' metadata.
 *
 * <p>Both partitioner classes are this one behind a different door for metrics. It is public for hosts that choose a
 * record's partition before a producer sees the record, such as a sink of a stream processor; made by its public
 * constructor it shows no metrics, holds nothing outside itself and needs no end.
 *
 * <p>For each topic it keeps a {@link TopicRoute}, made when the first record comes and again when the client refreshes its
 * metadata; between refreshes a record costs a map look-up, an identity check and the owner's look-up, without
 * allocation and without a lock. Topics with equal topologies share one placement, and topics that the client has
 * forgotten are forgotten here, so that state grows with the topics in use. Thread-safe.
 */
public final class RecordRouter {
    /** The two properties of the client itself that matter here, with the client's own defaults. */
    private static final ConfigDef CLIENT = new ConfigDef()
            .define("client.id", ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "")
            .define("batch.size", ConfigDef.Type.INT, 16384, ConfigDef.Importance.LOW, "");

    /** Those of a thread, and those of a task that exactly-once processing had before version 2 of it. */
    private static final Pattern PRODUCER_OF_STREAMS = Pattern.compile(".*-StreamThread-[0-9]+-(.+-)?producer");

    private final TopologyConfig config;
    private final String clientId;
    private final int stretch;
    private final ConcurrentMap<String, TopicRoute> routes = new ConcurrentHashMap<>();
    private final ConcurrentMap<Topology, Placement> placements = new ConcurrentHashMap<>();
    private final RepeatedAsks repeatedAsks = new RepeatedAsks();
    private volatile @Nullable PartitionerMetrics metrics;

    /**
     * Reads the {@code keystead.*} properties, with the files that they name.
     *
     * @param configs all properties of the producer, ours and others
     * @throws ConfigException in one line that names the property, the value and what is allowed
     */
    public RecordRouter(Map<String, ?> configs) {
        Map<String, Object> client = CLIENT.parse(configs);
        this.clientId = String.valueOf(client.get("client.id"));
        this.stretch = Math.max(1, (Integer) client.getOrDefault("batch.size", 1));
        refuseSpreading(configs.get(TopologyConfig.HOT_KEYS_FILE), clientId);
        this.config = new TopologyConfig(configs);
    }

    /** Streams finds the state of a key by its one partition. */
    private static void refuseSpreading(@Nullable Object file, String clientId) {
        if (file != null
                && !file.toString().isBlank()
                && PRODUCER_OF_STREAMS.matcher(clientId).matches()) {
            throw new ConfigException(
                    TopologyConfig.HOT_KEYS_FILE,
                    OneLine.of(file.toString()),
                    "spreads one key over several partitions, and client.id=" + OneLine.of(clientId)
                            + " is a producer of Kafka Streams, where that would split the key's state; allowed there: not"
                            + " set");
        }
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
        metrics = new PartitionerMetrics(sink, config);
    }

    void close() {
        PartitionerMetrics counters = metrics;
        if (counters != null) {
            counters.close();
        }
    }

    /**
     * The partition of a record whose key is known as its bytes only; as {@link #partition(String, Object, byte[], byte[],
     * Cluster)}.
     *
     * @param key its bytes, null if it has none
     */
    public int partition(String topic, byte @Nullable [] key, byte @Nullable [] value, Cluster cluster) {
        return partition(topic, null, key, value, cluster);
    }

    /**
     * The partition of a record.
     *
     * @param key the object that its bytes were made of, null where it is not known; looked at for Avro keys only
     * @param keyBytes its bytes, null if it has none, and then it is spread; an empty key is a key
     * @param value its bytes, whose length counts where records are spread
     * @param cluster what is known of the topic; the same object until something newer is known, and then the new one is
     *     looked at once
     * @throws InvalidConfigurationException if the topic lacks a partition that the configuration names; the producer
     *     hands it to the record's callback and future at once, and no record waits for a partition that never comes
     * @throws InvalidRecordException if the key has no bytes to place it by, as some Avro keys have none; handed on the same
     *     way
     */
    public int partition(
            String topic, @Nullable Object key, byte @Nullable [] keyBytes, byte @Nullable [] value, Cluster cluster) {
        // Taken before anything can throw, so that it never speaks of another record.
        int before = repeatedAsks.take();
        TopicRoute route = route(topic, cluster);
        return keyBytes == null
                ? unkeyed(route, before, value)
                : keyed(route, before, placed(route, topic, key, keyBytes), value);
    }

    private byte[] placed(TopicRoute route, String topic, @Nullable Object key, byte[] bytes) {
        try {
            return route.placed(key, bytes);
        } catch (AvroKeyException e) {
            countRefused();
            // Of those that a producer hands to the record's callback, and that abort its transaction.
            throw new InvalidRecordException(OneLine.of("topic " + topic + ": " + e.getMessage()), e);
        }
    }

    private void countRefused() {
        PartitionerMetrics counters = metrics;
        if (counters != null) {
            counters.refused();
        }
    }

    private int unkeyed(TopicRoute route, int before, byte @Nullable [] value) {
        if (before != RepeatedAsks.NONE) {
            return before;
        }
        PartitionerMetrics counters = metrics;
        if (counters != null) {
            counters.placedUnkeyed();
        }
        return route.nullKeys().next(length(value));
    }

    private int keyed(TopicRoute route, int before, byte[] key, byte @Nullable [] value) {
        long keyHash = route.hash(key);
        StickySpread hot = route.hotKey(keyHash, key);
        if (before != RepeatedAsks.NONE) {
            return hot == null ? route.owner(keyHash, key) : before;
        }
        int partition = hot == null ? route.owner(keyHash, key) : hot.next((long) key.length + length(value));
        PartitionerMetrics counters = metrics;
        if (counters != null) {
            counters.placedKeyed(route.isBase(partition), hot != null);
        }
        route.shares().placed(key);
        return partition;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
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
        TopicRoute made = keep(
                topic,
                TopicRoute.of(
                        metadata,
                        numbers,
                        place(topic, numbers, known),
                        config.hotKeys().listed(topic),
                        known == null ? newShares() : known.shares(),
                        config.avroKeys(topic),
                        stretch));
        forgetAllBut(topics);
        return made;
    }

    private KeyShares newShares() {
        return new KeyShares(config.hash(), config.hotKeysSample(), config.showsHotKeys());
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
            countRefused();
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
