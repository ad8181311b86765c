package com.example.orders;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
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

    private final String applicationId;
    private final List<String> topics;
    private final Admin admin;

    private Cluster(String applicationId, List<String> topics, Admin admin) {
        this.applicationId = applicationId;
        this.topics = topics;
        this.admin = admin;
    }

    /** Connects, and makes the topics. */
    static Cluster prepare(String bootstrapServers, String applicationId, List<String> topics, int partitions)
            throws Unusable, InterruptedException {
        Admin admin;
        try {
            admin = Admin.create(Map.of(
                    "bootstrap.servers",
                    bootstrapServers,
                    "request.timeout.ms",
                    10_000,
                    "default.api.timeout.ms",
                    10_000));
        } catch (KafkaException e) {
            throw new Unusable(
                    "--bootstrap-server " + bootstrapServers + " is no address of brokers; allowed: HOST:PORT,...");
        }
        try {
            Set<String> there = new TreeSet<>(admin.listTopics().names().get());
            there.removeIf(topic -> !topics.contains(topic) && !topic.startsWith(applicationId + "-"));
            if (!there.isEmpty()) {
                throw new Unusable("--bootstrap-server " + bootstrapServers + " has topics of these names already: "
                        + String.join(" ", there) + "; allowed: a Kafka without them");
            }
            List<NewTopic> wanted = topics.stream()
                    .map(topic -> new NewTopic(topic, Optional.of(partitions), Optional.empty()))
                    .collect(Collectors.toList());
            admin.createTopics(wanted).all().get();
            Cluster cluster = new Cluster(applicationId, topics, admin);
            cluster.awaitLeaders(partitions);
            return cluster;
        } catch (ExecutionException e) {
            admin.close();
            throw new Unusable("--bootstrap-server " + bootstrapServers + " does not do what is asked: "
                    + e.getCause().getMessage() + "; allowed: a Kafka that runs and lets topics be made");
        } catch (Unusable | InterruptedException | RuntimeException e) {
            admin.close();
            throw e;
        }
    }

    /** Brokers tell of a partition a little before they serve it. */
    private void awaitLeaders(int partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (String topic : topics) {
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
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

    /** How many records are in partitions of topics that the application has made for itself. */
    long recordsIn(List<TopicPartition> partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        partitions.forEach(partition -> ends.put(partition, OffsetSpec.latest()));
        return admin.listOffsets(ends).all().get().values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    /** Deletes what was made, each by itself: what is left would spoil the next run. */
    @Override
    public void close() {
        try (admin) {
            delete("topics", () -> admin.deleteTopics(made()).all().get());
            delete(
                    "group",
                    () -> admin.deleteConsumerGroups(List.of(applicationId))
                            .all()
                            .get());
        }
    }

    private List<String> made() throws ExecutionException, InterruptedException {
        List<String> made = new ArrayList<>(admin.listTopics().names().get());
        made.removeIf(topic -> !topics.contains(topic) && !topic.startsWith(applicationId + "-"));
        return made;
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
