package io.keystead.compat.broker;

import io.keystead.compat.Built;
import io.keystead.compat.Program;
import io.keystead.sandbox.SeparateBroker;
import java.util.List;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * A broker in a container that Testcontainers starts, in the host's network and on 127.0.0.1 only.
 *
 * <p>The image {@code apache/kafka} of the project's version is used if it is there, and else made from this machine's own
 * files, since a machine of the tests need not reach any registry.
 */
public final class Container implements Broker {
    private static final String IMAGE = "apache/kafka:" + Built.KAFKA;

    private final OnLoopback container;

    private Container(OnLoopback container) {
        this.container = container;
    }

    /** Why no container can be started here; empty if one can. */
    public static Optional<String> obstacle() {
        try {
            return DockerClientFactory.instance().isDockerAvailable()
                    ? Optional.empty()
                    : Optional.of(
                            "no Docker answers here; compat-tests/docker/with-docker starts one where Debian's docker.io"
                                    + " is installed");
        } catch (RuntimeException e) {
            return Optional.of("Docker cannot be used: " + e.getMessage());
        }
    }

    /** Starts one. */
    public static Container start() throws Exception {
        try (Program program = Program.start(List.of(
                Built.file("compat-tests/docker/build-image").toString(),
                IMAGE,
                Built.brokerJars().toString()))) {
            program.finish();
        }
        OnLoopback container = new OnLoopback(SeparateBroker.freePorts(3));
        try {
            container.start();
            OwnProcess.awaitClients(container.getBootstrapServers(), () -> {});
            return new Container(container);
        } catch (Exception | Error e) {
            container.stop();
            throw e;
        }
    }

    /** In the host's network a container's ports are the host's. */
    private static final class OnLoopback extends KafkaContainer {
        private final List<Integer> ports;

        OnLoopback(List<Integer> ports) {
            super(IMAGE);
            this.ports = ports;
            setExposedPorts(List.of());
            withNetworkMode("host");
            withEnv(
                    "KAFKA_LISTENERS",
                    "PLAINTEXT://127.0.0.1:" + ports.get(0) + ",BROKER://127.0.0.1:" + ports.get(1)
                            + ",CONTROLLER://127.0.0.1:" + ports.get(2));
            withEnv("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@127.0.0.1:" + ports.get(2));
            withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
            withEnv("KAFKA_MESSAGE_MAX_BYTES", Integer.toString(MAX_MESSAGE_BYTES));
            withEnv("KAFKA_LOG_CLEANER_DEDUPE_BUFFER_SIZE", "2097152");
        }

        @Override
        public String getBootstrapServers() {
            return "127.0.0.1:" + ports.get(0);
        }

        @Override
        public Integer getMappedPort(int originalPort) {
            return originalPort;
        }
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public void close() {
        container.stop();
    }
}
