package io.keystead.flink.sink;

import io.keystead.hrw.Topology;
import io.keystead.kafka.topology.TopologyConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the topics that a sink writes to, never older than {@code metadata.max.age.ms}.
 *
 * <p>A topic is looked up when its first record comes, and all are, together, when a record comes and what is known is too
 * old. The record waits for it, so no record is ever placed by an older view, and nothing runs besides the task. Not
 * thread-safe.
 */
final class WatchedTopics {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Function<Set<String>, List<PartitionInfo>> brokers;
    private final TopologyConfig topologies;
    private final OnGrowth onGrowth;
    private final long maxAgeNanos;
    private final Duration maxBlock;
    private final LongSupplier clock;
    private Cluster known = cluster(List.of());
    private long lookedUp;
    private long goodFor;

    /**
     * @param brokers tells the partitions of those of the topics that exist
     * @param clock in nanoseconds
     */
    WatchedTopics(SinkConfig config, Function<Set<String>, List<PartitionInfo>> brokers, LongSupplier clock) {
        this.brokers = brokers;
        this.topologies = config.topologies();
        this.onGrowth = config.onGrowth();
        this.maxAgeNanos = config.maxAge().toNanos();
        this.maxBlock = config.maxBlock();
        this.clock = clock;
    }

    /**
     * A view that knows the topic, the same object as long as nothing newer is known.
     *
     * @throws FlinkRuntimeException in one line, if the topic does not exist, if the brokers do not answer, and by {@link
     *     OnGrowth#FAIL} if a topic's candidates have changed
     */
    Cluster with(String topic) {
        long now = clock.getAsLong();
        if (now - lookedUp >= goodFor && !known.topics().isEmpty()) {
            lookUpAll(now);
        }
        if (known.partitionsForTopic(topic).isEmpty()) {
            add(topic, now);
        }
        return known;
    }

    private void lookUpAll(long now) {
        Cluster newer = cluster(brokers.apply(known.topics()));
        List<PartitionInfo> taken = new ArrayList<>();
        for (String topic : newer.topics()) {
            taken.addAll(newer(topic, newer));
        }
        take(taken, now);
    }

    private List<PartitionInfo> newer(String topic, Cluster newer) {
        Set<Integer> before = numbers(topic, known);
        Set<Integer> after = numbers(topic, newer);
        if (!after.containsAll(before)) {
            // A topic never loses partitions: the broker that answered has not heard of them yet. Where the topic was
            // deleted and made anew with fewer, the producer fails on the first record for one that is gone.
            return known.partitionsForTopic(topic);
        }
        if (onGrowth == OnGrowth.FAIL && !topology(topic, before).equals(topology(topic, after))) {
            throw new FlinkRuntimeException(
                    "topic " + topic + " has grown from " + before.size() + " to " + after.size()
                            + " partitions; " + SinkConfig.ON_GROWTH
                            + "=fail: the job fails here, and restarted it places records by"
                            + " all " + after.size() + "; allowed: refresh, fail");
        }
        return newer.partitionsForTopic(topic);
    }

    private Topology topology(String topic, Set<Integer> partitions) {
        return topologies.topology(topic, partitions);
    }

    private void add(String topic, long now) {
        List<PartitionInfo> found = await(topic, now);
        boolean first = known.topics().isEmpty();
        List<PartitionInfo> all = new ArrayList<>(found);
        known.topics().forEach(other -> all.addAll(known.partitionsForTopic(other)));
        if (first) {
            take(all, now);
        } else {
            // The others are as old as they are.
            known = cluster(all);
        }
    }

    /** A topic's partitions, as soon as it has some: a broker may not have heard yet of one that was created just now. */
    private List<PartitionInfo> await(String topic, long since) {
        List<PartitionInfo> found = brokers.apply(Set.of(topic));
        while (found.isEmpty() && clock.getAsLong() - since < maxBlock.toNanos()) {
            // Cut short when the task is cancelled, and then the question ends it.
            LockSupport.parkNanos(PAUSE_NANOS);
            found = brokers.apply(Set.of(topic));
        }
        if (found.isEmpty()) {
            throw new FlinkRuntimeException("topic " + topic + " does not exist, after max.block.ms="
                    + maxBlock.toMillis() + "; allowed: topics that exist when their first record comes");
        }
        return found;
    }

    private void take(List<PartitionInfo> partitions, long now) {
        known = cluster(partitions);
        // From before the question, so that the answer is at least as young as it is taken for.
        lookedUp = now;
        // The subtasks of a job begin together; a little apart they do not ask in one moment for ever.
        goodFor = maxAgeNanos
                - (long) (maxAgeNanos * 0.1 * ThreadLocalRandom.current().nextDouble());
    }

    private static Set<Integer> numbers(String topic, Cluster cluster) {
        Set<Integer> numbers = new TreeSet<>();
        cluster.partitionsForTopic(topic).forEach(info -> numbers.add(info.partition()));
        return numbers;
    }

    private static Cluster cluster(List<PartitionInfo> partitions) {
        Set<Node> leaders = new HashSet<>();
        for (PartitionInfo partition : partitions) {
            @Nullable Node leader = partition.leader();
            if (leader != null) {
                leaders.add(leader);
            }
        }
        return new Cluster(null, leaders, partitions, Set.of(), Set.of());
    }
}
