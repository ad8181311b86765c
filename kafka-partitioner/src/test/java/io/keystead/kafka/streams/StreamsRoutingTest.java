package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.kafka.producer.HrwPartitioner;
import io.keystead.sandbox.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole of {@link OrdersApp} on a real broker, judged by what lies on each partition and by what each instance has. */
class StreamsRoutingTest {
    private static final Map<String, String> HRW_PRODUCER = Map.of("partitioner.class", HrwPartitioner.class.getName());
    private static final Set<String> WINDOWED_SINKS = Set.of("minutes", "sessions");

    @TempDir
    private Path directory;

    private LocalKafka kafka;
    private OrdersTopics topics;
    private OrdersOracle oracle;

    @BeforeEach
    void start() throws InterruptedException {
        kafka = LocalKafka.start();
        topics = new OrdersTopics(kafka);
        long now = System.currentTimeMillis() - 3_600_000;
        oracle = new OrdersOracle(now - now % 60_000);
    }

    @AfterEach
    void stop() {
        topics.close();
        kafka.close();
    }

    private AppRun run(Map<String, String> properties, boolean routed) throws InterruptedException {
        Map<String, String> all = new HashMap<>(properties);
        all.put("application.id", OrdersTopics.APP);
        return new AppRun(
                kafka, directory, () -> routed ? OrdersApp.routed(HrwStreams.of(all)) : OrdersApp.plain(), all);
    }

    /** The owner as {@code keystead explain} tells it: the first of the rank. */
    private static ToIntFunction<String> explained(int partitions) {
        Placement placement = Placement.of(Topology.ofPartitions(partitions));
        return key -> Integer.parseInt(placement
                .rank(key.getBytes(StandardCharsets.ISO_8859_1))
                .get(0)
                .candidate()
                .id());
    }

    private static ToIntFunction<String> murmur2(int partitions) {
        return key -> {
            byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
            return Murmur2.partition(bytes, 0, bytes.length, partitions);
        };
    }

    /** How many keys of a topic lie elsewhere, or on several partitions. */
    private static long astray(OrdersTopics.View view, String topic, ToIntFunction<String> owner) {
        Map<String, Set<Integer>> placed = view.placed(topic);
        assertThat(placed).as("keys in %s", topic).hasSizeGreaterThan(30);
        return placed.entrySet().stream()
                .filter(key -> !key.getValue().equals(Set.of(owner.applyAsInt(key.getKey()))))
                .count();
    }

    @Test
    void everyRecordLiesAndEveryQueryGoesWhereExplainSays() throws Exception {
        topics.write(oracle.next(), HRW_PRODUCER);
        try (AppRun app = run(Map.of(), true)) {
            app.await("the results", () -> topics.hold(oracle));
            assertThat(topics.partitions()).isEqualTo(OrdersTopics.PARTITIONS);
            OrdersTopics.View view = topics.view();
            for (Map.Entry<String, Integer> topic : OrdersTopics.PARTITIONS.entrySet()) {
                assertThat(astray(view, topic.getKey(), explained(topic.getValue())))
                        .as("keys astray in %s", topic.getKey())
                        .isZero();
            }
            assertQueries(app, "orders-store", 6, oracle.orders());
            assertQueries(app, "customers-store", 4, oracle.customers());
            assertQueries(app, "product-counts", 5, oracle.counts());
            assertQueries(app, "enriched-store", 6, oracle.enriched());
            assertQueries(app, "minute-counts", 5, oracle.counts(), StreamsRoutingTest::inMinutes);
            assertQueries(app, "session-counts", 5, oracle.counts(), StreamsRoutingTest::inSessions);
            assertThat(app.failures()).isEmpty();
        }
        topics.assertHold(oracle);
    }

    /** What one instance says of a key in one partition of a store. */
    private interface Query {
        @Nullable
        Object ask(KafkaStreams instance, String store, int partition, String key);
    }

    private static <T> T store(KafkaStreams instance, String store, int partition, QueryableStoreType<T> type) {
        return instance.store(StoreQueryParameters.fromNameAndType(store, type).withPartition(partition));
    }

    private static @Nullable Object inPairs(KafkaStreams instance, String store, int partition, String key) {
        return store(instance, store, partition, QueryableStoreTypes.<String, Object>keyValueStore())
                .get(key);
    }

    private static Object inMinutes(KafkaStreams instance, String store, int partition, String key) {
        long sum = 0;
        try (WindowStoreIterator<Long> minutes = store(
                        instance, store, partition, QueryableStoreTypes.<String, Long>windowStore())
                .fetch(key, Instant.EPOCH, Instant.now())) {
            while (minutes.hasNext()) {
                sum += minutes.next().value;
            }
        }
        return sum;
    }

