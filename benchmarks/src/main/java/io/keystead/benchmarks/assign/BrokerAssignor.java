package io.keystead.benchmarks.assign;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/**
 * The consumer protocol of KIP-848: the broker assigns, and keeps the target assignment of every member. Each worker has a
 * {@code group.instance.id}.
 */
final class BrokerAssignor implements Assignor {
    private final ConsumerGroupPartitionAssignor plugin;
    private final Map<Uuid, String> names = new LinkedHashMap<>();
    private final Map<Uuid, Integer> partitions = new HashMap<>();
    private final Map<String, Member> members = new HashMap<>();
    private int incarnations;
    private long nanos;

    BrokerAssignor(ConsumerGroupPartitionAssignor plugin, Map<String, Integer> topics) {
        this.plugin = plugin;
        topics.forEach((topic, count) -> {
            UUID id = UUID.nameUUIDFromBytes(topic.getBytes(StandardCharsets.UTF_8));
            Uuid uuid = new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
            names.put(uuid, topic);
            partitions.put(uuid, count);
        });
    }

    @Override
    public Map<TopicPartition, String> rebalance(List<String> alive) {
        Map<String, Member> byId = new LinkedHashMap<>();
        for (String worker : alive) {
            Member member = members.computeIfAbsent(worker, this::member);
            byId.put(member.id, member);
        }
        long start = CpuClock.nanos();
        Map<String, MemberAssignment> target =
                plugin.assign(new Spec(byId), new Topics()).members();
        nanos = CpuClock.nanos() - start;
        Map<TopicPartition, String> owners = new HashMap<>();
        byId.values().forEach(member -> {
            MemberAssignment assignment = target.get(member.id);
            // The broker hands out unmodifiable maps, and uniform insists on them.
            member.assigned =
                    Collections.unmodifiableMap(assignment == null ? Map.of() : new HashMap<>(assignment.partitions()));
            member.assigned.forEach((topic, numbers) ->
                    numbers.forEach(number -> owners.put(new TopicPartition(names.get(topic), number), member.worker)));
        });
        return owners;
    }

    @Override
    public void forget(String worker) {
        members.remove(worker);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    private Member member(String worker) {
        // The client makes its id anew with every start.
        UUID id = UUID.nameUUIDFromBytes(("member-" + incarnations++).getBytes(StandardCharsets.UTF_8));
        return new Member(worker, new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString());
    }

    private final class Topics implements SubscribedTopicDescriber {
        @Override
        public int numPartitions(Uuid topic) {
            return partitions.getOrDefault(topic, -1);
        }

        @Override
        public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
        }
    }

    private static final class Spec implements GroupSpec {
        private final Map<String, Member> byId;
        private final Map<Uuid, Map<Integer, String>> assigned = new HashMap<>();

        Spec(Map<String, Member> byId) {
            this.byId = byId;
            byId.forEach((id, member) -> member.assigned.forEach((topic, numbers) -> numbers.forEach(number ->
                    assigned.computeIfAbsent(topic, unseen -> new HashMap<>()).put(number, id))));
        }

        @Override
        public Collection<String> memberIds() {
            return byId.keySet();
        }

        @Override
        public SubscriptionType subscriptionType() {
            return SubscriptionType.HOMOGENEOUS;
        }

        @Override
        public boolean isPartitionAssigned(Uuid topic, int partition) {
            return assigned.getOrDefault(topic, Map.of()).containsKey(partition);
        }

        @Override
        public boolean isPartitionAssignable(Uuid topic, int partition) {
            return true;
        }

        @Override
        public MemberSubscription memberSubscription(String id) {
            return Objects.requireNonNull(byId.get(id));
        }

        @Override
        public MemberAssignment memberAssignment(String id) {
            return () -> Objects.requireNonNull(byId.get(id)).assigned;
        }
    }

    private final class Member implements MemberSubscription {
        final String worker;
        final String id;
        Map<Uuid, Set<Integer>> assigned = Collections.emptyMap();

        Member(String worker, String id) {
            this.worker = worker;
            this.id = id;
        }

        @Override
        public Optional<String> rackId() {
            return Optional.empty();
        }

        @Override
        public Optional<String> instanceId() {
            return Optional.of(worker);
        }

        @Override
        public Set<Uuid> subscribedTopicIds() {
            return names.keySet();
        }
    }
}
