package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar that users drop in, as they drop it in: beside one client version, in a JVM of its own. */
class PluginJarIT {
    private static final int KEYS = 1_500;
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

    @Test
    void theJarHoldsNothingUnderSomebodyElsesName() throws IOException {
        try (JarFile jar = new JarFile(ClientJvm.JAR.toFile())) {
            List<String> names = jar.stream()
                    .filter(e -> !e.isDirectory())
                    .map(e -> e.getName())
                    .toList();
            assertThat(names)
                    .allSatisfy(name -> assertThat(name)
                            .matches("io/keystead/.*|META-INF/versions/[0-9]+/io/keystead/shaded/.*"
                                    + "|META-INF/(MANIFEST.MF|LICENSE|NOTICE|maven/io.keystead/.*)"))
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "io/keystead/kafka/producer/HrwPartitioner.class",
                            "io/keystead/hrw/Placement.class",
                            "io/keystead/shaded/hash4j/hashing/Hashing.class",
                            "io/keystead/shaded/datasketches/frequencies/LongsSketch.class",
                            "META-INF/versions/21/io/keystead/shaded/hash4j/internal/UnsignedMultiplyUtil.class")
                    .noneMatch(name -> name.startsWith("io/keystead/hrw/conformance/"));
            assertThat(jar.stream()
                            .filter(e -> e.getName().contains("/shaded/"))
                            .mapToLong(ZipEntry::getCompressedSize)
                            .sum())
                    .as("bytes of hash4j and one sketch; all of hash4j alone would be 387,000")
                    .isLessThan(300_000);
            assertThat(jar.isMultiRelease())
                    .as("newer Javas find their classes")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0.2", "3.9.2", "4.0.2", "4.4.0"})
    void oneClassNameWorksOnEveryClient(String version) throws Exception {
        String topic = "client-" + version;
        topics.create(topic, 12);

        assertThat(probe(version, "HrwPartitioner", topic))
                .contains(
                        "kafka-clients " + version,
                        "keyed-records-total " + KEYS + "\n",
                        "null-key-records-total " + KEYS + "\n");

        assertThatTopicIsPlacedBy(Topology.ofPartitions(12), topic);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0.2", "4.4.0"})
    void anAdoptedTopicIsPlacedAlikeOnOldAndNewClients(String version) throws Exception {
        String topic = "adopted-" + version;
        topics.create(topic, 13);

        probe(version, "HrwPartitioner", topic, "keystead.base=murmur2/12");

        assertThatTopicIsPlacedBy(
                Topology.ofPartitions(13).toBuilder().base(Base.murmur2(12)).build(), topic);
    }

    /** Every record of an old client is asked for twice; the second ask must not draw again. */
    @ParameterizedTest
    @ValueSource(strings = {"3.0.2", "4.4.0"})
    void listedKeysAreSpreadOverTheirBestCandidatesOnOldAndNewClients(String version, @TempDir Path directory)
            throws Exception {
        String topic = "hot-" + version;
        topics.create(topic, 12);
        int listed = 1_000;
        int fanOut = 3;
        Path file = Files.write(
                directory.resolve("hot"),
                IntStream.range(0, listed)
                        .mapToObj(i -> fanOut + " " + topic + " string order-" + i)
                        .toList());

        String output = probe(
                version,
                "HrwPartitioner",
                topic,
                "keystead.hot.keys.file=" + file,
                // All of them go through the sketch, whose library has only what the jar brings.
                "keystead.hot.keys.sample=1");

        assertThat(output)
                .contains(
                        "kafka-clients " + version,
                        "keyed-records-total " + KEYS + "\n",
                        "hot-key-records-total " + listed + "\n",
                        "hot-keys-listed " + listed + "\n",
                        "sampled-records " + KEYS + "\n");
        Placement placement = Placement.of(Topology.ofPartitions(12));
        HotKeys hotKeys = HotKeys.load(file);
        long[] byRank = new long[fanOut];
        for (ConsumerRecord<byte[], byte[]> record : topics.read(topic)) {
            if (record.key() != null) {
                int rank = hotKeys.candidates(topic, record.key(), placement)
                        .indexOf(Candidate.partition(record.partition()));
                assertThat(rank)
                        .as(
                                "rank of partition %s for %s",
                                record.partition(), new String(record.key(), StandardCharsets.UTF_8))
                        .isNotNegative();
                if (hotKeys.fanOut(topic, record.key()) == fanOut) {
                    byRank[rank]++;
                }
            }
        }
        assertThat(Arrays.stream(byRank).sum()).isEqualTo(listed);
        assertThat(Math.abs(ChiSquare.uniform(byRank).sigmas()))
                .as("listed keys by rank %s", Arrays.toString(byRank))
                .isLessThan(SIGMAS);
    }

    @Test
    void theMonitorableClassWorksOnTheNewestClient() throws Exception {
        topics.create("monitorable", 12);

        probe("4.4.0", "MonitorableHrwPartitioner", "monitorable");

        assertThatTopicIsPlacedBy(Topology.ofPartitions(12), "monitorable");
    }

    /** The record is refused on each; what becomes of its transaction is the client's own, as docs/producer.md says. */
    @ParameterizedTest
    @CsvSource({"3.0.2,succeeded", "3.9.2,failed", "4.0.2,failed", "4.4.0,failed"})
    void aRefusedRecordFailsItsCommitOnClientsThatKnowOfIt(String version, String commit) throws Exception {
        String topic = "transaction-" + version;
        topics.create(topic, 2);

        String output = ClientJvm.run(version, TransactionProbe.class, List.of(kafka.bootstrapServers(), topic));

        assertThat(output)
                .contains(
                        "the record was refused: org.apache.kafka.common.errors.InvalidConfigurationException",
                        "the commit " + commit);
        assertThat(topics.read(topic)).isEmpty();
    }

    private static void assertThatTopicIsPlacedBy(Topology topology, String topic) {
        Placement placement = Placement.of(topology);
        int partitions = placement.active().size();
        List<ConsumerRecord<byte[], byte[]>> records = topics.read(topic);
        assertThat(records).hasSize(2 * KEYS);
        long[] nullKeys = new long[partitions];
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.key() == null) {
                nullKeys[record.partition()]++;
            } else {
                assertThat(placement.active().get(placement.owner(record.key())).id())
                        .as("owner of %s", new String(record.key(), StandardCharsets.UTF_8))
                        .isEqualTo(Integer.toString(record.partition()));
            }
        }
        // Every record without a key was drawn by itself, however often the client asked.
        assertThat(Math.abs(ChiSquare.uniform(nullKeys).sigmas()))
                .as("null keys %s", Arrays.toString(nullKeys))
                .isLessThan(SIGMAS);
    }

    private static String probe(String version, String partitioner, String topic, String... properties)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "io.keystead.kafka.producer." + partitioner, kafka.bootstrapServers(), topic, Integer.toString(KEYS)));
        arguments.addAll(List.of(properties));
        return ClientJvm.run(version, ClientProbe.class, arguments);
    }
}
