package io.keystead.flink.sink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jars that users take, beside each of Flink's connectors and the client that it is made for, in a JVM of its own. */
class SinkJarsIT {
    private static final int RECORDS = 10_000;

    @TempDir
    private static Path directory;

    private static KafkaOnly kafka;

    @BeforeAll
    static void start() {
        kafka = new KafkaOnly();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    /** A connector, by the folder of its jars, with the line of Flink and the jar that go with it. */
    record Connector(String name, String line, String plugin) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Connector FLINK_2 = new Connector("flink-2", "v2", "keystead.plugin.jar");

    static Stream<Connector> connectors() {
        return Stream.of(
                FLINK_2,
                new Connector("flink-2-sql", "v2", "keystead.plugin.sql.jar"),
                new Connector("flink-1.20", "v1.20", "keystead.plugin.jar"));
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void bothPartitionersPlaceEveryKeyOnItsOwner(Connector connector) throws Exception {
        String bySink = connector + "-sink";
        String byProducer = connector + "-producer";
        kafka.topics().create(bySink, 5, 1);
        kafka.topics().create(byProducer, 5, 1);
        Process first = begin(connector, bySink, "AT_LEAST_ONCE", 2_000);
        Process second = begin(
                connector,
                byProducer,
                "AT_LEAST_ONCE",
                2_000,
                "partitioner.class=io.keystead.kafka.producer.HrwPartitioner");
        awaitEnd(first, bySink);
        awaitEnd(second, byProducer);

        for (String topic : List.of(bySink, byProducer)) {
            assertThat(kafka.readNumbers(topic))
                    .hasSize(2_000)
                    .allMatch(right(HrwPartitionCheck.of(Topology.ofPartitions(5))));
        }
    }

    @Test
    void anExactlyOnceSinkThatFailsOnGrowthShowsItsReadersOneCut() throws Exception {
        kafka.topics().create("cut", 4, 1);
        Process program = begin(
                FLINK_2,
                "cut",
                "EXACTLY_ONCE",
                RECORDS,
                "keystead.sink.on.growth=fail",
                "metadata.max.age.ms=500",
                "transaction.timeout.ms=60000");
        kafka.awaitEnd("cut", RECORDS / 5);
        kafka.topics().grow("cut", 5);
        awaitEnd(program, "cut");

        List<Written> committed = kafka.readNumbers("cut").stream()
                .sorted(Comparator.comparingLong(Written::number))
                .toList();
        assertThat(committed.stream().map(Written::number).toList())
                .isEqualTo(LongStream.range(0, RECORDS).boxed().toList());
        int cut = (int) committed.stream()
                .filter(record -> record.partition() == 4)
                .findFirst()
                .orElseThrow()
                .number();
        HrwPartitionCheck before = HrwPartitionCheck.of(Topology.ofPartitions(4));
        HrwPartitionCheck after = HrwPartitionCheck.of(Topology.ofPartitions(5));
        assertThat(cut).isBetween(RECORDS / 100, RECORDS * 99 / 100);
        assertThat(committed.subList(0, cut)).allMatch(right(before));
        assertThat(committed.subList(cut, RECORDS)).allMatch(right(after));
        assertThat(Files.readString(log("cut")))
                .contains("topic cut has grown from 4 to 5 partitions; keystead.sink.on.growth=fail: ");
    }

    @Test
    void theJarForSqlKnowsKafkaByTheNameThatItHasThereOnly() throws Exception {
        try (JarFile jar = new JarFile(property("keystead.plugin.sql.jar").toFile())) {
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.kafka..")
                    .check(new ClassFileImporter().importJar(jar));
        }
    }

    private static Predicate<Written> right(HrwPartitionCheck check) {
        return record -> {
            byte[] key = KeyedNumbers.text(record.number());
            return check.owner(key, 0, key.length) == record.partition();
        };
    }

    private static Process begin(Connector connector, String topic, String guarantee, int records, String... properties)
            throws IOException {
        List<String> classPath = new ArrayList<>();
        classPath.add(property(connector.plugin()).toString());
        // As a class path names a folder of jars.
        classPath.add(property("keystead.connectors.directory")
                .resolve(connector.name())
                .resolve("*")
                .toString());
        classPath.add(Files.readString(property("keystead.flink.lines.directory")
                        .resolve(connector.line())
                        .resolve("target/flink.classpath"))
                .strip());
        classPath.add(codeOf(SinkProgram.class));
        classPath.add(codeOf(org.slf4j.LoggerFactory.getILoggerFactory().getClass()));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                String.join(File.pathSeparator, classPath),
                SinkProgram.class.getName(),
                topic,
                guarantee,
                String.valueOf(records),
                "bootstrap.servers=" + kafka.bootstrapServers()));
        command.addAll(List.of(properties));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(topic).toFile())
                .start();
    }

    private static void awaitEnd(Process program, String topic) throws Exception {
        try {
            boolean ended = program.waitFor(120, TimeUnit.SECONDS);
            assertThat(ended && program.exitValue() == 0)
                    .as(() -> "the job ended well; its log ends with " + endOf(log(topic)))
                    .isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    private static String endOf(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 80), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Path log(String topic) {
        return directory.resolve(topic + ".log");
    }

    private static Path property(String name) {
        return Path.of(System.getProperty(name, "unset"));
    }

    private static String codeOf(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }
}
