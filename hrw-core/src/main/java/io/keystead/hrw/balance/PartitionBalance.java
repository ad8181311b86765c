package io.keystead.hrw.balance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.SeatContest.Group;
import io.keystead.hrw.balance.SeatContest.Seats;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Assigns the partitions of topics to the members of a group by bounded balance: what every assignor of consumers does,
 * in the client and in the broker.
 *
 * <p>The things are {@code topic-partition}, as protocol {@code hrw-v1} says, and the result is that of {@link
 * BoundedBalance} for them. Co-located, the same partition number of every topic with the same subscribers goes to the same
 * member, so that the member can join them: the thing is then the partition number in decimal, which counts once however
 * many topics have it.
 *
 * <p>The result depends on the set of topics and members alone. With t partitions and m members: O(t m) time where few
 * members are full, O(t + m) memory besides m for each set of topics with the same subscribers. Stateless and thread-safe.
 */
public final class PartitionBalance {
    private final KeyHash hash;
    private final List<SubscribedTopic> topics;
    private final List<Candidate> members;
    /** Of each topic, in the order of {@link #topics}. */
    private final List<BitSet> subscribers = new ArrayList<>();

    private PartitionBalance(KeyHash hash, Collection<SubscribedTopic> topics, Collection<Candidate> members) {
        this.hash = hash;
        this.topics = sorted(topics);
        this.members = BoundedBalance.sortedActive(members);
        Map<String, Integer> numbers = new HashMap<>();
        this.members.forEach(member -> numbers.put(member.id(), numbers.size()));
        // Topics that the same members read share one set, which is then not even hashed again.
        IdentityHashMap<Set<String>, BitSet> seen = new IdentityHashMap<>();
        for (SubscribedTopic topic : this.topics) {
            subscribers.add(seen.computeIfAbsent(topic.subscribers(), ids -> numbered(topic, ids, numbers)));
        }
    }

    /**
     * Assigns every partition of every topic to one of the topic's subscribers.
     *
     * @param hash the hash of things and member ids
     * @param topics distinct in name; none is fine
     * @param members at least one active one, distinct in id; the others get nothing
     * @param slack 0 to 1000; 0.25 lets a member take a quarter more than its share
     * @param coLocated whether topics with the same subscribers are to be assigned alike, by partition number
     * @throws IllegalArgumentException if no member is active, an id or a topic stands twice, the slack is out of range, a
     *     name is not well-formed Unicode, or a topic has no active subscriber
     */
    public static PartitionOwners assign(
            KeyHash hash,
            Collection<SubscribedTopic> topics,
            Collection<Candidate> members,
            double slack,
            boolean coLocated) {
        SeatContest.checkSlack(slack);
        PartitionBalance balance = new PartitionBalance(hash, topics, members);
        return balance.run(coLocated ? balance.numbers() : balance.partitions(), slack);
    }

    private static List<SubscribedTopic> sorted(Collection<SubscribedTopic> topics) {
        TreeMap<String, SubscribedTopic> byName = new TreeMap<>(Utf8.ORDER);
        for (SubscribedTopic topic : topics) {
            if (byName.put(topic.name(), topic) != null) {
                throw new IllegalArgumentException(
                        "the topic \"" + topic.name() + "\" stands twice; allowed: distinct topics");
            }
        }
        return List.copyOf(byName.values());
    }

    private static BitSet numbered(SubscribedTopic topic, Set<String> ids, Map<String, Integer> numbers) {
        BitSet some = new BitSet(numbers.size());
        for (String id : ids) {
            Integer number = numbers.get(id);
            if (number != null) {
                some.set(number);
            }
        }
        if (some.isEmpty()) {
            throw new IllegalArgumentException("no active member subscribes to topic \"" + topic.name()
                    + "\"; allowed: at least one for each topic");
        }
        return some;
    }

    /** Every partition is a thing of its own. */
    private List<Thing> partitions() {
        List<Thing> things = new ArrayList<>();
        for (int topic = 0; topic < topics.size(); topic++) {
            String prefix = topics.get(topic).name() + "-";
            for (int partition = 0; partition < topics.get(topic).partitions(); partition++) {
                things.add(new Thing(prefix + partition, partition, subscribers.get(topic), List.of(topic)));
            }
        }
        return things;
    }

    /** A partition number of all topics with the same subscribers is one thing. */
    private List<Thing> numbers() {
        Map<BitSet, List<Integer>> alike = new LinkedHashMap<>();
        for (int topic = 0; topic < topics.size(); topic++) {
            alike.computeIfAbsent(subscribers.get(topic), unseen -> new ArrayList<>())
                    .add(topic);
        }
        List<Thing> things = new ArrayList<>();
        alike.forEach((some, their) -> {
            int most = their.stream()
                    .mapToInt(topic -> topics.get(topic).partitions())
                    .max()
                    .orElseThrow();
            for (int partition = 0; partition < most; partition++) {
                things.add(new Thing(Integer.toString(partition), partition, some, their));
            }
        });
        return things;
    }

    private PartitionOwners run(List<Thing> things, double slack) {
        // Two sets of topics may both have a number 3: the one with the smaller first topic is before the other.
        things.sort(Comparator.comparing((Thing thing) -> thing.name, Utf8.ORDER)
                .thenComparing(thing -> thing.topics.get(0)));
        long[] hashes = things.stream()
                .mapToLong(thing -> hash.hash(Utf8.encode(thing.name)))
                .toArray();
        Map<BitSet, Integer> numbers = new HashMap<>();
        int[] groupOf = things.stream()
                .mapToInt(thing -> numbers.computeIfAbsent(thing.subscribers, unseen -> numbers.size()))
                .toArray();
        Seats seats = new SeatContest(hash, hashes, members, groupOf, Group.of(numbers, groupOf)).run(slack);
        String[][] owners =
                topics.stream().map(topic -> new String[topic.partitions()]).toArray(String[][]::new);
        for (int i = 0; i < seats.members.length; i++) {
            String owner = members.get(seats.members[i]).id();
            int partition = things.get(i).partition;
            for (int topic : things.get(i).topics) {
                // Co-located topics need not have equally many.
                if (partition < owners[topic].length) {
                    owners[topic][partition] = owner;
                }
            }
        }
        Map<String, String[]> byTopic = new HashMap<>();
        topics.forEach(topic -> byTopic.put(topic.name(), owners[byTopic.size()]));
        return new PartitionOwners(byTopic, !seats.overfull.isEmpty());
    }

    private static final class Thing {
        final String name;
        final int partition;
        final BitSet subscribers;
        final List<Integer> topics;

        Thing(String name, int partition, BitSet subscribers, List<Integer> topics) {
            this.name = name;
            this.partition = partition;
            this.subscribers = subscribers;
            this.topics = topics;
        }
    }
}
