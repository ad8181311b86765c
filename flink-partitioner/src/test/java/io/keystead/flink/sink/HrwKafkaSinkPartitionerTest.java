package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.stats.Bound;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.producer.HrwPartitioner;
import io.keystead.kafka.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.connector.kafka.sink.KafkaPartitioner;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchemaBuilder;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job's sink and a Java producer write the same records to two topics. */
class HrwKafkaSinkPartitionerTest {
    private static final int RECORDS = 20_000;
    private static final int PARTITIONS = 6;
    /** 6 partitions for the keyless and 3 for the hot key, in each of the modes, of both writers. */
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 2 * 11 * 9);

    @TempDir
    private static Path directory;

    private static KafkaAndFlink both;

    @BeforeAll
    static void start() throws Exception {
        both = new KafkaAndFlink(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        both.close();
    }

    /** A way to place, with the properties of one topic. */
    record Mode(String name, Function<String, Map<String, String>> properties) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Mode mode(String name, String... keysAndValues) {
        return new Mode(name, topic -> {
            Map<String, String> properties = new HashMap<>();
            for (int i = 0; i < keysAndValues.length; i += 2) {
                properties.put(keysAndValues[i].replace("NAME", topic), keysAndValues[i + 1]);
            }
            return properties;
        });
    }

    static Stream<Mode> modes() throws Exception {
        Path secret = Files.write(
                directory.resolve("secret"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
        Path hot = Files.writeString(directory.resolve("hot"), "3 * string " + KeyedNumbers.HOT + "\n");
        return Stream.of(
                mode("by-key"),
                mode("slotted", "keystead.slot.bits", "12"),
                mode("weighted", "keystead.weights", "0:3,5:0.5"),
                mode("pinned", "keystead.partitions", "0-2,5"),
                mode("pinned-and-weighted", "keystead.partitions", "0-3,5", "keystead.weights", "3:2.5"),
                mode("adopted", "keystead.base", "murmur2/4"),
                mode("seeded", "keystead.seed", "0xfeedfacecafebeef"),
                mode("secret", "keystead.hash", "siphash-2-4", "keystead.secret.file", secret.toString()),
                mode(
                        "its-own",
                        "keystead.base",
                        "murmur2/3",
                        "keystead.topic.NAME.base",
                        "",
                        "keystead.topic.NAME.partitions",
                        "1-4"),
                mode("hot-keys", "keystead.hot.keys.file", hot.toString()),
                mode("hot-keys-weighted", "keystead.hot.keys.file", hot.toString(), "keystead.weights", "1:4"));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void everyKeyIsWhereTheProducerPutsItAndWhatIsSpreadIsInProportion(Mode mode) throws Exception {
        List<Written> byFlink = byFlink(mode, mode + "-flink");
        List<Written> byJava = byJava(mode, mode + "-java");

        TopologyConfig config = new TopologyConfig(mode.properties().apply(mode + "-flink"));
        Map<Long, Integer> expected = placed(byJava, config);
        assertThat(placed(byFlink, config)).isEqualTo(expected);
        assertThat(expected).hasSizeGreaterThanOrEqualTo(RECORDS * 8 / 10);
        assertRight(config, mode + "-flink", byFlink);
        assertRight(config, mode + "-flink", byJava);
        assertSpread(config, mode + "-flink", byFlink);
    }

    /** The partition of each record whose key has an owner. */
    private static Map<Long, Integer> placed(List<Written> records, TopologyConfig config) {
        assertThat(records).hasSize(RECORDS);
        return records.stream()
                .filter(record -> record.key() != null && config.hotKeys().fanOut("any", record.key()) == 1)
                .collect(Collectors.toMap(Written::number, Written::partition));
    }

    private static Topology topology(TopologyConfig config, String topic) {
        return config.topology(topic, IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toSet()));
    }

    private static void assertRight(TopologyConfig config, String topic, List<Written> records) {
        HrwPartitionCheck check = HrwPartitionCheck.of(topology(config, topic)).withHotKeys(topic, config.hotKeys());
        for (Written record : records) {
            assertThat(check.check(record.key(), record.partition()))
                    .as("record %s on partition %s", record.number(), record.partition())
                    .isEqualTo(record.key() == null ? Verdict.UNKNOWN : Verdict.RIGHT);
        }
    }

    private static void assertSpread(TopologyConfig config, String topic, List<Written> records) {
        Placement placement = Placement.of(topology(config, topic));
        assertShares(
                placement.active().stream().collect(Collectors.toMap(c -> Integer.parseInt(c.id()), c -> c.weight())),
                records,
                record -> record.key() == null);
        if (config.hotKeys().fanOut(topic, KeyedNumbers.utf8(KeyedNumbers.HOT)) > 1) {
            assertShares(
                    config.hotKeys().candidates(topic, KeyedNumbers.utf8(KeyedNumbers.HOT), placement).stream()
                            .collect(Collectors.toMap(c -> Integer.parseInt(c.id()), c -> c.weight())),
                    records,
                    Written::isHot);
        }
    }

    /** Each record of these is drawn by itself, with batch.size=1. */
    private static void assertShares(Map<Integer, Double> weights, List<Written> records, Predicate<Written> which) {
        Map<Integer, Long> counts = records.stream()
                .filter(which)
                .collect(Collectors.groupingBy(Written::partition, Collectors.counting()));
        assertThat(weights.keySet()).containsAll(counts.keySet());
        double total = weights.values().stream().mapToDouble(w -> w).sum();
        weights.forEach((partition, weight) -> {
            Bound bound = Bound.binomial(RECORDS / 10, weight / total);
            assertThat(bound.allows(counts.getOrDefault(partition, 0L).doubleValue(), SIGMAS))
                    .as("%s on partition %s, expected %s", counts, partition, bound)
                    .isTrue();
        });
    }

    private static List<Written> byFlink(Mode mode, String topic) throws Exception {
        both.topics().create(topic, PARTITIONS, 1);
        Map<String, String> properties = mode.properties().apply(topic);
        properties.put("batch.size", "1");
        both.run(job(topic, new HrwKafkaSinkPartitioner<>(both.properties(properties)), Map.of()));
        return both.readNumbers(topic);
    }

    private static List<Written> byJava(Mode mode, String topic) throws Exception {
        both.topics().create(topic, PARTITIONS, 1);
        Properties properties = both.properties(mode.properties().apply(topic));
        properties.put("partitioner.class", HrwPartitioner.class.getName());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (long number = 0; number < RECORDS; number++) {
                sent.add(producer.send(
                        new ProducerRecord<>(topic, KeyedNumbers.key(number), KeyedNumbers.value(number))));
            }
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        }
        return both.readNumbers(topic);
    }

    private static StreamExecutionEnvironment job(
            String topic, @Nullable KafkaPartitioner<Long> partitioner, Map<String, String> producer) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(3);
        KafkaRecordSerializationSchemaBuilder<Long> schema = KafkaRecordSerializationSchema.<Long>builder()
                .setTopic(topic)
                .setKeySerializationSchema(new KeyedNumbers.AnyKey())
                .setValueSerializationSchema(new KeyedNumbers.Value());
        if (partitioner != null) {
            schema.setPartitioner(partitioner);
        }
        environment
                .fromSequence(0, RECORDS - 1)
                .sinkTo(KafkaSink.<Long>builder()
                        .setKafkaProducerConfig(both.properties(producer))
                        .setRecordSerializer(schema.build())
                        .build());
        return environment;
    }

    @Test
    void theProducerSPartitionerInsideTheSinkPlacesTheSame() throws Exception {
        String topic = "by-the-sinks-producer";
        both.topics().create(topic, PARTITIONS, 1);
        both.run(job(
                topic,
                null,
                Map.of("partitioner.class", HrwPartitioner.class.getName(), "keystead.base", "murmur2/4")));

        List<Written> written = both.readNumbers(topic);
        assertThat(written).hasSize(RECORDS);
        assertRight(new TopologyConfig(Map.of("keystead.base", "murmur2/4")), topic, written);
    }

    @Test
    void aPinnedPartitionThatTheTopicLacksFailsTheJobByOneLine() throws Exception {
        both.topics().create("too-small", 3, 1);
        JobID job = both.submit(job(
                "too-small",
                new HrwKafkaSinkPartitioner<>(both.properties(Map.of("keystead.partitions", "0-3"))),
                Map.of()));

        assertThat(both.rootOfFailure(job).getMessage())
                .endsWith("keystead.partitions=0-3 names partition 3, which topic too-small does not have; allowed: the"
                        + " topic's partitions 0-2")
                .hasLineCount(1);
    }

    @Test
    void aTopicThatDoesNotExistAndBrokersThatDoNotAnswerAreSaidInOneLine() {
        HrwKafkaSinkPartitioner<Long> partitioner =
                new HrwKafkaSinkPartitioner<>(both.properties(Map.of("max.block.ms", "500")));
        partitioner.open(0, 1);
        assertThatThrownBy(() -> partitioner.partition(1L, new byte[1], new byte[1], "absent", new int[] {0}))
                .hasMessage(
                        "topic absent does not exist, after max.block.ms=500; allowed: topics that exist when their first"
                                + " record comes");

        Properties nobody = both.properties(Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", "500"));
        HrwKafkaSinkPartitioner<Long> alone = new HrwKafkaSinkPartitioner<>(nobody);
        alone.open(0, 1);
        assertThatThrownBy(() -> alone.partition(1L, new byte[1], new byte[1], "absent", new int[] {0}))
                .message()
                .startsWith("Cannot look up the partitions of [absent] at bootstrap.servers=127.0.0.1:1: ")
                .hasLineCount(1);
    }

    @Test
    void aTopicThatIsBeingCreatedIsWaitedFor() throws Exception {
        HrwKafkaSinkPartitioner<Long> partitioner = new HrwKafkaSinkPartitioner<>(both.properties(Map.of()));
        partitioner.open(0, 1);
        byte[] key = KeyedNumbers.text(1);
        CompletableFuture<Integer> partition =
                CompletableFuture.supplyAsync(() -> partitioner.partition(1L, key, new byte[1], "late", new int[] {0}));
        Thread.sleep(300);
        both.topics().create("late", 5, 1);

        assertThat(partition.get(60, TimeUnit.SECONDS))
                .isEqualTo(HrwPartitionCheck.of(Topology.ofPartitions(5)).owner(key, 0, key.length));
    }

    @Test
    void aTopicThatIsNotTheFirstIsLookedUpToo() throws Exception {
        both.topics().create("first", 2, 1);
        both.topics().create("second", 4, 1);
        HrwKafkaSinkPartitioner<Long> partitioner = new HrwKafkaSinkPartitioner<>(both.properties(Map.of()));
        partitioner.open(0, 1);
        for (long number = 0; number < 200; number++) {
            byte[] key = KeyedNumbers.text(number);
            for (String topic : List.of("first", "second")) {
                int partitions = topic.equals("first") ? 2 : 4;
                // Deliberately not what the topic has: what the sink hands over may be old.
                assertThat(partitioner.partition(number, key, null, topic, new int[] {0}))
                        .isEqualTo(HrwPartitionCheck.of(Topology.ofPartitions(partitions))
                                .owner(key, 0, key.length));
            }
        }
    }

    @Test
    void whatIsRefusedIsRefusedWhereTheJobIsBuilt() {
        assertThatThrownBy(() -> new HrwKafkaSinkPartitioner<Long>(new Properties()))
                .hasMessage(
                        "Missing configuration bootstrap.servers: the sink asks the brokers for the partitions of its"
                                + " topics; allowed: host:port,host:port,..., best all properties of the sink's producer");
        assertRefused("keystead.sink.on.growth", "ignore", "is neither; allowed: refresh, fail");
        for (String wire : List.of("keystead.key.wire", "keystead.topic.orders.key.wire")) {
            assertRefused(
                    wire,
                    "header",
                    "is of keys whose schema's id is in a header, and a sink shows its partitioner none; allowed in a sink:"
                            + " id4, id8, none");
        }
        assertRefused("keystead.slot.bits", "21", "\"21\" is out of range; allowed: 0 to 20");
        assertThatThrownBy(() ->
                        new HrwKafkaSinkPartitioner<Long>(both.properties(Map.of("keystead.sink.on.grwth", "fail"))))
                .hasMessage("Unknown configuration keystead.sink.on.grwth; allowed: keystead.sink.on.growth");
        assertThatThrownBy(
                        () -> new HrwKafkaSinkPartitioner<Long>(both.properties(Map.of("metadata.max.age.ms", "soon"))))
                .hasMessageContaining("Invalid value soon for configuration metadata.max.age.ms");
        assertThatThrownBy(() -> new HrwKafkaSinkPartitioner<Long>(both.properties(Map.of()))
                        .partition(1L, null, null, "any", new int[] {0}))
                .hasMessage("the sink's partitioner is not open; allowed: open() first");
    }

    private static void assertRefused(String name, String value, String why) {
        assertThatThrownBy(() -> new HrwKafkaSinkPartitioner<Long>(both.properties(Map.of(name, value))))
                .hasMessage("Invalid value " + value + " for configuration " + name + ": " + why);
    }

    @Test
    void filesAreReadWhereTheJobRuns() {
        Path absent = directory.resolve("absent");
        for (Map<String, String> properties : List.of(
                Map.of("keystead.hot.keys.file", absent.toString()),
                Map.of("keystead.key.encoding", "avro-canonical", "keystead.key.schema", absent.toString()),
                Map.of(
                        "keystead.topic.orders.key.encoding",
                        "avro-canonical",
                        "keystead.topic.orders.key.schema",
                        absent.toString()),
                Map.of(
                        "keystead.key.encoding",
                        "avro-canonical",
                        "keystead.key.schema",
                        "\"long\"",
                        "keystead.key.registry.url",
                        "http://127.0.0.1/{id}",
                        "keystead.key.registry.auth.file",
                        absent.toString()))) {
            HrwKafkaSinkPartitioner<Long> partitioner = new HrwKafkaSinkPartitioner<>(both.properties(properties));

            assertThatThrownBy(() -> partitioner.open(0, 1))
                    .hasMessageContaining(absent.toString())
                    .message()
                    .hasLineCount(1);
        }
    }
}
