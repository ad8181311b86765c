package com.example.hotkey;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The topics of one run of an example, and its Streams application's group: all of its own, and deleted at its end. */
final class RunTopics implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Admin admin;
    private final String run;

    /** @throws Unusable if no Kafka answers; one line */
    RunTopics(String bootstrapServers, String example) throws Unusable, InterruptedException {
        this.run = "example-" + example + "-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        this.admin = connect(bootstrapServers);
    }

    private static Admin connect(String bootstrapServers) throws Unusable, InterruptedException {
        try {
            Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
            try {
                admin.describeCluster().nodes().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return admin;
            } catch (ExecutionException | TimeoutException e) {
                admin.close(Duration.ZERO);
                throw e;
            }
        } catch (KafkaException | ExecutionException | TimeoutException e) {
            throw new Unusable(
                    "--bootstrap-server " + bootstrapServers + ": no Kafka answers within " + PATIENCE_SECONDS
                            + " s; allowed: HOST:PORT of one that runs",
                    e);
        }
    }

    /** Creates a topic and gives its name, which no other run has. */
    String create(String name, int partitions) throws ExecutionException, InterruptedException {
        String topic = run + "-" + name;
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                .all()
                .get();
        // Brokers tell of a partition a little before they serve it.
        loads(topic, partitions);
        return topic;
    }

    /** A name for a Streams application whose topics are the run's too. */
    String applicationId() {
        return run + "-app";
    }

    /** Deletes the application's group, which all of its members must have left. */
    void deleteApplicationsGroup() throws ExecutionException, InterruptedException {
        admin.deleteConsumerGroups(List.of(applicationId())).all().get();
    }

    /** How many records each partition of a topic has. */
    Loads loads(String topic, int partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        long[] records = new long[partitions];
        admin.listOffsets(ends).all().get().forEach((partition, end) -> records[partition.partition()] = end.offset());
        return new Loads(records);
    }

    @Override
    public void close() {
        try (admin) {
            List<String> topics = join(admin.listTopics().names()).stream()
                    .filter(topic -> topic.startsWith(run))
                    .toList();
            join(admin.deleteTopics(topics).all());
        }
    }

    /** Waits without an InterruptedException, which no close() should throw. */
    private static <T> T join(KafkaFuture<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
