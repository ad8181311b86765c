package io.keystead.sandbox;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where the nodes of one cluster listen and keep their data, and the Kafka settings that follow. Immutable.
 *
 * @param directory parent of the nodes' directories
 * @param clientPorts the port of each broker for clients, by node id
 * @param advertisedPorts the port that clients are told instead, of the brokers that have one, by node id
 * @param controllerPort the port of the controller, which is a part of node 0
 * @param racks dealt to the nodes in turn; may be empty
 * @param overrides the caller's settings, which win over those of {@link #tuning()}
 */
record ClusterLayout(
        Path directory,
        List<Integer> clientPorts,
        Map<Integer, Integer> advertisedPorts,
        int controllerPort,
        List<String> racks,
        Map<String, String> overrides) {

    static final String CLIENT_LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    /** What makes the nodes one cluster on this machine; a caller who changed it would have no cluster. */
    static final Set<String> RESERVED_KEYS = Set.of(
            "node.id",
            "process.roles",
            "listeners",
            "advertised.listeners",
            "listener.security.protocol.map",
            "inter.broker.listener.name",
            "controller.listener.names",
            "controller.quorum.voters",
            "controller.quorum.bootstrap.servers",
            "log.dir",
            "log.dirs",
            "metadata.log.dir",
            "broker.rack");

    int brokers() {
        return clientPorts.size();
    }

    Path directoryOf(int node) {
        return directory.resolve("node-" + node);
    }

    String bootstrapServers() {
        return clientPorts.stream().map(port -> HeldPorts.HOST + ":" + port).collect(Collectors.joining(","));
    }

    /**
     * The configuration of each node, by node id.
     *
     * @throws IllegalArgumentException if Kafka refuses a setting
     */
    List<KafkaConfig> configs() {
        try {
            return IntStream.range(0, brokers())
                    .mapToObj(node -> new KafkaConfig(settings(node), false))
                    .toList();
        } catch (ConfigException e) {
            throw new IllegalArgumentException("brokerConfig is refused by Kafka: " + e.getMessage(), e);
        }
    }

    /** The complete configuration of one node, as {@code server.properties} would spell it. */
    Map<String, String> settings(int node) {
        Map<String, String> settings = new HashMap<>(tuning());
        settings.putAll(overrides);
        settings.putAll(identity(node));
        return settings;
    }

    private Map<String, String> identity(int node) {
        Map<String, String> settings = new HashMap<>();
        int port = clientPorts.get(node);
        String client = CLIENT_LISTENER + "://" + HeldPorts.HOST + ":" + port;
        settings.put("node.id", Integer.toString(node));
        settings.put("log.dirs", directoryOf(node).toString());
        settings.put(
                "advertised.listeners",
                CLIENT_LISTENER + "://" + HeldPorts.HOST + ":" + advertisedPorts.getOrDefault(node, port));
        settings.put("inter.broker.listener.name", CLIENT_LISTENER);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put(
                "listener.security.protocol.map", CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("controller.quorum.voters", "0@" + HeldPorts.HOST + ":" + controllerPort);
        if (node == 0) {
            settings.put("process.roles", "broker,controller");
            settings.put(
                    "listeners", client + "," + CONTROLLER_LISTENER + "://" + HeldPorts.HOST + ":" + controllerPort);
        } else {
            settings.put("process.roles", "broker");
            settings.put("listeners", client);
        }
        if (!racks.isEmpty()) {
            settings.put("broker.rack", racks.get(node % racks.size()));
        }
        return settings;
    }

    /** Small and quick: one machine, a handful of clients, and a life of minutes. */
    private Map<String, String> tuning() {
        String replicas = Integer.toString(Math.min(3, brokers()));
        // With three brokers, one may be down and internal topics still accept writes.
        String inSync = Integer.toString(Math.max(1, Math.min(3, brokers()) - 1));
        return Map.ofEntries(
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", replicas),
                Map.entry("transaction.state.log.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", replicas),
                Map.entry("transaction.state.log.min.isr", inSync),
                Map.entry("share.coordinator.state.topic.num.partitions", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", replicas),
                Map.entry("share.coordinator.state.topic.min.isr", inSync),
                // Stopping a broker takes a few heartbeats; starting it again, the rest of its session.
                Map.entry("broker.heartbeat.interval.ms", "500"),
                Map.entry("broker.session.timeout.ms", "3000"),
                // The default takes 128 MB of heap for each broker.
                Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
                Map.entry("num.network.threads", "1"),
                Map.entry("num.io.threads", "2"),
                Map.entry("background.threads", "2"),
                Map.entry("group.coordinator.threads", "1"),
                Map.entry("group.coordinator.background.threads", "1"));
    }
}
