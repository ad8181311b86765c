package io.keystead.compat.broker;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.sandbox.SeparateBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Uuid;

/** A broker as an operator runs it: Kafka's own program and jars in a JVM of its own. */
public final class OwnProcess implements Broker {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Program program;
    private final List<Integer> ports;

    private OwnProcess(Program program, List<Integer> ports) {
        this.program = program;
        this.ports = ports;
    }

    /** Starts one that asks nothing of its clients. */
    public static OwnProcess start(Path directory) throws Exception {
        return start(directory, List.of(), List.of());
    }

    /** Starts one that has a second listener, where clients need a password and see a certificate. */
    public static OwnProcess start(Path directory, Credentials credentials) throws Exception {
        return start(directory, credentials.ofBroker(), List.of("--add-scram", credentials.scram()));
    }

    private static OwnProcess start(Path directory, List<String> security, List<String> format) throws Exception {
        List<Integer> ports = SeparateBroker.freePorts(3);
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "listeners=PLAINTEXT://127.0.0.1:" + ports.get(0)
                        + (security.isEmpty() ? "" : ",SASL_SSL://127.0.0.1:" + ports.get(1))
                        + ",CONTROLLER://127.0.0.1:" + ports.get(2),
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name=PLAINTEXT",
                "controller.listener.names=CONTROLLER",
                "controller.quorum.bootstrap.servers=127.0.0.1:" + ports.get(2),
                "log.dirs=" + directory.resolve("data"),
                "auto.create.topics.enable=false",
                "message.max.bytes=" + MAX_MESSAGE_BYTES,
                "group.initial.rebalance.delay.ms=0",
                "offsets.topic.num.partitions=1",
                "offsets.topic.replication.factor=1",
                // The default takes 128 MB of heap.
                "log.cleaner.dedupe.buffer.size=2097152"));
        lines.addAll(security);
        Path file = Files.write(directory.resolve("server.properties"), lines);
        List<String> arguments = new ArrayList<>(
                List.of("format", "--standalone", "-t", Uuid.randomUuid().toString(), "-c", file.toString()));
        arguments.addAll(format);
        try (Program formatting = kafka("kafka.tools.StorageTool", arguments)) {
            formatting.finish();
        }
        OwnProcess broker = new OwnProcess(kafka("kafka.Kafka", List.of(file.toString())), ports);
        try {
            broker.awaitClients();
            return broker;
        } catch (Exception | Error e) {
            broker.close();
            throw e;
        }
    }

    private static Program kafka(String main, List<String> arguments) throws IOException {
        return Program.java(Built.brokerJars().resolve("*").toString(), 384, main, arguments);
    }

    private void awaitClients() throws Exception {
        awaitClients(bootstrapServers(), () -> {
            if (!program.isAlive()) {
                throw new IllegalStateException("the broker ended; it wrote " + program.output());
            }
        });
    }

    /** What is to be looked at while a broker starts. */
    interface Watch {
        void look();
    }

    /** Waits until a broker answers clients. */
    static void awaitClients(String bootstrapServers, Watch watch) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!SeparateBroker.isServing(bootstrapServers)) {
            watch.look();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "the broker at " + bootstrapServers + " does not answer after " + PATIENCE);
            }
        }
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + ports.get(0);
    }

    /** The address of the listener that asks for a password. */
    public String securedServers() {
        return "127.0.0.1:" + ports.get(1);
    }

    @Override
    public void close() {
        program.close();
    }
}
