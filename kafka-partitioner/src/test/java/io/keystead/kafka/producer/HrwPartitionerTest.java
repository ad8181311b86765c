package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.Movement;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.sandbox.LocalKafka;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The partitioner inside a real producer, judged by what a real consumer reads. */
class HrwPartitionerTest {
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 10);

    private static LocalKafka kafka;
    private static TestTopics topics;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        topics = new TestTopics(kafka);
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void anApplicationOfStreamsDoesNotStartWithAFileOfHotKeys(String guarantee, @TempDir Path directory)
            throws Exception {
        Path file = Files.writeString(directory.resolve("hot"), "2 * string a\n");
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").repartition().to("counts");
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "application.id", "orders-app",
                "bootstrap.servers", kafka.bootstrapServers(),
                "state.dir", directory.toString(),
                "processing.guarantee", guarantee,
                "producer.partitioner.class", HrwPartitioner.class.getName(),
                "producer.keystead.hot.keys.file", file.toString()));
        assertThatThrownBy(() -> new KafkaStreams(builder.build(), properties).close())
                .isInstanceOf(KafkaException.class)
                .hasRootCauseInstanceOf(ConfigException.class)
                .rootCause()
                .hasMessageMatching(
                        ".*keystead.hot.keys.file: .*client.id=orders-app-.*-StreamThread-1-producer is a producer of"
                                + " Kafka Streams.*");
    }

    private static byte[] key(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to) {
        send(producer, topic, from, to, 0);
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to, int pass) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            records.add(new ProducerRecord<>(topic, key(i), new byte[] {(byte) pass}));
        }
        send(producer, records);
    }

    /** Sends all and returns when the broker has them. */
    private static void send(KafkaProducer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
        producer.flush();
        assertThat(sent)
                .allSatisfy(future -> assertThat(future.get().hasOffset()).isTrue());
    }

    /** The partition of each key as the consumer saw it; a key on two partitions fails. */
    private static Map<String, Integer> partitionsByKey(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, Integer> partitions = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Integer other = partitions.put(HexFormat.of().formatHex(record.key()), record.partition());
            assertThat(other == null || other == record.partition())
                    .as(
                            "key %s on %s and %s",
                            new String(record.key(), StandardCharsets.UTF_8), other, record.partition())
                    .isTrue();
        }
        return partitions;
    }

    private static void assertPlacedBy(Topology topology, Map<String, Integer> partitions) {
        Placement placement = Placement.of(topology);
        partitions.forEach((key, partition) -> assertThat(placement
                        .active()
                        .get(placement.owner(HexFormat.of().parseHex(key)))
                        .id())
                .as("owner of %s", key)
                .isEqualTo(partition.toString()));
    }

    private static Movement movement(Map<String, Integer> before, Map<String, Integer> after, int from, int to) {
        Movement movement = new Movement(ids(from), ids(to));
        before.forEach((key, partition) -> movement.add(partition.toString(), String.valueOf(after.get(key)), 1));
        return movement;
    }

    private static Set<String> ids(int partitions) {
        return IntStream.range(0, partitions).mapToObj(Integer::toString).collect(Collectors.toSet());
    }

    @Test
    void everyKeyLandsOnItsOwnerFromSeveralThreads() throws Exception {
        topics.create("threads", 12);
        int threads = 8;
        int each = 2_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (KafkaProducer<byte[], byte[]> producer = topics.producer(HrwPartitioner.class)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = t * each / 2;
                // Neighbours share half of their keys, so that one key comes from two threads.
                tasks.add(() -> {
                    send(producer, "threads", from, from + each);
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
        List<ConsumerRecord<byte[], byte[]>> records = topics.read("threads");
        assertThat(records).hasSize(threads * each);
        assertPlacedBy(Topology.ofPartitions(12), partitionsByKey(records));
    }

    @Test
    void growthMovesKeysToTheNewPartitionOnlyAndAboutItsShare() throws Exception {
        topics.create("grown", 12);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "metadata.max.age.ms", "200")) {
            send(producer, "grown", 0, 20_000);
            Map<String, Integer> before = partitionsByKey(topics.read("grown"));
            topics.grow("grown", 13);
            awaitPartitions(producer, "grown", 13);
            send(producer, "grown", 0, 20_000, 1);
            Map<String, Integer> after = partitionsByKey(topics.read("grown").stream()
                    .filter(record -> record.value()[0] == 1)
                    .toList());

            assertPlacedBy(Topology.ofPartitions(13), after);
            Movement movement = movement(before, after, 12, 13);
            assertThat(movement.keys()).isEqualTo(20_000);
            assertThat(movement.needless()).isZero();
            Bound bound = movement.expectedMovedKeys(1 / 13.0);
            assertThat(bound.allows((double) movement.movedKeys(), SIGMAS))
                    .as("%s moved, expected %s", movement.movedKeys(), bound)
                    .isTrue();
        }
    }

    private static void awaitPartitions(KafkaProducer<?, ?> producer, String topic, int count) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (producer.partitionsFor(topic).size() < count) {
            assertThat(System.nanoTime())
                    .as("waited 30 s for the new partition")
                    .isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    @Test
    void adoptionLeavesEveryKeyWhereTheDefaultPartitionerPutIt() throws Exception {
        topics.create("adopted", 12);
        Map<String, Object> plain = Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer",
                "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(plain)) {
            send(producer, "adopted", 0, 5_000);
        }
        Map<String, Integer> before = partitionsByKey(topics.read("adopted"));
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.base", "murmur2/12")) {
            send(producer, "adopted", 0, 5_000);
        }
        // Both passes together: a key on two partitions fails.
        assertThat(partitionsByKey(topics.read("adopted"))).isEqualTo(before);

        topics.grow("adopted", 13);
        topics.create("adopted-13", 13);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.base", "murmur2/12")) {
            send(producer, "adopted-13", 0, 5_000);
        }
        Map<String, Integer> after = partitionsByKey(topics.read("adopted-13"));
        assertPlacedBy(
                Topology.ofPartitions(13).toBuilder().base(Base.murmur2(12)).build(), after);
        Movement movement = movement(before, after, 12, 13);
        assertThat(movement.needless()).isZero();
        assertThat(movement.expectedMovedKeys(1 / 13.0).allows((double) movement.movedKeys(), SIGMAS))
                .as("%s moved", movement.movedKeys())
                .isTrue();
    }

    @Test
    void aMissingPinnedPartitionFailsTheRecordAtOnceAndHealsWhenItIsCreated() throws Exception {
        topics.create("pinned", 3);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.partitions", "0-3", "metadata.max.age.ms", "200")) {
            long start = System.nanoTime();
            Future<RecordMetadata> future = producer.send(new ProducerRecord<>("pinned", key(1), new byte[8]));
            assertThatThrownBy(future::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage(
                            "keystead.partitions=0-3 names partition 3, which topic pinned does not have; allowed: the"
                                    + " topic's partitions 0-2");
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));

            topics.grow("pinned", 4);
            awaitPartitions(producer, "pinned", 4);
            send(producer, "pinned", 0, 500);
        }
        Map<String, Integer> partitions = partitionsByKey(topics.read("pinned"));
        assertThat(partitions).hasSize(500);
        assertPlacedBy(Topology.ofPartitions(4), partitions);
    }

    @Test
    void aRefusedRecordMakesItsTransactionAbortable() throws Exception {
        topics.create("transactional", 3);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.partitions", "0-3", "transactional.id", "refused")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> future = producer.send(new ProducerRecord<>("transactional", key(1), new byte[8]));

            assertThatThrownBy(future::get).cause().isInstanceOf(InvalidConfigurationException.class);
            assertThatThrownBy(producer::commitTransaction)
                    .isInstanceOf(KafkaException.class)
                    .cause()
                    .isInstanceOf(InvalidConfigurationException.class);
            producer.abortTransaction();
        }
        assertThat(topics.read("transactional")).isEmpty();
    }

    @Test
    void aPinnedWeightedListGetsItsShares() throws Exception {
        topics.create("weighted", 12);
        int keys = 20_000;
        try (KafkaProducer<byte[], byte[]> producer = topics.producer(
                HrwPartitioner.class,
                "keystead.topic.weighted.partitions",
                "0-1,11",
                "keystead.topic.weighted.weights",
                "11:2.5")) {
            send(producer, "weighted", 0, keys);
        }
        Map<String, Integer> partitions = partitionsByKey(topics.read("weighted"));
        assertPlacedBy(
                Topology.builder()
                        .candidate(Candidate.partition(0))
                        .candidate(Candidate.partition(1))
                        .candidate(Candidate.partition(11).withWeight(2.5))
                        .build(),
                partitions);
        long heavy = partitions.values().stream().filter(p -> p == 11).count();
        Bound bound = Bound.binomial(keys, 2.5 / 4.5);
        assertThat(bound.allows((double) heavy, SIGMAS))
                .as("%s on 11, expected %s", heavy, bound)
                .isTrue();
    }

    @Test
    void anEmptyKeyHasAnOwnerAndANullKeyHasNone() throws Exception {
        topics.create("edges", 7);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "batch.size", "200", "linger.ms", "0")) {
            List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int i = 0; i < 700; i++) {
                records.add(new ProducerRecord<>("edges", new byte[0], new byte[100]));
                records.add(new ProducerRecord<>("edges", null, new byte[100]));
                records.add(new ProducerRecord<>("edges", null, null));
            }
            send(producer, records);
        }
        List<ConsumerRecord<byte[], byte[]>> records = topics.read("edges");
        assertThat(records).hasSize(2_100);
        assertPlacedBy(
                Topology.ofPartitions(7),
                partitionsByKey(records.stream().filter(r -> r.key() != null).toList()));
        assertThat(records.stream()
                        .filter(r -> r.key() == null)
                        .map(ConsumerRecord::partition)
                        .distinct())
                .hasSize(7);
    }

    @Test
    void aSecretPlacesKeysOtherwiseThanNone(@TempDir Path directory) throws Exception {
        topics.create("secret", 12);
        byte[] secret = "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII);
        Path file = Files.write(directory.resolve("secret"), secret);
        try (KafkaProducer<byte[], byte[]> producer = topics.producer(
                HrwPartitioner.class, "keystead.hash", "siphash-2-4", "keystead.secret.file", file.toString())) {
            send(producer, "secret", 0, 1_000);
        }
        assertPlacedBy(
                Topology.ofPartitions(12).toBuilder()
                        .hash(KeyHash.sipHash24(secret))
                        .build(),
                partitionsByKey(topics.read("secret")));
    }

    @Test
    void slotsPlaceByTheirSlot() throws Exception {
        topics.create("slots", 12);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.slot.bits", "10")) {
            send(producer, "slots", 0, 1_000);
        }
        assertPlacedBy(
                Topology.ofPartitions(12).toBuilder().slotBits(10).build(), partitionsByKey(topics.read("slots")));
    }

    @Test
    void aHotKeyFansOutOverExactlyItsBestCandidatesAndOthersDoNot(@TempDir Path directory) throws Exception {
        topics.create("hot", 12);
        Path file = Files.writeString(directory.resolve("hot"), "4 hot string order-7\n");
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            records.add(new ProducerRecord<>("hot", key(7), new byte[100]));
            records.add(new ProducerRecord<>("hot", key(1_000 + i), new byte[100]));
        }
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(HrwPartitioner.class, "keystead.hot.keys.file", file.toString(), "batch.size", "500")) {
            send(producer, records);
        }
        List<ConsumerRecord<byte[], byte[]>> read = topics.read("hot");
        List<ConsumerRecord<byte[], byte[]>> hot =
                read.stream().filter(r -> Arrays.equals(r.key(), key(7))).toList();
        List<ConsumerRecord<byte[], byte[]>> others = new ArrayList<>(read);
        others.removeAll(hot);
        Placement placement = Placement.of(Topology.ofPartitions(12));
        assertThat(hot).hasSize(1_000);
        assertThat(hot.stream().map(ConsumerRecord::partition).distinct())
                .containsExactlyInAnyOrderElementsOf(HotKeys.load(file).candidates("hot", key(7), placement).stream()
                        .map(candidate -> Integer.parseInt(candidate.id()))
                        .toList())
                .hasSize(4);
        assertPlacedBy(placement.topology(), partitionsByKey(others));
    }

    @Test
    void aBadPropertyStopsTheProducersConstructor() {
        assertThatThrownBy(() -> topics.producer(HrwPartitioner.class, "keystead.parttions", "0-3"))
                .isInstanceOf(KafkaException.class)
                .cause()
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        "Unknown configuration keystead.parttions: did you mean keystead.partitions? Allowed: ");
    }

    @Test
    void metricsAreMBeansUntilTheProducerIsClosed() throws Exception {
        topics.create("metered", 4);
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName own = new ObjectName("io.keystead:type=partitioner,client-id=metered-client");
        ObjectName ofTopic = new ObjectName("io.keystead:type=partitioner,client-id=metered-client,topic=metered");
        try (KafkaProducer<byte[], byte[]> producer = topics.producer(
                        HrwPartitioner.class, "client.id", "metered-client", "keystead.base", "murmur2/3");
                KafkaProducer<byte[], byte[]> second =
                        topics.producer(HrwPartitioner.class, "client.id", "metered-client")) {
            send(producer, "metered", 0, 100);
            send(producer, Collections.nCopies(7, new ProducerRecord<>("metered", null, new byte[8])));
            long onBase = topics.read("metered").stream()
                    .filter(r -> r.key() != null && r.partition() < 3)
                    .count();
            assertThat(server.getAttribute(own, "keyed-records-total")).isEqualTo(100L);
            assertThat(server.getAttribute(own, "base-records-total")).isEqualTo(onBase);
            assertThat(server.getAttribute(own, "null-key-records-total")).isEqualTo(7L);
            assertThat(server.getAttribute(own, "refused-records-total")).isEqualTo(0L);
            assertThat(server.getAttribute(own, "algorithm")).isEqualTo("hrw-v1");
            assertThat(server.getAttribute(own, "hash")).isEqualTo("xxh3-64");
            assertThat(server.getAttribute(own, "seed-fingerprint")).isEqualTo("0000000000000000");
            assertThat(server.getAttribute(ofTopic, "active-partitions")).isEqualTo(4);
            assertThat(server.getAttribute(ofTopic, "topology-epoch")).isEqualTo(0L);
            assertThat(server.getAttribute(ofTopic, "topology-fingerprint"))
                    .isEqualTo(Topology.ofPartitions(4).toBuilder()
                            .base(Base.murmur2(3))
                            .build()
                            .fingerprint());
            assertThat(server.getMBeanInfo(own).getAttributes()).hasSize(8);
            assertThat(server.isRegistered(new ObjectName(own + ",instance=2"))).isTrue();
            assertThat(second.partitionsFor("metered")).hasSize(4);
        }
        assertThat(server.queryNames(new ObjectName("io.keystead:client-id=metered-client,*"), null))
                .isEmpty();
    }

    @Test
    void theMonitorableClassShowsTheSameMetricsAmongTheProducersOwn() throws Exception {
        topics.create("monitored", 4);
        try (KafkaProducer<byte[], byte[]> producer =
                topics.producer(MonitorableHrwPartitioner.class, "client.id", "monitored-client")) {
            send(producer, "monitored", 0, 100);
            Map<String, Object> metrics = new HashMap<>();
            producer.metrics().forEach((name, metric) -> {
                if (name.group().equals("plugins")
                        && "partitioner.class".equals(name.tags().get("config"))) {
                    metrics.put(name.name(), metric.metricValue());
                }
            });
            assertThat(metrics)
                    .containsEntry("keyed-records-total", 100L)
                    .containsEntry("null-key-records-total", 0L)
                    .containsEntry("algorithm", "hrw-v1")
                    .containsEntry("key-encoding", "bytes")
                    .containsEntry("active-partitions", 4)
                    .containsEntry(
                            "topology-fingerprint", Topology.ofPartitions(4).fingerprint());
            assertThat(metrics)
                    .containsEntry("hot-key-records-total", 0L)
                    .containsEntry("hot-keys-listed", 0)
                    .containsKeys("hottest-key-share", "top-10-keys-share", "sampled-records");
            assertThat(new TreeSet<>(metrics.keySet())).hasSize(16);
        }
        assertPlacedBy(Topology.ofPartitions(4), partitionsByKey(topics.read("monitored")));
    }
}
