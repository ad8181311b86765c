package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar that users drop in, beside one version of Kafka Streams, in a JVM of its own. */
class StreamsVersionsIT {
    private static final int VALUES = 100;
    private static final Path JAR = Path.of(System.getProperty("keystead.plugin.jar", "unset"));
    private static final Path CLIENTS = Path.of(System.getProperty("keystead.clients.directory", "unset"));

    private static LocalKafka kafka;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0.2", "3.9.2", "4.0.2", "4.4.0"})
    void oneJarRoutesOnEveryVersion(String version, @TempDir Path directory) throws Exception {
        String name = "probe-" + version;
        try (TopicReader reader = new TopicReader(kafka)) {
            try (Topics topics = new Topics(kafka.bootstrapServers())) {
                topics.create(name + "-in", 6, 1);
                topics.create(name + "-out", 7, 1);
                topics.create(name + "-windows", 8, 1);
            }
            write(name + "-in");
            Path log = directory.resolve("log");
            Process process = start(version, name, directory, log);
            try {
                Map<String, Integer> asked = asked(process, log);
                assertThat(asked).hasSize(VALUES);
                assertThat(asked)
                        .allSatisfy((value, partition) ->
                                assertThat(partition).isEqualTo(owner(6, value.getBytes(StandardCharsets.UTF_8))));
                // As the repartition topic, whose records Streams deletes when it has read them.
                assertRouted(reader, name + "-counts-changelog", 6, 0);
                // One partition fewer than there are, by a property.
                assertRouted(reader, name + "-out", 6, 0);
                assertRouted(reader, name + "-windows", 8, Long.BYTES);
            } finally {
                process.getOutputStream().close();
                if (!process.waitFor(60, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        }
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

    private static Process start(String version, String name, Path directory, Path log) throws Exception {
        String classPath;
        try (Stream<Path> files = Files.list(CLIENTS)) {
            Set<String> names = Set.of("kafka-clients-" + version + ".jar", "kafka-streams-" + version + ".jar");
            classPath = Stream.of(
                            Stream.of(
                                    JAR,
                                    Path.of(StreamsProbe.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI())),
                            files.filter(
                                    file -> names.contains(file.getFileName().toString())
                                            || file.getFileName().toString().startsWith("slf4j-api")))
                    .flatMap(paths -> paths)
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        StreamsProbe.class.getName(),
                        kafka.bootstrapServers(),
                        name,
                        directory.resolve("state").toString(),
                        Integer.toString(VALUES)))
                .redirectError(log.toFile())
                .start();
    }

    /** What the program prints until it has asked for all. */
    private static Map<String, Integer> asked(Process process, Path log) throws Exception {
        Map<String, Integer> asked = new HashMap<>();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"asked".equals(line); line = out.readLine()) {
            assertThat(line).as(Files.readString(log)).isNotNull();
            String[] pair = line.split("=", -1);
            asked.put(pair[0], Integer.valueOf(pair[1]));
        }
        return asked;
    }

    /** Waits until all values are there, and looks where. */
    private static void assertRouted(TopicReader reader, String topic, int candidates, int tail)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            Set<String> seen = new TreeSet<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    reader.read(Set.of(topic)).getOrDefault(topic, List.of())) {
                byte[] key = Arrays.copyOf(record.key(), record.key().length - tail);
                seen.add(new String(key, StandardCharsets.UTF_8));
                assertThat(record.partition())
                        .as("partition of %s in %s", new String(key, StandardCharsets.UTF_8), topic)
                        .isEqualTo(owner(candidates, key));
            }
            if (seen.size() == VALUES) {
                return;
            }
            assertThat(System.nanoTime())
                    .as("waited for the records of %s", topic)
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static int owner(int partitions, byte[] key) {
        Placement placement = Placement.of(Topology.ofPartitions(partitions));
        return Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }
}
