package io.keystead.kafka.broker;

import io.keystead.sandbox.SeparateBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/** A broker as an operator runs it: a JVM of its own, Kafka's jars, and the plugin's jar beside them. */
final class BrokerJvm implements AutoCloseable {
    static final Path JAR = Path.of(System.getProperty("keystead.plugin.jar", "unset"));
    private static final Path KAFKA = Path.of(System.getProperty("keystead.kafka.directory", "unset"));

    private final OwnJvm jvm;
    private final String servers;

    private BrokerJvm(OwnJvm jvm, String servers) {
        this.jvm = jvm;
        this.servers = servers;
    }

    /** With these properties beside those that a lone broker needs; returns when clients can use it. */
    static BrokerJvm start(Path directory, Map<String, String> properties) throws Exception {
        List<Integer> ports = SeparateBroker.freePorts(2);
        String servers = "127.0.0.1:" + ports.get(0);
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "listeners=PLAINTEXT://" + servers + ",CONTROLLER://127.0.0.1:" + ports.get(1),
                "controller.listener.names=CONTROLLER",
                "controller.quorum.bootstrap.servers=127.0.0.1:" + ports.get(1),
                "log.dirs=" + directory.resolve("data"),
                "offsets.topic.num.partitions=1",
                "offsets.topic.replication.factor=1",
                "log.cleaner.dedupe.buffer.size=2097152"));
        properties.forEach((key, value) -> lines.add(key + "=" + value));
        Path file = Files.write(directory.resolve("server.properties"), lines);
        program(
                        "kafka.tools.StorageTool",
                        "format",
                        "--standalone",
                        "-t",
                        Uuid.randomUuid().toString(),
                        "-c",
                        file + "")
                .finish();
        BrokerJvm broker = new BrokerJvm(program("kafka.Kafka", file.toString()), servers);
        try {
            Await.until(broker::isServing, serving -> serving, broker.jvm::output);
        } catch (Exception | Error e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    String servers() {
        return servers;
    }

    private boolean isServing() throws InterruptedException {
        if (!jvm.isAlive()) {
            throw new AssertionError("The broker ended: " + jvm.output());
        }
        return SeparateBroker.isServing(servers);
    }

    private static OwnJvm program(String name, String... arguments) throws IOException {
        List<String> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(KAFKA)) {
            files.forEach(file -> jars.add(file.toString()));
        }
        jars.add(JAR.toString());
        return OwnJvm.start(String.join(File.pathSeparator, jars), name, List.of("-Xmx384m"), arguments);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
