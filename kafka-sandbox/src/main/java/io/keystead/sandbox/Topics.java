package io.keystead.sandbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates and grows topics, and returns when clients can use what was made.
 *
 * <p>What Kafka refuses, or does not do in 20 seconds, is an {@link IllegalStateException} in its own words. Thread-safe.
 */
public final class Topics implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Admin admin;

    /** For the Kafka at these addresses. */
    public Topics(String bootstrapServers) {
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /** Creates a topic. */
    public void create(String topic, int partitions, int replicas) throws InterruptedException {
        get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) replicas)))
                .all());
        awaitLeaders(topic, partitions);
    }

    /** Adds partitions to a topic until it has this many. */
    public void grow(String topic, int partitions) throws InterruptedException {
        get(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all());
        awaitLeaders(topic, partitions);
    }

    /**
     * Waits until clients are told of all partitions, and then until each of them answers as a leader: a broker tells of
     * leaders a little before they are, and a producer that comes too early may see its batches accepted out of order
     * and refused from then on.
     */
    private void awaitLeaders(String topic, int partitions) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isServed(topic, partitions)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("topic " + topic + " has no " + partitions
                        + " partitions with a leader after " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(20);
        }
    }

    private boolean isServed(String topic, int partitions) throws InterruptedException {
        try {
            long leaders = admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                    .flatMap(description -> description.partitions().stream())
                    .filter(partition -> partition.leader() != null)
                    .count();
            if (leaders < partitions) {
                return false;
            }
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
            admin.listOffsets(ends).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                // The broker that was asked has not heard of it yet.
                return false;
            }
            throw refusal(e);
        }
    }

    private static <T> T get(KafkaFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw refusal(e);
        }
    }

    private static IllegalStateException refusal(ExecutionException e) {
        return new IllegalStateException(
                Objects.requireNonNullElse(e.getCause(), e).getMessage(), e);
    }

    @Override
    public void close() {
        admin.close();
    }
}
