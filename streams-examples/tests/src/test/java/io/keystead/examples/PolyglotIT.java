package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keystead.sandbox.LocalKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Producers of three languages. */
@ExtendWith(EmptyKafka.class)
class PolyglotIT {
    /** Whether a client that is missing is a failure, and not only left out. */
    private static final boolean REQUIRED = Boolean.getBoolean("keystead.clients.required");

    private static final int MISSING = 2;

    @TempDir
    private static Path directory;

    @Test
    void threeLanguagesPutTheSameKeysIntoTheSamePartitions(LocalKafka kafka) throws Exception {
        Example ended = run(kafka, "KEYSTEAD=" + keystead());
        if (ended.exitCode() == MISSING) {
            assertThat(ended.err().lines().toList()).last().asString().contains("compat-tests/install-clients");
            System.out.println("skipped: " + ended.err());
            assumeTrue(REQUIRED, ended.err());
        }

        assertThat(ended.goodAsShown("polyglot"))
                .containsPattern("Python +20,000 orders by confluent-kafka ")
                .containsPattern("JavaScript +20,000 orders by kafkajs ")
                .containsPattern("Java +20,000 orders by kafka-clients 4")
                .containsPattern("right +60,000\\R")
                .containsPattern("pricing +20,000 +0\\R")
                .containsPattern("shop +20,000 +0\\R")
                .contains("20,000 of 20,000 keys in one partition")
                // The keys are always the same ones.
                .contains("16,535 keys where Kafka's default had put them")
                .contains("3,465 keys to the new one");
    }

    @Test
    void aClientThatIsMissingIsNamedInOneLine(LocalKafka kafka) throws Exception {
        Path module = Files.createDirectory(directory.resolve("python")).resolve("confluent_kafka.py");
        Files.writeString(module, "raise ImportError('No module named confluent_kafka')");

        Example ended = run(kafka, "PYTHONPATH=" + module.getParent());

        assertThat(ended.exitCode()).isEqualTo(MISSING);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines())
                .last()
                .asString()
                .matches("polyglot: Python: .*; compat-tests/install-clients installs it");
    }

    private static Example run(LocalKafka kafka, String variable) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", variable));
        command.addAll(Example.command("polyglot", "--bootstrap-server", kafka.bootstrapServers()));
        return Example.run(command);
    }

    /** The command as it is built, which the script in the tree would build once more. */
    private static Path keystead() throws Exception {
        Path cli = Path.of("../../cli/target").toRealPath();
        Path script = directory.resolve("keystead");
        Files.createFile(script, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(
                script,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:+UseSerialGC -Xmx256m -cp '" + cli + "/keystead.jar:" + cli
                        + "/lib/*' io.keystead.cli.Keystead \"$@\"\n");
    }
}
