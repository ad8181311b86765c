package com.example.cache;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The Kafka that the example uses; what it makes there is gone when this is closed. */
final class Cluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String bootstrapServers;
    private final Admin admin;

    private Cluster(String bootstrapServers, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.admin = admin;
    }

    /** Connects, and makes the topic. */
    static Cluster prepare(String bootstrapServers) throws Unusable, InterruptedException {
        Cluster cluster = new Cluster(bootstrapServers, connect(bootstrapServers));
        try {
            if (cluster.admin.listTopics().names().get().contains(ConsumerGroup.VIEWS)) {
                cluster.admin.close();
                throw new Unusable("--bootstrap-server " + bootstrapServers + " has a topic of this name already: "
                        + ConsumerGroup.VIEWS + "; allowed: a Kafka without it");
            }
            NewTopic views = new NewTopic(ConsumerGroup.VIEWS, Optional.of(ConsumerGroup.PARTITIONS), Optional.empty());
            cluster.admin.createTopics(List.of(views)).all().get();
            cluster.awaitLeaders();
            return cluster;
        } catch (ExecutionException e) {
            cluster.admin.close();
            throw new Unusable("--bootstrap-server " + bootstrapServers + " does not do what is asked: "
                    + e.getCause().getMessage() + "; allowed: a Kafka that runs and lets topics be made");
        }
    }

    private static Admin connect(String bootstrapServers) throws Unusable {
        try {
            return Admin.create(Map.of(
                    "bootstrap.servers", bootstrapServers,
                    "request.timeout.ms", 10_000,
                    "default.api.timeout.ms", 10_000));
        } catch (KafkaException e) {
            throw new Unusable(
                    "--bootstrap-server " + bootstrapServers + " is no address of brokers; allowed: HOST:PORT,...");
        }
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    /** Brokers tell of a partition a little before they serve it. */
    private void awaitLeaders() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < ConsumerGroup.PARTITIONS; partition++) {
            ends.put(new TopicPartition(ConsumerGroup.VIEWS, partition), OffsetSpec.latest());
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                admin.listOffsets(ends).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    close();
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    /** Deletes what was made, each by itself: what is left would spoil the next run. */
    @Override
    public void close() {
        try (admin) {
            delete(
                    "topic",
                    () -> admin.deleteTopics(List.of(ConsumerGroup.VIEWS)).all().get());
            delete(
                    "groups",
                    () -> admin.deleteConsumerGroups(ConsumerCaches.groups())
                            .all()
                            .get());
        }
    }

    private static void delete(String what, Callable<?> deletion) {
        try {
            deletion.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            System.err.println("not all " + what + " that were made in Kafka could be deleted: "
                    + (e.getCause() == null ? e : e.getCause()));
        }
    }
}