    private static Object inSessions(KafkaStreams instance, String store, int partition, String key) {
        long sum = 0;
        try (KeyValueIterator<Windowed<String>, Long> sessions = store(
                        instance, store, partition, QueryableStoreTypes.<String, Long>sessionStore())
                .fetch(key)) {
            while (sessions.hasNext()) {
                sum += sessions.next().value;
            }
        }
        return sum;
    }

    private static void assertQueries(AppRun app, String store, int partitions, Map<String, ?> expected) {
        assertQueries(app, store, partitions, expected, StreamsRoutingTest::inPairs);
    }

    private static void assertQueries(AppRun app, String store, int partitions, Map<String, ?> expected, Query query) {
        HrwStreams routing = HrwStreams.of(Map.of());
        ToIntFunction<String> explained = explained(partitions);
        Map<String, Object> found = new TreeMap<>();
        Set<String> hosts = new TreeSet<>();
        int elsewhereByDefault = 0;
        for (String key : expected.keySet()) {
            for (KafkaStreams asked : app.instances()) {
                KeyQueryMetadata owner = OrdersApp.ownerOf(asked, routing, store, key);
                assertThat(owner.partition()).isEqualTo(explained.applyAsInt(key));
                hosts.add(owner.activeHost().host());
                found.put(key, query.ask(app.at(owner.activeHost()), store, owner.partition(), key));
                KeyQueryMetadata byDefault = asked.queryMetadataForKey(store, key, new StringSerializer());
                elsewhereByDefault += byDefault.activeHost().equals(owner.activeHost()) ? 0 : 1;
            }
        }
        assertThat(found).as("what is at the hosts of %s", store).isEqualTo(expected);
        assertThat(hosts).as("hosts of %s", store).hasSize(2);
        // The control: by Kafka's default many would have been asked of the instance that does not have them.
        assertThat(elsewhereByDefault).as("queries of %s sent elsewhere", store).isPositive();
    }

    @Test
    void theProducersPartitionerAloneRoutesAllButWindowedSinksAndQueries() throws Exception {
        topics.write(oracle.next(), HRW_PRODUCER);
        try (AppRun app = run(Map.of("producer.partitioner.class", HrwPartitioner.class.getName()), false)) {
            app.await("the results", () -> topics.hold(oracle));
            OrdersTopics.View view = topics.view();
            for (Map.Entry<String, Integer> topic : OrdersTopics.PARTITIONS.entrySet()) {
                boolean windowed = WINDOWED_SINKS.contains(topic.getKey());
                assertThat(astray(
                                view,
                                topic.getKey(),
                                windowed ? murmur2(topic.getValue()) : explained(topic.getValue())))
                        .as("keys astray in %s", topic.getKey())
                        .isZero();
            }
            assertQueries(app, "product-counts", 5, oracle.counts());
        }
    }

    @Test
    void anAppOfTheDefaultPartitionerAdoptsWithoutMovingAKey() throws Exception {
        topics.write(oracle.next(), Map.of());
        try (AppRun app = run(Map.of(), false)) {
            app.await("the results before", () -> topics.hold(oracle));
        }
        Map<String, String> bases = new HashMap<>();
        OrdersTopics.View before = topics.view();
        for (Map.Entry<String, Integer> topic : OrdersTopics.PARTITIONS.entrySet()) {
            assertThat(astray(before, topic.getKey(), murmur2(topic.getValue())))
                    .isZero();
            // The control: a test that could not tell the two apart would show nothing.
            assertThat(astray(before, topic.getKey(), explained(topic.getValue())))
                    .as("keys of the default partitioner elsewhere in %s", topic.getKey())
                    .isPositive();
            bases.put("keystead.topic." + topic.getKey() + ".base", "murmur2/" + topic.getValue());
        }

        Map<String, String> producer = new HashMap<>(HRW_PRODUCER);
        producer.putAll(bases);
        topics.write(oracle.next(), producer);
        try (AppRun app = run(bases, true)) {
            app.await("the results after", () -> topics.hold(oracle));
        }
        topics.assertHold(oracle);
        OrdersTopics.View after = topics.view();
        for (Map.Entry<String, Integer> topic : OrdersTopics.PARTITIONS.entrySet()) {
            assertThat(astray(after, topic.getKey(), murmur2(topic.getValue())))
                    .as("keys that moved in %s", topic.getKey())
                    .isZero();
        }
    }
}
