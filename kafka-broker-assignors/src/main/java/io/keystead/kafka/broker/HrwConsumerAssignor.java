package io.keystead.kafka.broker;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.PartitionBalance;
import io.keystead.hrw.balance.PartitionOwners;
import io.keystead.hrw.balance.SubscribedTopic;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignorException;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/**
 * Assigns the partitions of a consumer group (KIP-848) in the broker, by rendezvous hashing with a bound on loads.
 *
 * <p>A partition goes to the member that ranks highest for it and has room: protocol {@code hrw-v1}, <i>Bounded
 * balance</i>. What counts is who is in the group and which partitions it reads, nothing that was before; so a member
 * that comes back gets what it had, and a group that is started anew gets what it had, if its members have a
 * {@code group.instance.id}. Without one a member is known by its member id, which the client makes anew at each start:
 * then partitions move with each restart, besides as few as the bound lets them.
 *
 * <p>Topics are known by their {@link Uuid} alone, so the owners differ from those that an assignor in the client
 * computes from names, and from those of a topic that was deleted and created again. All members weigh the same: the
 * protocol carries no weights.
 *
 * <p>Every partition of a topic that a member subscribes to has one owner among its subscribers. A topic that the
 * cluster does not have is passed over; a partition that may not be assigned is left out after the others are placed.
 *
 * <p>In {@code group.consumer.assignors} of the broker it is named by this class, in {@code group.remote.assignor} of
 * the client {@value #NAME}. The broker's {@code keystead.assignor.slack} and {@code keystead.assignor.colocate} hold for
 * all its groups. Stateless besides those two; thread-safe.
 *
 * @see <a href="https://cwiki.apache.org/confluence/x/HhD1D">KIP-848</a>
 */
public final class HrwConsumerAssignor implements ConsumerGroupPartitionAssignor, Configurable {
    /** What clients call it. */
    public static final String NAME = "hrw";

    private static final KeyHash HASH = KeyHash.xxh3(0);

    private volatile AssignorSettings settings = AssignorSettings.DEFAULT;

    /** With the default settings until {@link #configure}. */
    public HrwConsumerAssignor() {}

    /**
     * Takes its settings from the broker's properties.
     *
     * @throws ConfigException if one is bad; one line that names the property, the value and what is allowed
     */
    @Override
    public void configure(Map<String, ?> configs) {
        settings = new AssignorSettings(configs);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * The partitions of each member, in O(partitions x members) for equal subscriptions.
     *
     * @throws PartitionAssignorException if an id is empty or not well-formed Unicode, which the broker rules out
     */
    @Override
    public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber topics) throws PartitionAssignorException {
        try {
            Map<String, String> members = StableIds.of(
                    group.memberIds(), id -> group.memberSubscription(id).instanceId());
            Map<Uuid, SubscribedTopic> subscribed = subscribed(group, topics, members);
            return partitions(group, members, subscribed);
        } catch (IllegalArgumentException e) {
            throw new PartitionAssignorException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The topics that exist, each with its subscribers by their stable ids. */
    private static Map<Uuid, SubscribedTopic> subscribed(
            GroupSpec group, SubscribedTopicDescriber topics, Map<String, String> members) {
        Map<Uuid, SubscribedTopic> subscribed = new HashMap<>();
        subscribers(group, members).forEach((topic, subscribers) -> {
            int partitions = topics.numPartitions(topic);
            if (partitions > 0) {
                subscribed.put(topic, SubscribedTopic.of(topic.toString(), partitions, subscribers));
            }
        });
        return subscribed;
    }

    private static Map<Uuid, Collection<String>> subscribers(GroupSpec group, Map<String, String> members) {
        Map<Uuid, Collection<String>> subscribers = new HashMap<>();
        if (group.subscriptionType() == SubscriptionType.HOMOGENEOUS && !members.isEmpty()) {
            Set<String> all = Set.copyOf(members.keySet());
            String any = members.values().iterator().next();
            group.memberSubscription(any).subscribedTopicIds().forEach(topic -> subscribers.put(topic, all));
            return subscribers;
        }
        members.forEach((id, member) -> group.memberSubscription(member)
                .subscribedTopicIds()
                .forEach(topic -> subscribers
                        .computeIfAbsent(topic, unseen -> new ArrayList<>())
                        .add(id)));
        return subscribers;
    }

    private GroupAssignment partitions(
            GroupSpec group, Map<String, String> members, Map<Uuid, SubscribedTopic> subscribed) {
        Map<String, MemberPartitions> byId = new HashMap<>();
        Map<String, MemberAssignment> byMember = new HashMap<>();
        members.forEach((id, member) -> {
            MemberPartitions none = new MemberPartitions();
            byId.put(id, none);
            byMember.put(member, none);
        });
        if (!subscribed.isEmpty()) {
            AssignorSettings now = settings;
            List<Candidate> candidates =
                    members.keySet().stream().map(Candidate::of).toList();
            PartitionOwners owners =
                    PartitionBalance.assign(HASH, subscribed.values(), candidates, now.slack(), now.isColocated());
            subscribed.keySet().forEach(topic -> deal(topic, owners.owners(topic.toString()), group, byId));
        }
        return new GroupAssignment(byMember);
    }

    private static void deal(Uuid topic, List<String> owners, GroupSpec group, Map<String, MemberPartitions> byId) {
        for (int partition = 0; partition < owners.size(); partition++) {
            if (group.isPartitionAssignable(topic, partition)) {
                Objects.requireNonNull(byId.get(owners.get(partition))).add(topic, partition);
            }
        }
    }
}
