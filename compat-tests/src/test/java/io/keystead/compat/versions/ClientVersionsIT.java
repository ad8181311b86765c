package io.keystead.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar that users drop in, as they drop it in: beside one client version, in a JVM of its own, with the newest broker. */
class ClientVersionsIT {
    private static final int KEYS = 1_500;
    private static final int PARTITIONS = 12;
    private static final String READ = "read-by-all";
    private static final int LISTED = 1_000;
    private static final int FAN_OUT = 3;
    /** Null keys and ranks of hot keys, on each client. */
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 2 * ClientVersion.ALL.size());

    private static LocalKafka kafka;
    private static Topics topics;

    @TempDir
    private static Path directory;

    private static Path hotKeys;

    @BeforeAll
    static void start() throws Exception {
        kafka = LocalKafka.start();
        topics = new Topics(kafka.bootstrapServers());
        // Partitions are ranked by the topic's name, so that all clients need the same.
        topics.create(READ, PARTITIONS, 1);
        hotKeys = Files.write(
                directory.resolve("hot"),
                IntStream.range(0, LISTED)
                        .mapToObj(i -> FAN_OUT + " * string order-" + i)
                        .toList());
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    static List<ClientVersion> clients() {
        return ClientVersion.ALL;
    }

    @ParameterizedTest
    @MethodSource("clients")
    void theJarDoesBesideThisClientWhatThePageSays(ClientVersion client) throws Exception {
        String name = "client-" + client;
        for (String suffix : List.of("-new", "-hot", "-monitored", "-refused")) {
            topics.create(name + suffix, PARTITIONS, 1);
        }
        topics.create(name + "-adopted", PARTITIONS + 1, 1);

        String output = probe(client, name);

        assertThat(output).contains("kafka-clients " + client.version() + "\n");
        assertCounted(output, "new", 0);
        assertPlaced(name + "-new", Topology.ofPartitions(PARTITIONS));
        assertCounted(output, "adopted", 0);
        assertPlaced(
                name + "-adopted",
                Topology.ofPartitions(PARTITIONS + 1).toBuilder()
                        .base(Base.murmur2(PARTITIONS))
                        .build());
        assertCounted(output, "hot", LISTED);
        assertThat(output).contains("hot hot-keys-listed " + LISTED + "\n", "hot sampled-records " + KEYS + "\n");
        assertSpread(name + "-hot");
        assertRefused(client, output, name + "-refused");
        assertMonitored(client, output, name + "-monitored");
        assertAssigned(output);
    }

    private static String probe(ClientVersion client, String name) throws Exception {
        String classPath = Built.classPath(
                Built.clientJar(),
                Built.client("kafka-clients", client.version()),
                Built.log(),
                Built.codeOf(ClientProbe.class));
        List<String> arguments =
                List.of(kafka.bootstrapServers(), name, Integer.toString(KEYS), hotKeys.toString(), READ);
        try (Program program = Program.java(classPath, 128, ClientProbe.class, arguments)) {
            return program.finish();
        }
    }

    /** A client 3.x asks twice for a record that opens a batch, as each does here; each is counted once. */
    private static void assertCounted(String output, String producer, int hot) {
        assertThat(output)
                .contains(
                        producer + " keyed-records-total " + KEYS + "\n",
                        producer + " null-key-records-total " + KEYS + "\n",
                        producer + " hot-key-records-total " + hot + "\n");
    }

    private static void assertPlaced(String topic, Topology topology) {
        List<ConsumerRecord<byte[], byte[]>> records = Written.in(kafka.bootstrapServers(), topic);
        assertThat(records).hasSize(2 * KEYS);
        assertThat(Written.assertPlaced(topology, records)).isEqualTo(KEYS);
        long[] nullKeys = new long[topology.active().size()];
        records.stream().filter(record -> record.key() == null).forEach(record -> nullKeys[record.partition()]++);
        // Every record without a key was drawn by itself, however often the client asked.
        assertThat(Math.abs(ChiSquare.uniform(nullKeys).sigmas()))
                .as("null keys %s", Arrays.toString(nullKeys))
                .isLessThan(SIGMAS);
    }

    private static void assertSpread(String topic) {
        Placement placement = Placement.of(Topology.ofPartitions(PARTITIONS));
        HotKeys hot = HotKeys.load(hotKeys);
        long[] byRank = new long[FAN_OUT];
        for (ConsumerRecord<byte[], byte[]> record : Written.in(kafka.bootstrapServers(), topic)) {
            if (record.key() != null) {
                int rank =
                        hot.candidates(topic, record.key(), placement).indexOf(Candidate.partition(record.partition()));
                assertThat(rank).as("rank of partition %s", record.partition()).isNotNegative();
                if (hot.fanOut(topic, record.key()) == FAN_OUT) {
                    byRank[rank]++;
                }
            }
        }
        assertThat(Arrays.stream(byRank).sum()).isEqualTo(LISTED);
        assertThat(Math.abs(ChiSquare.uniform(byRank).sigmas()))
                .as("listed keys by rank %s", Arrays.toString(byRank))
                .isLessThan(SIGMAS);
    }

    /** The record is refused on each; what becomes of its transaction is the client's own. */
    private static void assertRefused(ClientVersion client, String output, String topic) {
        assertThat(output)
                .contains(
                        "the record was refused: org.apache.kafka.common.errors.InvalidConfigurationException",
                        "the commit " + (client.failsCommit() ? "failed" : "succeeded") + "\n");
        assertThat(Written.in(kafka.bootstrapServers(), topic)).isEmpty();
    }

    private static void assertMonitored(ClientVersion client, String output, String topic) {
        if (client.pluginMetrics()) {
            assertThat(output).contains("monitored plugins keyed-records-total " + KEYS + "\n");
            List<ConsumerRecord<byte[], byte[]>> records = Written.in(kafka.bootstrapServers(), topic);
            assertThat(Written.assertPlaced(Topology.ofPartitions(PARTITIONS), records))
                    .isEqualTo(KEYS);
        } else {
            assertThat(output)
                    .contains("monitored not: java.lang.ClassNotFoundException: "
                            + "org.apache.kafka.common.metrics.Monitorable\n");
        }
    }

    /** By names alone, and so the same on every client. */
    private static void assertAssigned(String output) {
        List<String> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> READ + "-" + partition)
                .toList();
        Map<String, String> owners = BoundedBalance.assign(
                        KeyHash.xxh3(0), partitions, List.of(Candidate.of("one"), Candidate.of("two")), 0.25)
                .owners();
        for (String consumer : List.of("one", "two")) {
            List<Integer> expected = IntStream.range(0, PARTITIONS)
                    .filter(partition -> consumer.equals(owners.get(READ + "-" + partition)))
                    .boxed()
                    .toList();
            assertThat(output).contains(consumer + " has " + expected + "\n");
        }
    }
}
