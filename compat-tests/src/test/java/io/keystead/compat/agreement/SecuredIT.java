package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.compat.broker.Credentials;
import io.keystead.compat.broker.OwnProcess;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.sandbox.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A listener with a certificate and passwords (SASL_SSL, SCRAM): whatever connects by itself takes the client's settings. */
class SecuredIT {
    @TempDir
    private static Path directory;

    private static Credentials credentials;
    private static OwnProcess broker;
    private static KeySet keys;

    @BeforeAll
    static void start() throws Exception {
        credentials = Credentials.in(directory);
        broker = OwnProcess.start(directory, credentials);
        keys = KeySet.in(directory);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void producerCheckAndCommandWorkWithThem() throws Exception {
        create("by-producer");
        try (Program program = Program.java(
                Built.classPath(
                        Built.clientJar(),
                        Built.client("kafka-clients", Built.KAFKA),
                        Built.log(),
                        Built.codeOf(ProducerProgram.class)),
                256,
                ProducerProgram.class,
                arguments("by-producer"))) {
            program.finish();
        }

        assertRight("by-producer");
        Program.Ended verified = verify("by-producer", credentials);
        assertThat(verified.exitCode()).as(verified.err()).isZero();
    }

    /** The sink's partitioner asks the brokers for the partitions itself. */
    @Test
    void flinksSinkWorksWithThem() throws Exception {
        create("by-flink");
        try (Program program = Program.java(
                Built.classPath(
                        Built.flinkJar(),
                        Built.connector("flink-2"),
                        Built.flink("v2"),
                        Built.codeOf(FlinkProgram.class)),
                384,
                FlinkProgram.class,
                arguments("by-flink"))) {
            program.finish();
        }

        assertRight("by-flink");
    }

    @Test
    void theCommandSaysThatItIsRefusedWithAWrongPassword() throws Exception {
        create("refused");

        Program.Ended ended = verify("refused", credentials.withWrongPassword());

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).startsWith("keystead verify: --command-config").contains("Authentication failed");
        assertThat(ended.err().lines()).hasSize(1);
    }

    private static void create(String topic) throws Exception {
        try (Topics topics = new Topics(broker.bootstrapServers())) {
            topics.create(topic, Plans.PARTITIONS, 1);
        }
    }

    private static List<String> arguments(String topic) {
        List<String> properties = new ArrayList<>(credentials.ofClient());
        properties.addAll(Plans.plain().properties());
        List<String> arguments =
                new ArrayList<>(List.of(broker.securedServers(), keys.file().toString()));
        arguments.addAll(Job.arguments(topic, properties));
        return arguments;
    }

    private static void assertRight(String topic) {
        Map<String, Object> properties = new HashMap<>();
        for (String property : credentials.ofClient()) {
            String[] pair = property.split("=", 2);
            properties.put(pair[0], pair[1]);
        }
        HrwPartitionCheck check = HrwPartitionCheck.of(Plans.plain().topology());
        try (Sightings sightings = new Sightings(broker.securedServers(), properties, keys)) {
            int[] seen = sightings.next(topic, Plans.PARTITIONS);
            for (int line = 0; line < seen.length; line++) {
                assertThat(check.check(keys.key(line), seen[line]))
                        .as("line %s", line)
                        .isEqualTo(keys.key(line) == null ? Verdict.UNKNOWN : Verdict.RIGHT);
            }
        }
    }

    private static Program.Ended verify(String topic, Credentials used) throws Exception {
        Path config = Files.write(directory.resolve(topic + ".properties"), used.ofClient());
        return Program.keystead(List.of(
                "verify", topic, "--bootstrap-server", broker.securedServers(), "--command-config", config.toString()));
    }
}
