package com.example.harness;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The Kafka that an example uses. All topics and groups of the example have names that begin alike, none of which may be there
 * before, and all of which are deleted when this is closed. Thread-safe.
 */
public final class Cluster implements AutoCloseable {
    /** A member that was killed is in its group until its session is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String bootstrapServers;
    private final String prefix;
    private final Admin admin;

    private Cluster(String bootstrapServers, String prefix, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.prefix = prefix;
        this.admin = admin;
    }

    /** @throws Unusable if no Kafka answers, or one that has topics whose names begin so */
    static Cluster connect(String bootstrapServers, String prefix) throws Unusable {
        Cluster cluster = new Cluster(bootstrapServers, prefix, admin(bootstrapServers));
        try {
            List<String> there = cluster.topics();
            if (!there.isEmpty()) {
                throw new Unusable(
                        "--bootstrap-server " + bootstrapServers + " has topics of an earlier run, or of one that"
                                + " is not over: " + String.join(" ", there) + "; allowed: a Kafka without them"
                                + " (kafka-topics.sh --delete --topic '" + prefix + ".*' deletes them)");
            }
            return cluster;
        } catch (CompletionException e) {
            cluster.admin.close(Duration.ZERO);
            throw new Unusable("--bootstrap-server " + bootstrapServers + ": "
                    + e.getCause().getMessage() + "; allowed: HOST:PORT,... of a Kafka that answers within 10 s");
        } catch (Unusable | RuntimeException e) {
            cluster.admin.close(Duration.ZERO);
            throw e;
        }
    }

    private static Admin admin(String bootstrapServers) throws Unusable {
        try {
            return Admin.create(Map.of(
                    "bootstrap.servers", bootstrapServers,
                    "request.timeout.ms", 10_000,
                    "default.api.timeout.ms", 10_000));
        } catch (KafkaException e) {
            throw new Unusable("--bootstrap-server " + bootstrapServers + ": "
                    + (e.getCause() == null ? e : e.getCause()).getMessage()
                    + "; allowed: HOST:PORT,... of a Kafka that runs");
        }
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    /**
     * Makes a topic, and returns when all of its partitions can be used.
     *
     * @throws Unusable if Kafka does not let it be made
     */
    public void create(String topic, int partitions) throws Unusable, ExecutionException, InterruptedException {
        if (!topic.startsWith(prefix)) {
            throw new IllegalArgumentException("topic " + topic + "; allowed: a name that begins with " + prefix);
        }
        try {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new Unusable("--bootstrap-server " + bootstrapServers + " does not make topic " + topic + ": "
                    + e.getCause().getMessage() + "; allowed: a Kafka that lets topics be made");
        }
        awaitLeaders(topic, partitions);
    }

    /** Brokers tell of a partition a little before they serve it. */
    private void awaitLeaders(String topic, int partitions) throws ExecutionException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                ends(topic, partitions);
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    /** The offset after the last record of each partition of a topic. */
    public long[] ends(String topic, int partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        long[] ends = new long[partitions];
        admin.listOffsets(asked).all().get().forEach((partition, end) -> ends[partition.partition()] = end.offset());
        return ends;
    }

    /** Deletes topics and groups, each by itself; what is left is named. */
    @Override
    public void close() {
        try (admin) {
            delete("groups", this::deleteGroups);
            delete("topics", () -> join(admin.deleteTopics(topics()).all()));
        }
    }

    private void delete(String what, Runnable deletion) {
        try {
            deletion.run();
        } catch (CompletionException e) {
            System.err.println("not all " + what + " could be deleted whose names begin with " + prefix + ": "
                    + e.getCause().getMessage());
        }
    }

    private void deleteGroups() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                join(admin.deleteConsumerGroups(groups()).all());
                return;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof GroupNotEmptyException) || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            // Not to be cut short: what is not deleted now stays.
            CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS))
                    .join();
        }
    }

    private List<String> topics() {
        return join(admin.listTopics().names()).stream()
                .filter(isOurs())
                .sorted()
                .toList();
    }

    private List<String> groups() {
        return join(admin.listGroups().all()).stream()
                .map(GroupListing::groupId)
                .filter(isOurs())
                .toList();
    }

    private Predicate<String> isOurs() {
        return name -> name.startsWith(prefix);
    }

    /** Waits even where the thread is interrupted, since what is not deleted now stays. */
    private static <T> T join(KafkaFuture<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
