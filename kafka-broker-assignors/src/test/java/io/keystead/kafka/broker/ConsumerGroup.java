package io.keystead.kafka.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/**
 * A consumer group as a broker shows it to an assignor: the members, in the order in which they joined, what they had,
 * and the topics of the cluster. Mutable; not thread-safe while it is changed.
 */
public final class ConsumerGroup implements GroupSpec, SubscribedTopicDescriber {
    private record Member(Optional<String> instanceId, Optional<String> rackId, Set<Uuid> subscribedTopicIds)
            implements MemberSubscription {}

    private record Partitions(Map<Uuid, Set<Integer>> partitions) implements MemberAssignment {}

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<Uuid, Integer> topics = new TreeMap<>();
    private Map<String, MemberAssignment> before = Map.of();

    /** All members with an instance id, all on all topics. */
    public static ConsumerGroup of(int topics, int partitions, int members) {
        ConsumerGroup group = new ConsumerGroup();
        for (int topic = 0; topic < topics; topic++) {
            group.topic(new Uuid(0x5eed, 1 + topic), partitions);
        }
        for (int member = 0; member < members; member++) {
            group.join(
                    "member-id-" + member, Optional.of("consumer-" + member), Optional.empty(), group.topics.keySet());
        }
        return group;
    }

    /** Creates, grows or shrinks a topic. */
    public void topic(Uuid topic, int partitions) {
        topics.put(topic, partitions);
    }

    /** The cluster forgets a topic; its subscribers do not. */
    public void delete(Uuid topic) {
        topics.remove(topic);
    }

    /** A member joins, or says anew what it is and wants. */
    public void join(String memberId, Optional<String> instanceId, Optional<String> rack, Collection<Uuid> topics) {
        members.put(memberId, new Member(instanceId, rack, new LinkedHashSet<>(topics)));
    }

    public void leave(String memberId) {
        members.remove(memberId);
    }

    /** What the next assignment finds as the last one. */
    public void hadBefore(GroupAssignment assignment) {
        before = assignment.members();
    }

    /** The same group, told in another order. */
    ConsumerGroup shuffled(RandomGenerator random) {
        ConsumerGroup other = new ConsumerGroup();
        other.topics.putAll(topics);
        other.before = before;
        List<String> ids = new ArrayList<>(members.keySet());
        shuffle(ids, random);
        ids.forEach(id -> {
            Member member = members.get(id);
            List<Uuid> wanted = new ArrayList<>(member.subscribedTopicIds());
            shuffle(wanted, random);
            other.join(id, member.instanceId(), member.rackId(), wanted);
        });
        return other;
    }

    private static void shuffle(List<?> list, RandomGenerator random) {
        for (int end = list.size(); end > 1; end--) {
            Collections.swap(list, end - 1, random.nextInt(end));
        }
    }

    Set<Uuid> topics() {
        return topics.keySet();
    }

    /** The members that want a topic. */
    Set<String> subscribers(Uuid topic) {
        Set<String> subscribers = new LinkedHashSet<>();
        members.forEach((id, member) -> {
            if (member.subscribedTopicIds().contains(topic)) {
                subscribers.add(id);
            }
        });
        return subscribers;
    }

    @Override
    public Collection<String> memberIds() {
        return Collections.unmodifiableSet(members.keySet());
    }

    @Override
    public SubscriptionType subscriptionType() {
        return members.values().stream()
                                .map(Member::subscribedTopicIds)
                                .distinct()
                                .count()
                        > 1
                ? SubscriptionType.HETEROGENEOUS
                : SubscriptionType.HOMOGENEOUS;
    }

    @Override
    public boolean isPartitionAssigned(Uuid topic, int partition) {
        return before.values().stream()
                .anyMatch(member ->
                        member.partitions().getOrDefault(topic, Set.of()).contains(partition));
    }

    @Override
    public boolean isPartitionAssignable(Uuid topic, int partition) {
        return true;
    }

    @Override
    public MemberSubscription memberSubscription(String memberId) {
        return members.get(memberId);
    }

    @Override
    public MemberAssignment memberAssignment(String memberId) {
        return before.getOrDefault(memberId, new Partitions(Map.of()));
    }

    @Override
    public int numPartitions(Uuid topic) {
        return topics.getOrDefault(topic, -1);
    }

    @Override
    public Set<String> racksForPartition(Uuid topic, int partition) {
        return Set.of("rack-" + partition % 3);
    }

    /** The member of each partition; one with two owners is an error. */
    static Map<Uuid, Map<Integer, String>> owners(GroupAssignment assignment) {
        Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
        assignment
                .members()
                .forEach((id, member) -> member.partitions().forEach((topic, partitions) -> {
                    for (int partition : partitions) {
                        String other = owners.computeIfAbsent(topic, unseen -> new TreeMap<>())
                                .put(partition, id);
                        if (other != null) {
                            throw new AssertionError(
                                    topic + "-" + partition + " was assigned twice, to " + other + " and " + id);
                        }
                    }
                }));
        return owners;
    }
}
