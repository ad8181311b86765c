package io.keystead.sandbox;

import java.io.Closeable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.BrokerState;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.fault.LoggingFaultHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * One node of the cluster: a broker, and on node 0 the controller, which stays up while the broker is stopped.
 *
 * <p>Put together as {@link KafkaRaftServer} does it, with two differences: its server sockets come from the caller,
 * and a fault is logged and thrown where that server would halt the JVM. Not thread-safe.
 */
final class KafkaNode implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaNode.class);
    private static final ListenerName CLIENTS = ListenerName.normalised(ClusterLayout.CLIENT_LISTENER);

    /** How long a broker asks the controller for leave before it goes without. */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    private final SharedServer shared;
    private final BrokerServer broker;
    private final @Nullable ControllerServer controller;

    /** Prepares a node on a formatted directory; nothing runs yet. */
    KafkaNode(KafkaConfig config, ServerSocketFactory sockets) {
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> disk =
                KafkaRaftServer.initializeLogDirs(config, LOG, "[Node " + config.nodeId() + "] ");
        shared = new SharedServer(
                config,
                disk._1(),
                Time.SYSTEM,
                Server.initializeMetrics(
                        config, Time.SYSTEM, disk._1().clusterId().orElseThrow()),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                List.of(),
                (name, fatal, action) -> new LoggingFaultHandler(name, action),
                sockets);
        broker = new BrokerServer(shared);
        controller = config.isKRaftCombinedMode()
                ? new ControllerServer(shared, KafkaRaftServer.configSchema(), disk._2())
                : null;
    }

    /** Makes a directory the empty data directory of one node. */
    static void format(String clusterId, int node, Path directory) {
        try (PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setClusterId(clusterId)
                    .setNodeId(node)
                    .addDirectory(directory.toString())
                    .setMetadataLogDirectory(directory.toString())
                    .setControllerListenerName(ClusterLayout.CONTROLLER_LISTENER)
                    .setPrintStream(silent)
                    .run();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot format " + directory + " for Kafka: " + e, e);
        }
    }

    /**
     * Starts what does not run yet and returns when the controller lets clients use the broker.
     *
     * <p>An interrupt makes it fail, like any other reason, with all taken down again; see {@link #isInterruptible()}.
     */
    void start() {
        try {
            if (controller != null) {
                controller.startup();
            }
            broker.startup();
        } catch (Throwable e) {
            endIdleCoordinators();
            throw e;
        }
    }

    /** A broker that fails early does not end coordinators it has not activated; their threads keep the JVM alive. */
    private void endIdleCoordinators() {
        if (broker.groupCoordinator() != null) {
            broker.groupCoordinator().startup(() -> 1);
            broker.groupCoordinator().shutdown();
        }
        if (broker.shareCoordinator() != null) {
            broker.shareCoordinator().startup(() -> 1);
            broker.shareCoordinator().shutdown();
        }
    }

    /** Whether {@link #start()} is past the point up to which Kafka, interrupted, loses track of its threads. */
    boolean isInterruptible() {
        // Kafka starts the shared part under this lock, and the loader is one of the last things it makes.
        synchronized (shared) {
            return shared.loader() != null;
        }
    }

    boolean isRunning() {
        return broker.brokerState() == BrokerState.RUNNING;
    }

    /** The number of brokers that a client would be told of by this one. */
    int knownBrokers() {
        return broker.metadataCache().getAliveBrokerNodes(CLIENTS).size();
    }

    /** Stops the broker as an operator would, its leaderships handed over; does nothing if it does not run. */
    void stopBroker() {
        withoutInterrupt(() -> broker.shutdown(LEAVE_TIMEOUT));
    }

    /** Stops the controller too, for good. */
    @Override
    public void close() {
        stopBroker();
        if (controller != null) {
            withoutInterrupt(controller::shutdown);
        }
        // Kafka closes them with the node, but only if the node ever started.
        Utils.closeQuietly(shared.metrics(), "metrics");
    }

    /** Kafka breaks off its clean-up in a thread that was interrupted before. */
    private static void withoutInterrupt(Runnable cleanUp) {
        boolean interrupted = Thread.interrupted();
        try {
            cleanUp.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
