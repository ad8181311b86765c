package io.keystead.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** A group whose members do what a consumer's coordinator does with an assignor, without a network. */
final class SimulatedGroup {
    /** A consumer. */
    static final class Member {
        final String memberId;
        final RecordingLog log = new RecordingLog();
        final HrwAssignor assignor = new HrwAssignor(log.logger());
        String instanceId = "";
        Map<String, String> properties = new HashMap<>();
        Set<String> topics = new TreeSet<>();
        Set<TopicPartition> owned = new HashSet<>();
        Optional<String> rack = Optional.empty();

        Member(String memberId) {
            this.memberId = memberId;
        }

        /** Sets properties and makes the assignor read them all, as a restart without losing anything would. */
        Member with(String... keysAndValues) {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                properties.put(keysAndValues[i], keysAndValues[i + 1]);
            }
            instanceId = properties.getOrDefault("group.instance.id", "");
            assignor.configure(properties);
            return this;
        }

        Member reading(String... names) {
            topics = new TreeSet<>(List.of(names));
            return this;
        }

        Subscription subscription() {
            Subscription subscription = new Subscription(
                    new ArrayList<>(topics), assignor.subscriptionUserData(topics), new ArrayList<>(owned), -1, rack);
            subscription.setGroupInstanceId(Optional.of(instanceId).filter(id -> !id.isEmpty()));
            return subscription;
        }
    }

    final Map<String, Member> members = new TreeMap<>();
    final Map<String, Integer> topics = new TreeMap<>();
    boolean cooperative = true;
    int generation;

    /** The value of a key that is there. */
    static <V> V at(Map<?, V> map, Object key) {
        return Objects.requireNonNull(map.get(key), () -> "no " + key + " in " + map);
    }

    Member join(String memberId) {
        Member member = new Member(memberId);
        members.put(memberId, member);
        return member;
    }

    Map<String, Subscription> subscriptions() {
        Map<String, Subscription> all = new LinkedHashMap<>();
        members.forEach((memberId, member) -> all.put(memberId, member.subscription()));
        return all;
    }

    /** The metadata, in whatever order a broker would tell it. */
    Cluster cluster(Random order) {
        Node node = new Node(0, "localhost", 9092, "rack-0");
        List<PartitionInfo> infos = new ArrayList<>();
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; partition < partitions; partition++) {
                infos.add(new PartitionInfo(topic, partition, node, new Node[] {node}, new Node[] {node}));
            }
        });
        Collections.shuffle(infos, order);
        return new Cluster("cluster", List.of(node), infos, Set.of(), Set.of());
    }

    /** One rebalance, led by a member; true if somebody had to give something up and joins again. */
    boolean round(Member leader) {
        if (!cooperative) {
            members.values().forEach(member -> member.owned = new HashSet<>());
        }
        generation++;
        Map<String, Subscription> said = subscriptions();
        Map<String, Assignment> handed = leader.assignor
                .assign(cluster(new Random(generation)), new GroupSubscription(said))
                .groupAssignment();
        assertThat(handed.keySet()).as("members that are handed something").isEqualTo(members.keySet());
        checkAsTheClientDoes(said, handed);
        boolean revoked = false;
        for (Member member : members.values()) {
            Assignment assignment = at(handed, member.memberId);
            Set<TopicPartition> next = new HashSet<>(assignment.partitions());
            revoked |= !next.containsAll(member.owned);
            member.owned = next;
            member.assignor.onAssignment(assignment, metadata(member));
        }
        return revoked;
    }

    /** What a client hands over; there is no other way to make one. */
    @SuppressWarnings("removal")
    ConsumerGroupMetadata metadata(Member member) {
        return new ConsumerGroupMetadata(
                "group",
                generation,
                member.memberId,
                Optional.of(member.instanceId).filter(id -> !id.isEmpty()));
    }

    /** ConsumerCoordinator.validateCooperativeAssignment, which spares Kafka's own assignor alone. */
    private static void checkAsTheClientDoes(Map<String, Subscription> said, Map<String, Assignment> handed) {
        Set<TopicPartition> revoked = new HashSet<>();
        Set<TopicPartition> added = new HashSet<>();
        said.forEach((memberId, subscription) -> {
            Set<TopicPartition> before = new HashSet<>(subscription.ownedPartitions());
            Set<TopicPartition> after = new HashSet<>(at(handed, memberId).partitions());
            before.stream().filter(partition -> !after.contains(partition)).forEach(revoked::add);
            after.stream().filter(partition -> !before.contains(partition)).forEach(added::add);
        });
        added.retainAll(revoked);
        assertThat(added).as("handed over while still claimed").isEmpty();
    }

    /** Rebalances until nobody joins again; the number of rounds. */
    int settle(Member leader) {
        int rounds = 1;
        while (round(leader)) {
            rounds++;
            assertThat(rounds).as("rounds").isLessThan(10);
        }
        return rounds;
    }

    int settle() {
        return settle(members.values().iterator().next());
    }

    /** Who has each partition, by member id. */
    Map<TopicPartition, String> owners() {
        Map<TopicPartition, String> owners = new HashMap<>();
        for (Member member : members.values()) {
            for (TopicPartition partition : member.owned) {
                String other = owners.put(partition, member.memberId);
                if (other != null) {
                    throw new AssertionError(partition + " is with " + other + " and " + member.memberId);
                }
            }
        }
        return owners;
    }

    /** All partitions of topics that somebody reads. */
    Set<TopicPartition> readPartitions() {
        Set<String> read = members.values().stream()
                .flatMap(member -> member.topics.stream())
                .collect(Collectors.toSet());
        Set<TopicPartition> all = new HashSet<>();
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; read.contains(topic) && partition < partitions; partition++) {
                all.add(new TopicPartition(topic, partition));
            }
        });
        return all;
    }
}
