package io.keystead.compat.docs;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/** What a reader has: the command as it was built, Kafka's own tools, and the plugin. */
final class Tools {
    private static final Map<String, String> KAFKA = Map.of(
            "kafka-topics.sh", "org.apache.kafka.tools.TopicCommand",
            "kafka-console-producer.sh", "org.apache.kafka.tools.ConsoleProducer",
            "kafka-console-consumer.sh", "org.apache.kafka.tools.consumer.ConsoleConsumer",
            "kafka-get-offsets.sh", "org.apache.kafka.tools.GetOffsetShell",
            "kafka-configs.sh", "org.apache.kafka.tools.ConfigCommand",
            "kafka-consumer-groups.sh", "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand");

    private Tools() {}

    /** Puts Kafka's tools and {@code keystead} into a directory that is to be on PATH. */
    static void install(Path directory) throws IOException {
        String kafka = Built.classPath(
                Built.client("kafka-tools", Built.KAFKA), Built.brokerJars().resolve("*"));
        for (Map.Entry<String, String> tool : KAFKA.entrySet()) {
            // As Kafka's own scripts do, with the user's CLASSPATH behind.
            program(
                    directory.resolve(tool.getKey()),
                    kafka + "${CLASSPATH:+:$CLASSPATH}",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                    tool.getValue());
        }
        program(
                directory.resolve("keystead"),
                Built.classPath(
                        Built.file("cli/target/keystead.jar"),
                        Built.file("cli/target/lib").resolve("*")),
                "-Dkeystead.err.terminal=false",
                "io.keystead.cli.Keystead");
    }

    private static void program(Path file, String classPath, String option, String main) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(
                file,
                "#!/bin/sh\nexec '" + java + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx384m "
                        + option + " -cp \"" + classPath + "\" " + main + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes a directory look like this repository after {@code ./keystead} has built it, as far as pages use it. */
    static void furnish(Path directory, Path tools) throws IOException {
        Path target = Files.createDirectories(directory.resolve("kafka-partitioner/target"));
        // A copy, since whoever deletes the directory must not come to the build's own.
        Files.copy(Built.clientJar(), target.resolve(Built.clientJar().getFileName()));
        Files.createSymbolicLink(directory.resolve("keystead"), tools.resolve("keystead"));
        copy("hrw-core/src/test/resources/vectors", directory.resolve("hrw-core/src/test/resources/vectors"));
        Files.createDirectories(directory.resolve("compat-tests"));
        Files.createSymbolicLink(directory.resolve("compat-tests/ports"), Built.file("compat-tests/ports"));
        // What a reader's job of Flink would have left.
        copy("cli/src/test/resources/io/keystead/cli/flink/native-p2", directory.resolve("savepoint-d96f21"));
    }

    private static void copy(String folder, Path target) throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(Built.file(folder))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }
}
