package io.keystead.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A real Apache Kafka cluster inside this JVM, which clients can use from {@link #start()} until {@link #close()}.
 *
 * <p>Brokers have the ids 0 to n - 1 and listen on 127.0.0.1 only, without encryption or authentication. The one
 * controller stays up while brokers are stopped. Topics are not created by use; internal topics have one partition and
 * up to three replicas. It takes seconds to start, and Kafka's own threads keep the JVM alive until
 * the cluster is closed. As in every Kafka server, a data directory that fails under a running broker halts the JVM.
 *
 * <p>Safe for use by several threads; calls that start or stop something wait for each other.
 */
public final class LocalKafka implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final ClusterLayout layout;
    private final NodeGroup nodes;
    private final HeldPorts ports;
    private final DataDirectory data;
    private boolean closed;

    private LocalKafka(ClusterLayout layout, NodeGroup nodes, HeldPorts ports, DataDirectory data) {
        this.layout = layout;
        this.nodes = nodes;
        this.ports = ports;
        this.data = data;
    }

    /**
     * Starts one broker on a free port with a temporary directory.
     *
     * @throws IllegalStateException if clients cannot use it within 60 seconds; nothing is left behind
     */
    public static LocalKafka start() {
        return builder().start();
    }

    /** Describes a cluster before it is started; with no further calls it is that of {@link #start()}. */
    public static Builder builder() {
        return new Builder();
    }

    /** The addresses of all brokers, running or not, as {@code bootstrap.servers} takes them. */
    public String bootstrapServers() {
        return layout.bootstrapServers();
    }

    /** The number of brokers, running or not. */
    public int brokers() {
        return layout.brokers();
    }

    /**
     * Stops one broker as an operator would: it hands its leaderships over, then refuses connections; a stopped one is
     * left alone.
     *
     * <p>Any number of brokers may be down at once.
     *
     * @param id 0 to {@link #brokers()} - 1
     */
    public synchronized void stopBroker(int id) {
        KafkaNode node = node(id);
        if (node.isRunning()) {
            node.stopBroker();
            ports.hold(layout.clientPorts().get(id));
        }
    }

    /**
     * Starts one broker again, on the same port and data, and returns when clients can use it; a running one is left
     * alone.
     *
     * @param id 0 to {@link #brokers()} - 1
     * @throws IllegalStateException if clients cannot use it within 60 seconds
     */
    public synchronized void startBroker(int id) {
        if (!node(id).isRunning()) {
            nodes.start(Set.of(id), START_TIMEOUT);
        }
    }

    /**
     * Stops everything, the last broker first, and deletes the directory if it is temporary; further calls do nothing.
     *
     * @throws UncheckedIOException if the directory could not be deleted
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (data;
                ports;
                nodes) {
            // Closed in reverse: the nodes let go of their ports and files first.
        } catch (IOException e) {
            throw new UncheckedIOException("Kafka is stopped, but its directory is not deleted: " + e, e);
        }
    }

    Path directory() {
        return data.path();
    }

    private KafkaNode node(int id) {
        if (closed) {
            throw new IllegalStateException("The cluster is closed");
        }
        if (id < 0 || id >= brokers()) {
            throw new IllegalArgumentException("broker id must be from 0 to " + (brokers() - 1) + ": " + id);
        }
        return nodes.get(id);
    }

    /** What a cluster is to be like. Not thread-safe; may start any number of clusters. */
    public static final class Builder {
        private static final int MAX_PORT = 65_535;

        private int brokers = 1;
        private int port;
        private @Nullable Path directory;
        private List<String> racks = List.of();
        private final Map<String, String> overrides = new HashMap<>();
        private final Map<Integer, Integer> advertisedPorts = new HashMap<>();

        private Builder() {}

        /**
         * Sets the number of brokers.
         *
         * @param count 1 to 9; 1 if not set
         */
        public Builder brokers(int count) {
            if (count < 1 || count > 9) {
                throw new IllegalArgumentException("brokers must be from 1 to 9: " + count);
            }
            brokers = count;
            return this;
        }

        /**
         * Sets the directory for the brokers' data, which is kept by {@link LocalKafka#close()}.
         *
         * @param path empty or absent when the cluster starts; a temporary directory if not set
         */
        public Builder directory(Path path) {
            directory = path;
            return this;
        }

        /**
         * Sets the names that the brokers get in turn as {@code broker.rack}.
         *
         * @param names none blank; no racks if empty or not set
         */
        public Builder racks(List<String> names) {
            if (names.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("racks must not have a blank name: " + names);
            }
            racks = List.copyOf(names);
            return this;
        }

        /**
         * Sets one setting of all brokers, as in Kafka's {@code server.properties}; the last value of a key counts.
         *
         * @throws IllegalArgumentException if the key is one of those that hold this cluster together, such as
         *     {@code listeners}; a value that Kafka refuses is refused by {@link #start()}
         */
        public Builder brokerConfig(String key, String value) {
            if (ClusterLayout.RESERVED_KEYS.contains(key)) {
                throw new IllegalArgumentException(
                        "brokerConfig key must not be one that the cluster sets itself: " + key);
            }
            overrides.put(key, value);
            return this;
        }

        /**
         * Sets the port of the first broker for clients; the following brokers have the following ports.
         *
         * @param first 1 to 65535, with room for the other brokers; any free ports if not set
         */
        public Builder port(int first) {
            port = checkPort(first);
            return this;
        }

        /**
         * Sets the port of one broker that clients and other brokers are told, where a proxy of the caller's stands before
         * it; {@link LocalKafka#bootstrapServers()} still names the broker itself.
         *
         * @param id of the broker; one that the cluster does not have is ignored
         * @param told 1 to 65535
         */
        public Builder advertisedPort(int id, int told) {
            advertisedPorts.put(id, checkPort(told));
            return this;
        }

        private static int checkPort(int port) {
            if (port < 1 || port > MAX_PORT) {
                throw new IllegalArgumentException("port must be from 1 to " + MAX_PORT + ": " + port);
            }
            return port;
        }

        /**
         * Starts the cluster and returns when a client can produce to it.
         *
         * @throws IllegalArgumentException if the directory is not empty, a port would exceed 65535, or Kafka refuses a
         *     setting
         * @throws IllegalStateException if a port is in use, or clients cannot use the cluster within 60 seconds; nothing
         *     is left behind
         */
        public LocalKafka start() {
            return start(START_TIMEOUT);
        }

        LocalKafka start(Duration timeout) {
            if (port + brokers - 1 > MAX_PORT) {
                throw new IllegalArgumentException("port must be from 1 to " + (MAX_PORT - brokers + 1) + " with "
                        + brokers + " brokers: " + port);
            }
            DataDirectory data = DataDirectory.open(directory);
            HeldPorts ports = new HeldPorts();
            List<KafkaNode> nodes = new ArrayList<>();
            try {
                ClusterLayout layout = layout(data.path(), ports);
                List<KafkaConfig> configs = layout.configs();
                String clusterId = Uuid.randomUuid().toString();
                for (int id = 0; id < brokers; id++) {
                    KafkaNode.format(clusterId, id, layout.directoryOf(id));
                    nodes.add(new KafkaNode(configs.get(id), ports));
                }
                NodeGroup group = new NodeGroup(nodes);
                group.start(IntStream.range(0, brokers).boxed().toList(), timeout);
                return new LocalKafka(layout, group, ports, data);
            } catch (RuntimeException | Error e) {
                Utils.closeAllQuietly(
                        new AtomicReference<>(),
                        "a cluster that did not start",
                        new NodeGroup(nodes),
                        ports,
                        data::discard);
                throw e;
            }
        }

        private ClusterLayout layout(Path path, HeldPorts ports) {
            List<Integer> clients = IntStream.range(0, brokers)
                    .mapToObj(id -> ports.hold(port == 0 ? 0 : port + id))
                    .toList();
            return new ClusterLayout(
                    path, clients, Map.copyOf(advertisedPorts), ports.hold(0), racks, Map.copyOf(overrides));
        }
    }
}
