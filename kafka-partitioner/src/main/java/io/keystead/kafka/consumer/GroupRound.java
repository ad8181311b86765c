package io.keystead.kafka.consumer;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.PartitionBalance;
import io.keystead.hrw.balance.PartitionOwners;
import io.keystead.hrw.balance.SubscribedTopic;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupAssignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The leader's work in one round of a group: who is to own what, and what of it can be handed over now.
 *
 * <p>The result depends on the set of members alone, never on their order.
 */
final class GroupRound {
    /** Every assignor of every release ranks by this one, or partitions would move with a change of leader. */
    private static final KeyHash HASH = KeyHash.xxh3(0);

    private final TreeMap<String, JoinedMember> members = new TreeMap<>(Utf8.ORDER);
    private final RankedIds ids;
    private final List<SubscribedTopic> topics = new ArrayList<>();
    private final Set<String> unknownTopics = new TreeSet<>();

    /**
     * @param cluster what the leader knows of topics
     * @param subscriptions by member id
     */
    GroupRound(Cluster cluster, Map<String, Subscription> subscriptions) {
        subscriptions.forEach((memberId, said) -> members.put(memberId, JoinedMember.of(memberId, said)));
        this.ids = new RankedIds(members.values());
        subscribers().forEach((topic, readers) -> {
            Integer partitions = cluster.partitionCountForTopic(topic);
            if (partitions == null || partitions == 0) {
                unknownTopics.add(topic);
            } else {
                topics.add(SubscribedTopic.of(topic, partitions, readers));
            }
        });
    }

    /** The ids of each topic's readers; topics that the same members read share one set. */
    private Map<String, Set<String>> subscribers() {
        Map<String, Set<String>> readers = new TreeMap<>();
        for (JoinedMember member : members.values()) {
            for (String topic : member.topics) {
                readers.computeIfAbsent(topic, unseen -> new TreeSet<>()).add(ids.of(member.memberId));
            }
        }
        Map<Set<String>, Set<String>> shared = new HashMap<>();
        readers.replaceAll((topic, some) -> shared.computeIfAbsent(some, Set::copyOf));
        return readers;
    }

    /**
     * What each member is handed in this round.
     *
     * @param slack 0 to 1000
     */
    GroupAssignment assign(double slack, boolean colocate) {
        Map<String, Share> shares = new HashMap<>();
        List<Candidate> candidates = new ArrayList<>();
        for (JoinedMember member : members.values()) {
            String id = ids.of(member.memberId);
            shares.put(id, new Share(member));
            candidates.add(Candidate.of(id).withWeight(member.weight()));
        }
        PartitionOwners owners = PartitionBalance.assign(HASH, topics, candidates, slack, colocate);
        Claims claims = new Claims(members.values());
        for (SubscribedTopic topic : topics) {
            int number = 0;
            for (String owner : owners.owners(topic.name())) {
                TopicPartition partition = new TopicPartition(topic.name(), number++);
                Share share = Objects.requireNonNull(shares.get(owner));
                if (claims.allow(partition, share.member)) {
                    share.partitions.add(partition);
                }
            }
        }
        return new GroupAssignment(shares.values().stream()
                .collect(Collectors.toMap(
                        share -> share.member.memberId,
                        share -> new Assignment(share.partitions, notice(share.member.memberId)))));
    }

    private @Nullable ByteBuffer notice(String memberId) {
        return ids.notice(memberId).map(Notice::encode).orElse(null);
    }

    /**
     * What the leader's log should say of this round, each in one line.
     *
     * @param slack the leader's
     * @param colocate the leader's
     */
    List<String> warnings(double slack, boolean colocate) {
        return new RoundWarnings(members.values(), ids).of(unknownTopics, slack, colocate);
    }

    /** What a member is handed. */
    private static final class Share {
        final JoinedMember member;
        final List<TopicPartition> partitions = new ArrayList<>();

        Share(JoinedMember member) {
            this.member = member;
        }
    }
}
