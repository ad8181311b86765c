package com.example.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The Kafka that the example uses; what it makes there is gone when this is closed. */
final class Cluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Admin admin;

    private Cluster(Admin admin) {
        this.admin = admin;
    }

    /** Connects, and makes the topic. */
    static Cluster prepare(String bootstrapServers) throws Unusable, InterruptedException {
        Cluster cluster = new Cluster(connect(bootstrapServers));
        try {
            List<String> there = cluster.topics();
            if (!there.isEmpty()) {
                cluster.admin.close();
                throw new Unusable("--bootstrap-server " + bootstrapServers + " has topics of these names already: "
                        + String.join(" ", there) + "; allowed: a Kafka without them");
            }
            NewTopic clicks = new NewTopic(FleetApp.CLICKS, Optional.of(FleetApp.PARTITIONS), Optional.empty());
            cluster.admin.createTopics(List.of(clicks)).all().get();
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

    /** The example's own that are there: clicks, and what the application made for itself. */
    private List<String> topics() throws ExecutionException, InterruptedException {
        List<String> topics = new ArrayList<>(admin.listTopics().names().get());
        topics.removeIf(topic -> !topic.equals(FleetApp.CLICKS) && !topic.startsWith(FleetApp.ID + "-"));
        return topics;
    }

    /** Brokers tell of a partition a little before they serve it. */
    private void awaitLeaders() throws ExecutionException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                recordsIn(FleetApp.CLICKS, FleetApp.all());
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

    /** How many records are in these partitions of a topic, all together. */
    long recordsIn(String topic, List<Integer> partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        partitions.forEach(partition -> ends.put(new TopicPartition(topic, partition), OffsetSpec.latest()));
        return admin.listOffsets(ends).all().get().values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    /** Deletes what was made, each by itself: what is left would spoil the next run. */
    @Override
    public void close() {
        try (admin) {
            delete("topics", () -> admin.deleteTopics(topics()).all().get());
            delete(
                    "groups",
                    () -> admin.deleteConsumerGroups(List.of(FleetApp.ID, FleetApp.GROUP))
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
