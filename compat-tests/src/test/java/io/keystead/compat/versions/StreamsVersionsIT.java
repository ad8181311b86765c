package io.keystead.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar that users drop in, beside one version of Kafka Streams, in a JVM of its own, with the newest broker. */
@Tag("clients")
class StreamsVersionsIT {
    private static final int VALUES = 100;
    private static final int PARTITIONS = 6;

    private static LocalKafka kafka;
    private static Topics topics;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        topics = new Topics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    static List<StreamsVersion> all() {
        return StreamsVersion.ALL;
    }

    static Stream<StreamsVersion> assigning() {
        return StreamsVersion.ALL.stream().filter(StreamsVersion::assignsTasks);
    }

    @ParameterizedTest
    @MethodSource("all")
    void oneJarRoutesOnEveryVersion(StreamsVersion streams, @TempDir Path directory) throws Exception {
        String name = "routed-" + streams;
        topics.create(name + "-in", PARTITIONS, 1);
        topics.create(name + "-out", PARTITIONS + 1, 1);
        topics.create(name + "-windows", PARTITIONS + 2, 1);
        write(name + "-in");
        List<String> arguments =
                List.of(kafka.bootstrapServers(), name, directory.toString(), Integer.toString(VALUES));
        try (Program program = Program.java(classPath(streams), 192, RoutingProbe.class, arguments)) {
            await("the answers to all queries", program, () -> program.output().contains("asked\n"));
            assertAsked(program.output());
            // As the repartition topic, whose records Streams deletes when it has read them.
            awaitRouted(program, name + "-counts-changelog", PARTITIONS, 0);
            // One partition fewer than there are, by a property.
            awaitRouted(program, name + "-out", PARTITIONS, 0);
            awaitRouted(program, name + "-windows", PARTITIONS + 2, Long.BYTES);
            program.endInput();
            program.finish();
        }
    }

    @ParameterizedTest
    @MethodSource("assigning")
    void tasksAreWhereTheRuleSaysOnEveryVersionThatHasAssignors(StreamsVersion streams, @TempDir Path directory)
            throws Exception {
        String name = "assigned-" + streams;
        topics.create(name + "-in", PARTITIONS, 1);
        topics.create(name + "-out", PARTITIONS, 1);
        String expected = byTheRule();
        List<String> arguments = List.of(kafka.bootstrapServers(), name, directory.toString());
        try (Program program = Program.java(classPath(streams), 192, TasksProbe.class, arguments)) {
            await(expected, program, () -> program.output().contains(expected));
        }
    }

    private static String byTheRule() {
        List<String> tasks =
                IntStream.range(0, PARTITIONS).mapToObj(i -> "0_" + i).toList();
        Map<String, String> owners = BoundedBalance.assign(
                        KeyHash.xxh3(0), tasks, List.of(Candidate.of("one"), Candidate.of("two")), 0.25)
                .owners();
        return Stream.of("one", "two")
                .map(name -> name + "="
                        + tasks.stream()
                                .filter(task -> name.equals(owners.get(task)))
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining(" ", "", "\n"));
    }

    private static String classPath(StreamsVersion streams) {
        return Built.classPath(
                Built.clientJar(),
                Built.client("kafka-clients", streams.version()),
                Built.client("kafka-streams", streams.version()),
                Built.log(),
                Built.codeOf(RoutingProbe.class));
    }

    private static void write(String topic) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < VALUES; i++) {
                assertThat(producer.send(new ProducerRecord<>(topic, "key-" + i, "value-" + i))
                                .get()
                                .hasOffset())
                        .isTrue();
            }
        }
    }

    private static void assertAsked(String output) {
        Map<String, Integer> asked = new HashMap<>();
        output.lines().filter(line -> line.startsWith("value-")).forEach(line -> {
            String[] pair = line.split("=", -1);
            asked.put(pair[0], Integer.valueOf(pair[1]));
        });
        assertThat(asked).hasSize(VALUES);
        assertThat(asked)
                .allSatisfy((value, partition) ->
                        assertThat(partition).isEqualTo(owner(PARTITIONS, value.getBytes(StandardCharsets.UTF_8))));
    }

    /** Waits until all values are there, and looks where. */
    private static void awaitRouted(Program program, String topic, int candidates, int tail) throws Exception {
        await("the records of " + topic, program, () -> {
            Set<String> seen = new TreeSet<>();
            for (ConsumerRecord<byte[], byte[]> record : Written.in(kafka.bootstrapServers(), topic)) {
                byte[] key = Arrays.copyOf(record.key(), record.key().length - tail);
                seen.add(new String(key, StandardCharsets.UTF_8));
                assertThat(record.partition())
                        .as("partition of %s in %s", new String(key, StandardCharsets.UTF_8), topic)
                        .isEqualTo(owner(candidates, key));
            }
            return seen.size() == VALUES;
        });
    }

    private static void await(String what, Program program, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (!condition.getAsBoolean()) {
            assertThat(program.isAlive() && System.nanoTime() < deadline)
                    .as(() -> "waited for " + what + "; the program wrote " + program.output())
                    .isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static int owner(int partitions, byte[] key) {
        Placement placement = Placement.of(Topology.ofPartitions(partitions));
        return Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }
}
