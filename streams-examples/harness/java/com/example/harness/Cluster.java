package com.example.harness;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
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
 * before. What this made is deleted when it is closed, and nothing else: where another run comes first with a topic, that is the
 * other's. Thread-safe.
 */
public final class Cluster implements AutoCloseable {
    /** A member that was killed is in its group until its session is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String bootstrapServers;
    private final String prefix;
    private final Admin admin;
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    private Cluster(String bootstrapServers, String prefix, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.prefix = prefix;
        this.admin = admin;
    }

    /** @throws Unusable if no Kafka answers, or one that has topics or groups whose names begin so */
    static Cluster connect(String bootstrapServers, String prefix) throws Unusable {
        Cluster cluster = new Cluster(bootstrapServers, prefix, admin(bootstrapServers));
        try {
            cluster.refuse("topics", cluster.topics(), "kafka-topics.sh --delete --topic '" + prefix + ".*'");
            List<String> groups = cluster.groups();
            cluster.refuse(
                    "groups", groups, "kafka-consumer-groups.sh --delete --group " + String.join(" --group ", groups));
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

    private void refuse(String what, List<String> there, String deletion) throws Unusable {
        if (!there.isEmpty()) {
            throw new Unusable("--bootstrap-server " + bootstrapServers + " has " + what
                    + " of an earlier run, or of one that is not over: " + String.join(" ", there)
                    + "; allowed: a Kafka without them (" + deletion + " deletes them)");
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
            // To its end, so that it is known whose the topic is.
            join(admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all());
            created.add(topic);
        } catch (CompletionException e) {
            throw new Unusable("--bootstrap-server " + bootstrapServers + " does not make topic " + topic + ": "
                    + e.getCause().getMessage() + "; allowed: a Kafka that lets topics be made");
        }
        awaitLeaders(topic, partitions);
    }

    /**
     * Says, after a topic was made, which groups there will be. They are deleted too, and so are topics whose names begin with a
     * group's and a hyphen, as those do that Kafka Streams makes for itself.
     */
    public void uses(String... groups) {
        for (String group : groups) {
            if (!group.startsWith(prefix) || created.isEmpty()) {
                throw new IllegalArgumentException(
                        "group " + group + "; allowed: a name that begins with " + prefix + ", once a topic was made");
            }
            used.add(group);
        }
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
            if (created.isEmpty()) {
                return;
            }
            delete("groups", this::deleteGroups);
            delete("topics", this::deleteTopics);
        }
    }

    private void deleteTopics() {
        List<String> made = topics().stream()
                .filter(topic ->
                        created.contains(topic) || used.stream().anyMatch(group -> topic.startsWith(group + "-")))
                .toList();
        join(admin.deleteTopics(made).all());
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
                List<String> made = groups().stream().filter(used::contains).toList();
                join(admin.deleteConsumerGroups(made).all());
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
                .sorted()
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
