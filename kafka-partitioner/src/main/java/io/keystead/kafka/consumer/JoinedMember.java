package io.keystead.kafka.consumer;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A member as the leader sees it in one round. Immutable. */
final class JoinedMember {
    /** The one that the coordinator gave it. */
    final String memberId;
    /** {@code group.instance.id}, empty for none. */
    final String instanceId;
    /** What it says of itself; null where that cannot be read. */
    final @Nullable MemberData data;
    /** Why it cannot be read; empty where it can. */
    final String unreadable;

    final Set<String> topics;
    /** The partitions that it says it still has: none of an eager member. */
    final Set<TopicPartition> claims;

    private JoinedMember(String memberId, Subscription subscription, @Nullable MemberData data, String unreadable) {
        this.memberId = memberId;
        this.instanceId = subscription.groupInstanceId().orElse("");
        this.data = data;
        this.unreadable = unreadable;
        this.topics = new TreeSet<>(subscription.topics());
        this.claims = new HashSet<>(subscription.ownedPartitions());
    }

    static JoinedMember of(String memberId, Subscription subscription) {
        if (subscription.userData() == null) {
            return new JoinedMember(memberId, subscription, null, "there is none");
        }
        try {
            return new JoinedMember(memberId, subscription, MemberData.decode(subscription.userData()), "");
        } catch (IllegalArgumentException e) {
            return new JoinedMember(memberId, subscription, null, String.valueOf(e.getMessage()));
        }
    }

    double weight() {
        return data == null ? 1 : data.weight;
    }

    int generation() {
        return data == null ? MemberData.NO_GENERATION : data.generation;
    }

    /** The id that somebody chose for this member alone, empty for none. */
    String chosenId() {
        return instanceId.isEmpty() && data != null ? data.givenId : instanceId;
    }

    /** Empty for none that somebody chose. */
    String clientId() {
        return data == null ? "" : data.clientId;
    }
}
