package io.keystead.hrw.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionBalanceTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    private static final double[] SLACKS = {0, 0.1, 0.25, 1};

    private final List<Candidate> members = new ArrayList<>();
    private final List<SubscribedTopic> topics = new ArrayList<>();

    @Test
    void apartPartitionsAreTheThingsOfBoundedBalance() {
        for (long seed = 1; seed <= 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            arrange(random);
            double slack = SLACKS[random.nextInt(SLACKS.length)];

            PartitionOwners owners = PartitionBalance.assign(HASH, topics, members, slack, false);

            Map<String, Set<String>> readers = new HashMap<>();
            for (SubscribedTopic topic : topics) {
                for (int partition = 0; partition < topic.partitions(); partition++) {
                    readers.put(topic.name() + "-" + partition, topic.subscribers());
                }
            }
            Assignment expected = BoundedBalance.assign(
                    HASH,
                    readers.keySet(),
                    members,
                    slack,
                    (thing, member) -> Set.copyOf(readers.get(thing)).contains(member));
            Map<String, String> actual = new HashMap<>();
            for (SubscribedTopic topic : topics) {
                List<String> its = owners.owners(topic.name());
                for (int partition = 0; partition < its.size(); partition++) {
                    actual.put(topic.name() + "-" + partition, its.get(partition));
                }
            }
            assertThat(actual).as("seed %d", seed).isEqualTo(expected.owners());
            assertThat(owners.isOverfull())
                    .as("seed %d", seed)
                    .isEqualTo(!expected.overfull().isEmpty());
        }
    }

    @Test
    void coLocatedTheSameNumberOfTopicsWithTheSameSubscribersGoesToOneMember() {
        for (long seed = 1; seed <= 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            arrange(random);

            PartitionOwners owners = PartitionBalance.assign(HASH, topics, members, 0.25, true);

            Map<Set<String>, Map<Integer, String>> byNumber = new HashMap<>();
            for (SubscribedTopic topic : topics) {
                List<String> its = owners.owners(topic.name());
                assertThat(its).as("seed %d", seed).hasSize(topic.partitions()).isSubsetOf(topic.subscribers());
                for (int partition = 0; partition < its.size(); partition++) {
                    String first = byNumber.computeIfAbsent(topic.subscribers(), unseen -> new HashMap<>())
                            .putIfAbsent(partition, its.get(partition));
                    assertThat(its.get(partition))
                            .as("seed %d, %s-%d", seed, topic.name(), partition)
                            .isEqualTo(first == null ? its.get(partition) : first);
                }
            }
        }
    }

    @Test
    void coLocatedNumbersAreTheThingsOfBoundedBalance() {
        members.addAll(List.of(Candidate.of("a"), Candidate.of("b").withWeight(2), Candidate.of("c")));
        topics.add(SubscribedTopic.of("orders", 40, Set.of("a", "b", "c")));
        topics.add(SubscribedTopic.of("payments", 12, Set.of("a", "b", "c")));

        PartitionOwners owners = PartitionBalance.assign(HASH, topics, members, 0.25, true);

        Set<String> numbers = new HashSet<>();
        for (int partition = 0; partition < 40; partition++) {
            numbers.add(Integer.toString(partition));
        }
        Map<String, String> expected =
                BoundedBalance.assign(HASH, numbers, members, 0.25).owners();
        for (int partition = 0; partition < 40; partition++) {
            assertThat(owners.owners("orders").get(partition)).isEqualTo(expected.get(Integer.toString(partition)));
        }
        assertThat(owners.owners("payments")).isEqualTo(owners.owners("orders").subList(0, 12));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOrderOfTopicsAndMembersDoesNotMatter(boolean coLocated) {
        for (long seed = 1; seed <= 200; seed++) {
            arrange(new SplittableRandom(seed));
            String before = shown(PartitionBalance.assign(HASH, topics, members, 0.25, coLocated));

            Collections.shuffle(topics, new Random(seed));
            Collections.shuffle(members, new Random(seed));

            assertThat(shown(PartitionBalance.assign(HASH, topics, members, 0.25, coLocated)))
                    .as("seed %d", seed)
                    .isEqualTo(before);
        }
    }

    @Test
    void aMemberThatIsNotActiveGetsNothing() {
        members.addAll(List.of(Candidate.of("a"), Candidate.of("b").withState(CandidateState.DRAINING)));
        topics.add(SubscribedTopic.of("orders", 3, Set.of("a", "b")));

        assertThat(PartitionBalance.assign(HASH, topics, members, 0, false).owners("orders"))
                .containsExactly("a", "a", "a");
    }

    @Test
    void whatCannotBeAssignedIsRefusedByName() {
        members.add(Candidate.of("a"));
        SubscribedTopic orders = SubscribedTopic.of("orders", 3, Set.of("b"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionBalance.assign(HASH, List.of(orders), members, 0, false))
                .withMessage("no active member subscribes to topic \"orders\"; allowed: at least one for each topic");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionBalance.assign(HASH, List.of(orders, orders), members, 0, false))
                .withMessage("the topic \"orders\" stands twice; allowed: distinct topics");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartitionBalance.assign(HASH, topics, members, -0.5, false))
                .withMessage("the slack -0.5 is out of range; allowed: 0 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubscribedTopic.of("orders", 0, Set.of("a")))
                .withMessage("topic \"orders\" has 0 partitions; allowed: at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubscribedTopic.of("orders", 1, Set.of()))
                .withMessage("topic \"orders\" has no subscriber; allowed: at least one");
        PartitionOwners none = PartitionBalance.assign(HASH, topics, members, 0, false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> none.owners("orders"))
                .withMessage("topic \"orders\" was not assigned; allowed: []");
    }

    private void arrange(SplittableRandom random) {
        topics.clear();
        members.clear();
        boolean weighted = random.nextBoolean();
        int count = 1 + random.nextInt(6);
        for (int member = 0; member < count; member++) {
            members.add(Candidate.of("member-" + member).withWeight(weighted ? 1 + random.nextInt(3) : 1));
        }
        boolean alike = random.nextBoolean();
        for (int topic = random.nextInt(5); topic >= 0; topic--) {
            Set<String> subscribers = new TreeSet<>();
            members.forEach(member -> {
                if (alike || random.nextBoolean()) {
                    subscribers.add(member.id());
                }
            });
            subscribers.add("member-" + random.nextInt(count));
            topics.add(SubscribedTopic.of("topic-" + topic, 1 + random.nextInt(12), subscribers));
        }
    }

    private String shown(PartitionOwners owners) {
        StringBuilder text = new StringBuilder();
        for (SubscribedTopic topic :
                topics.stream().sorted((a, b) -> a.name().compareTo(b.name())).toList()) {
            text.append(topic.name()).append(owners.owners(topic.name()));
        }
        return text.toString();
    }
}
