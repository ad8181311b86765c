package io.keystead.compat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the build has made for users, and the jars of others beside which they use it. */
public final class Built {
    private static final Path ROOT = Path.of(System.getProperty("keystead.root", ".."));
    private static final String VERSION = System.getProperty("keystead.version", "unset");
    /** The version of Kafka that the project is built with. */
    public static final String KAFKA = System.getProperty("keystead.kafka.version", "unset");

    private Built() {}

    /** A file of the source tree. */
    public static Path file(String path) {
        return existing(ROOT.resolve(path));
    }

    /** The jar for clients, with all that it needs inside. */
    public static Path clientJar() {
        return file("kafka-partitioner/target/kafka-partitioner-" + VERSION + "-all.jar");
    }

    /** The jar for Flink, with all that it needs inside. */
    public static Path flinkJar() {
        return file("flink-partitioner/target/flink-partitioner-" + VERSION + "-all.jar");
    }

    /** The jars of a broker and of Kafka's tools, and nothing of this project's. */
    public static Path brokerJars() {
        return file("kafka-broker-assignors/target/kafka");
    }

    /** The class path of a line of Flink. */
    public static String flink(String line) {
        try {
            return Files.readString(file("flink-lines/" + line + "/target/flink.classpath"))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connector of Flink's with the client that it is made for, as a class path names a folder of jars. */
    public static String connector(String name) {
        return file("flink-partitioner/target/connectors/" + name).resolve("*").toString();
    }

    /** A jar of the clients that this folder tries. */
    public static Path client(String artifact, String version) {
        return file("compat-tests/target/clients/" + artifact + "-" + version + ".jar");
    }

    /** The interface of the log, which clients need on their class path. */
    public static Path log() {
        try (Stream<Path> jars = Files.list(file("compat-tests/target/clients"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("slf4j-api"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder or jar that a class was loaded from. */
    public static Path codeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class path of the command {@code keystead}. */
    static String command() {
        return classPath(file("cli/target/keystead.jar"), file("cli/target/lib").resolve("*"));
    }

    /** These, as {@code -cp} takes them. */
    public static String classPath(Object... entries) {
        return Stream.of(entries).map(Object::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** The program {@code java} with what every short program gets. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                // They live for seconds.
                "-XX:TieredStopAtLevel=1");
    }

    private static Path existing(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing; it is built by mvn verify");
        }
        return path;
    }
}
