package io.keystead.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.compat.agreement.FlinkProgram;
import io.keystead.compat.agreement.Job;
import io.keystead.compat.agreement.KeyLines;
import io.keystead.hrw.Base;
import io.keystead.hrw.Topology;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar for Flink beside one line of Flink, its connector and the client that this is made for, in a JVM of its own. */
class FlinkVersionsIT {
    private static final int KEYS = 2_000;
    private static final int PARTITIONS = 5;

    @TempDir
    private static Path directory;

    private static LocalKafka kafka;
    private static Path keys;

    @BeforeAll
    static void start() throws Exception {
        kafka = LocalKafka.start();
        keys = directory.resolve("keys");
        KeyLines.write(
                keys,
                IntStream.range(0, KEYS)
                        .mapToObj(i -> ("order-" + i).getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void bothPartitionersPlaceByTheRuleOnFlink1() throws Exception {
        assertPlaces(FlinkVersion.OLDEST);
    }

    /** Its class path is made with the longer tests and with the clients of other languages. */
    @Test
    @Tag("clients")
    void bothPartitionersPlaceByTheRuleOnTheFirstFlink2() throws Exception {
        assertPlaces(FlinkVersion.FIRST_OF_2);
    }

    @Test
    void bothPartitionersPlaceByTheRuleOnTheNewestFlink() throws Exception {
        assertPlaces(FlinkVersion.NEWEST);
    }

    private static void assertPlaces(FlinkVersion flink) throws Exception {
        String bySink = "flink-" + flink + "-sink";
        String byProducer = "flink-" + flink + "-producer";
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            topics.create(bySink, PARTITIONS, 1);
            topics.create(byProducer, PARTITIONS, 1);
        }
        List<String> arguments = new ArrayList<>(List.of(kafka.bootstrapServers(), keys.toString()));
        arguments.addAll(Job.arguments(bySink, List.of("keystead.base=murmur2/4")));
        arguments.addAll(Job.arguments(
                byProducer,
                List.of("keystead.base=murmur2/4", "partitioner.class=io.keystead.kafka.producer.HrwPartitioner")));
        String classPath = Built.classPath(
                Built.flinkJar(),
                Built.connector(flink.connector()),
                Built.flink(flink.line()),
                Built.codeOf(FlinkProgram.class));
        try (Program program = Program.java(classPath, 384, FlinkProgram.class, arguments)) {
            program.finish();
        }

        Topology topology = Topology.ofPartitions(PARTITIONS).toBuilder()
                .base(Base.murmur2(4))
                .build();
        for (String topic : List.of(bySink, byProducer)) {
            assertThat(Written.assertPlaced(topology, Written.in(kafka.bootstrapServers(), topic)))
                    .isEqualTo(KEYS);
        }
    }
}
