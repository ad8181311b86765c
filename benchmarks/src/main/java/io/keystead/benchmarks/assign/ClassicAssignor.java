package io.keystead.benchmarks.assign;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * The classic protocol: the first worker leads, and every worker has an instance of the assignor that hears of its own
 * assignment, as in a consumer.
 */
final class ClassicAssignor implements Assignor {
    /** Two do for cooperative rebalances; a third would be a fault. */
    private static final int MOST_ROUNDS = 4;

    private final Function<String, ConsumerPartitionAssignor> plugins;
    private final Set<String> topics;
    private final Cluster cluster;
    private final Map<String, Consumer> consumers = new HashMap<>();
    private int incarnations;
    private int generation;
    private long nanos;

    /**
     * @param plugins a configured assignor for a worker of this name
     * @param topics the number of partitions of each topic
     */
    ClassicAssignor(Function<String, ConsumerPartitionAssignor> plugins, Map<String, Integer> topics) {
        this.plugins = plugins;
        this.topics = topics.keySet();
        this.cluster = cluster(topics);
    }

    private static Cluster cluster(Map<String, Integer> topics) {
        Node node = new Node(0, "localhost", 9092);
        Node[] nodes = {node};
        List<PartitionInfo> infos = new ArrayList<>();
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; partition < partitions; partition++) {
                infos.add(new PartitionInfo(topic, partition, node, nodes, nodes));
            }
        });
        return new Cluster("cluster", List.of(node), infos, Set.of(), Set.of());
    }

    @Override
    public Map<TopicPartition, String> rebalance(List<String> alive) {
        nanos = 0;
        List<Consumer> members = alive.stream().map(this::consumer).toList();
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            if (!round(members)) {
                Map<TopicPartition, String> owners = new HashMap<>();
                members.forEach(member -> member.owned.forEach(partition -> owners.put(partition, member.worker)));
                return owners;
            }
        }
        throw new IllegalStateException("the group has not settled after " + MOST_ROUNDS + " rounds");
    }

    @Override
    public void forget(String worker) {
        consumers.remove(worker);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    private Consumer consumer(String worker) {
        return consumers.computeIfAbsent(worker, name -> {
            // A member id is new with every start of a process, and tells nothing of the worker's name.
            String id = UUID.nameUUIDFromBytes(("member-" + incarnations++).getBytes(StandardCharsets.UTF_8))
                    .toString();
            return new Consumer(name, id, plugins.apply(name));
        });
    }

    // Of what an assignor is told after a rebalance there is no other constructor.
    @SuppressWarnings("removal")
    private static ConsumerGroupMetadata metadata(int generation, String member) {
        return new ConsumerGroupMetadata("group", generation, member, Optional.empty());
    }

    /** Whether a member had to give up a partition, which the group must then assign in another round. */
    private boolean round(List<Consumer> members) {
        boolean cooperative = members.get(0).plugin.supportedProtocols().contains(RebalanceProtocol.COOPERATIVE);
        Map<String, Subscription> subscriptions = new LinkedHashMap<>();
        for (Consumer member : members) {
            subscriptions.put(
                    member.id,
                    new Subscription(
                            List.copyOf(topics),
                            member.plugin.subscriptionUserData(topics),
                            cooperative ? List.copyOf(member.owned) : List.of(),
                            member.generation,
                            Optional.empty()));
        }
        long start = CpuClock.nanos();
        Map<String, Assignment> assignments = members.get(0)
                .plugin
                .assign(cluster, new GroupSubscription(subscriptions))
                .groupAssignment();
        nanos = nanos == 0 ? CpuClock.nanos() - start : nanos;
        generation++;
        boolean revoked = false;
        for (Consumer member : members) {
            Assignment assignment = Objects.requireNonNull(assignments.get(member.id));
            revoked |= cooperative && !Set.copyOf(assignment.partitions()).containsAll(member.owned);
            member.owned = new HashSet<>(assignment.partitions());
            member.generation = generation;
            member.plugin.onAssignment(assignment, metadata(generation, member.id));
        }
        return revoked;
    }

    private static final class Consumer {
        final String worker;
        final String id;
        final ConsumerPartitionAssignor plugin;
        Set<TopicPartition> owned = Set.of();
        int generation = -1;

        Consumer(String worker, String id, ConsumerPartitionAssignor plugin) {
            this.worker = worker;
            this.id = id;
            this.plugin = plugin;
        }
    }
}
