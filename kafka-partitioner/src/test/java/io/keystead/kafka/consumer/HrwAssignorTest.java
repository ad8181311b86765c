package io.keystead.kafka.consumer;

import static io.keystead.kafka.consumer.SimulatedGroup.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.kafka.consumer.SimulatedGroup.Member;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HrwAssignorTest {
    private final SimulatedGroup group = new SimulatedGroup();

    HrwAssignorTest() {
        group.topics.put("orders", 12);
    }

    private Member join(String memberId, String... keysAndValues) {
        return group.join(memberId).reading("orders").with("group.id", "group").with(keysAndValues);
    }

    private static Set<TopicPartition> orders(Integer... partitions) {
        return Set.of(partitions).stream()
                .map(partition -> new TopicPartition("orders", partition))
                .collect(Collectors.toSet());
    }

    private static Set<TopicPartition> all() {
        return orders(IntStream.range(0, 12).boxed().toArray(Integer[]::new));
    }

    @Test
    void itIsCalledHrwAndIsCooperativeUnlessAnotherCannotBe() {
        HrwAssignor assignor = new HrwAssignor();

        assertThat(assignor.name()).isEqualTo("hrw");
        assertThat(assignor.supportedProtocols())
                .containsExactly(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"group.instance.id", "keystead.member.id", "client.id"})
    void whoComesBackUnderItsNameFindsItsPartitions(String property) {
        for (String name : List.of("a", "b", "c")) {
            join("first-" + name, property, name);
        }
        group.settle();
        Map<String, Set<TopicPartition>> before = ownedByName(property);

        group.members.clear();
        for (String name : List.of("c", "a", "b")) {
            join("then-" + (name.charAt(0) * 7 % 10), property, name);
        }
        group.settle();

        assertThat(ownedByName(property)).isEqualTo(before);
        assertThat(before.values()).allSatisfy(owned -> assertThat(owned).isNotEmpty());
        assertThat(group.members.values())
                .allSatisfy(member -> assertThat(member.log.lines).isEmpty());
    }

    private Map<String, Set<TopicPartition>> ownedByName(String property) {
        return group.members.values().stream()
                .collect(Collectors.toMap(member -> at(member.properties, property), member -> member.owned));
    }

    @Test
    void theInstanceIdComesBeforeTheMemberIdAndThatBeforeTheClientId() {
        Member instance = join("m1", "group.instance.id", "a", "keystead.member.id", "x", "client.id", "y");
        Member given = join("m2", "keystead.member.id", "b", "client.id", "z");
        group.settle();
        Set<TopicPartition> owned = instance.owned;

        group.members.clear();
        Member other = join("m7", "keystead.member.id", "a");
        join("m3", "group.instance.id", "b");
        group.settle();

        assertThat(other.owned).isEqualTo(owned);
        assertThat(given.log.lines).isEmpty();
    }

    @Test
    void generatedClientIdsOfTwoHostsAreNoNames() {
        Member here = join("consumer-group-1-abc", "client.id", "consumer-group-1");
        Member there = join("consumer-group-1-def", "client.id", "consumer-group-1");
        Member alone = join("consumer-group-2-abc", "client.id", "consumer-group-2");
        group.settle();
        group.settle();

        assertThat(group.owners().keySet()).isEqualTo(all());
        for (Member member : List.of(here, there, alone)) {
            assertThat(member.log.lines)
                    .as("told once, in its own log")
                    .singleElement()
                    .asString()
                    .startsWith("warn [Consumer clientId=" + at(member.properties, "client.id")
                            + ", groupId=group] this member has no name of its own")
                    .contains("ranked by its member id " + member.memberId, "set keystead.member.id");
        }
    }

    @Test
    void aClientIdThatTwoMembersHaveNamesNeither() {
        Member first = join("m1", "client.id", "app");
        Member second = join("m2", "client.id", "app");
        Member third = join("m3", "client.id", "app", "keystead.member.id", "c");
        Member fourth = join("m4", "client.id", "c");
        group.settle();

        assertThat(first.log.lines)
                .singleElement()
                .asString()
                .contains("client.id=app is also that of member m2: it is ranked by its member id m1");
        assertThat(second.log.lines).singleElement().asString().contains("also that of member m1");
        assertThat(third.log.lines).isEmpty();
        assertThat(fourth.log.lines).singleElement().asString().contains("also that of member m3");
        assertThat(group.owners().keySet()).isEqualTo(all());
    }

    @Test
    void ofTwoMembersWithOneNameTheOneWithTheSmallerMemberIdKeepsItAndTheOtherIsToldOnce() {
        Member keeps = join("m1", "keystead.member.id", "a");
        join("m2", "keystead.member.id", "b");
        group.settle();
        Set<TopicPartition> owned = keeps.owned;
        Member loses = join("m3", "keystead.member.id", "a");
        group.settle(loses);
        group.settle();

        assertThat(loses.log.lines)
                .containsExactly(
                        "error [Consumer clientId=, groupId=group] keystead.member.id=a of this member is also that"
                                + " of member m1, which keeps it: it is ranked by its member id m3, which changes with each"
                                + " restart, and its partitions with it; set keystead.member.id to a name that no other member has"
                                + " and that stays");
        assertThat(keeps.log.lines).isEmpty();
        assertThat(owned).as("it keeps some of what it had under its name").containsAll(keeps.owned);
        assertThat(group.owners().keySet()).isEqualTo(all());
    }

    @Test
    void nobodyTakesAnothersMemberIdForAName() {
        join("m1", "keystead.member.id", "m2");
        join("m2");
        join("m4", "client.id", "m1");
        Member own = join("m3", "keystead.member.id", "m3");
        group.settle();

        assertThat(group.owners().keySet()).isEqualTo(all());
        assertThat(own.log.lines).isEmpty();
    }

    @Test
    void aWeightIsAShare() {
        group.topics.put("orders", 300);
        Member heavy = join("m1", "keystead.member.id", "a", "keystead.member.weight", "3");
        Member light = join("m2", "keystead.member.id", "b", "keystead.assignor.slack", "0");
        group.settle(light);

        assertThat(heavy.owned).hasSize(225);
        assertThat(light.owned).hasSize(75);
    }

    @Test
    void coLocatedTopicsGoTogetherByNumber() {
        group.topics.put("payments", 12);
        group.topics.put("audit", 5);
        for (String name : List.of("a", "b", "c")) {
            join(name, "keystead.member.id", name, "keystead.assignor.colocate", "true")
                    .reading("orders", "payments", "audit");
        }
        group.settle();

        Map<TopicPartition, String> owners = group.owners();
        for (int partition = 0; partition < 12; partition++) {
            String owner = at(owners, new TopicPartition("orders", partition));
            assertThat(owners).containsEntry(new TopicPartition("payments", partition), owner);
            if (partition < 5) {
                assertThat(owners).containsEntry(new TopicPartition("audit", partition), owner);
            }
        }
    }

    @Test
    void aMemberThatReadsNothingGetsNothing() {
        join("m1", "keystead.member.id", "a");
        Member idle = group.join("m2").with("keystead.member.id", "b");
        group.settle(idle);

        assertThat(idle.owned).isEmpty();
        assertThat(group.owners().keySet()).isEqualTo(all());
    }

    @Test
    void anUnknownTopicIsToldOnceAndTheOthersAreAssigned() {
        Member leader = join("m1", "keystead.member.id", "a").reading("orders", "later", "never");
        group.topics.put("never", 0);
        group.settle();
        group.settle();

        assertThat(leader.owned).isEqualTo(all());
        assertThat(leader.log.lines)
                .containsExactly(
                        "warn [Consumer clientId=, groupId=group] topics later, never are subscribed to and not in"
                                + " the leader's metadata: nobody is assigned them until they are");

        group.topics.put("later", 1);
        group.settle();
        assertThat(leader.owned).contains(new TopicPartition("later", 0));
    }

    @Test
    void settingsThatDifferAreToldOnceWithWhoHasThemAndTheLeadersCount() {
        group.topics.put("orders", 64);
        for (int i = 10; i < 17; i++) {
            join("m" + i, "keystead.member.id", "c" + i);
        }
        Member leader = join("m1", "keystead.member.id", "a", "keystead.assignor.slack", "0");
        join("m2", "keystead.member.id", "b", "keystead.assignor.colocate", "true");
        group.settle(leader);
        group.settle(leader);

        assertThat(leader.log.lines)
                .containsExactly(
                        "warn [Consumer clientId=, groupId=group] the members disagree on keystead.assignor.slack: 0.0 on"
                                + " a; 0.25 on c10, c11, c12, c13, c14 and 3 more; this round is by the leader's, 0.0; set"
                                + " the same on all",
                        "warn [Consumer clientId=, groupId=group] the members disagree on keystead.assignor.colocate: false"
                                + " on a, c10, c11, c12, c13 and 3 more; true on b; this round is by the leader's, false;"
                                + " set the same on all");
        assertThat(group.members.values())
                .as("perfectly even, as the leader has it")
                .allSatisfy(member -> assertThat(member.owned).hasSizeBetween(7, 8));
    }

    @Test
    void whatIsOverAndComesBackIsToldAgain() {
        Member leader = join("m1", "keystead.member.id", "a").reading("orders", "later");
        group.settle();
        group.topics.put("later", 1);
        group.settle();
        group.topics.remove("later");
        group.settle();

        assertThat(leader.log.lines).hasSize(2);
    }

    @Test
    void aPartitionIsHandedOverOnlyWhenItsOwnerHasGivenItUp() {
        Member first = join("m1", "keystead.member.id", "a");
        group.settle();
        Member second = join("m2", "keystead.member.id", "b");

        assertThat(group.round(first)).as("the first gives up and joins again").isTrue();
        Set<TopicPartition> kept = first.owned;
        assertThat(second.owned).isEmpty();
        assertThat(kept).isNotEmpty().isNotEqualTo(all());

        assertThat(group.round(second)).isFalse();
        assertThat(first.owned).as("only what moves was revoked").isEqualTo(kept);
        assertThat(group.owners().keySet()).isEqualTo(all());
    }

    @Test
    void eagerMembersHandOverInOneRound() {
        group.cooperative = false;
        join("m1", "keystead.member.id", "a");
        group.settle();
        Member second = join("m2", "keystead.member.id", "b");

        assertThat(group.settle()).isEqualTo(1);
        assertThat(second.owned).isNotEmpty();
    }

    /** A zombie is a member that missed a generation and still claims what it had before. */
    @Test
    void aStaleClaimDoesNotTakeAPartitionFromItsOwner() {
        Member owner = join("m1", "keystead.member.id", "a");
        Member zombie = join("m2", "keystead.member.id", "b");
        group.settle();
        group.settle(owner);
        Set<TopicPartition> owned = owner.owned;
        Set<TopicPartition> zombies = zombie.owned;
        missAGeneration(zombie);
        zombie.owned = all();

        assertThat(group.round(owner)).as("the zombie gives up").isTrue();

        assertThat(owner.owned).isEqualTo(owned);
        assertThat(zombie.owned).isEqualTo(zombies);
    }

    @Test
    void aStaleClaimOfAPartitionThatIsToComeIsGivenUpFirstByBoth() {
        Member owner = join("m1", "keystead.member.id", "a");
        Member zombie = join("m2", "keystead.member.id", "b");
        group.settle();
        Set<TopicPartition> zombies = zombie.owned;
        missAGeneration(zombie);
        owner.owned = all();

        assertThat(group.round(owner)).isTrue();
        assertThat(zombie.owned).as("its owner has them still").isEmpty();

        assertThat(group.round(owner)).isFalse();
        assertThat(zombie.owned).isEqualTo(zombies);
    }

    @Test
    void ofTwoClaimsOfOneGenerationNeitherIsBelieved() {
        Member one = join("m1", "keystead.member.id", "a");
        Member other = join("m2", "keystead.member.id", "b");
        group.settle();
        Set<TopicPartition> ones = one.owned;
        one.owned = all();
        other.owned = all();

        assertThat(group.round(one)).isTrue();
        assertThat(one.owned).isEmpty();
        assertThat(other.owned).isEmpty();

        assertThat(group.round(one)).isFalse();
        assertThat(one.owned).isEqualTo(ones);
    }

    /** After a round under another assignor nobody knows what the generations that ours was handed are worth. */
    @Test
    void aClaimOfUnknownGenerationIsNotStale() {
        Member one = join("m1", "keystead.member.id", "a");
        group.settle();
        Member other = join("m2", "keystead.member.id", "b");
        one.owned = all();
        other.owned = all();

        assertThat(group.round(one)).isTrue();
        assertThat(group.owners()).isEmpty();

        assertThat(group.round(one)).isFalse();
        assertThat(group.owners().keySet()).isEqualTo(all());
    }

    @Test
    void aMemberAloneKeepsWhatItClaimsHoweverOldTheClaim() {
        Member one = join("m1", "keystead.member.id", "a");
        Member other = join("m2", "keystead.member.id", "b");
        group.settle();
        Map<TopicPartition, String> owners = group.owners();
        missAGeneration(other);

        assertThat(group.round(one)).isFalse();
        assertThat(group.owners()).isEqualTo(owners);
    }

    private void missAGeneration(Member member) {
        Set<TopicPartition> owned = member.owned;
        group.members.remove(member.memberId);
        Map<String, Set<TopicPartition>> others = group.members.values().stream()
                .collect(Collectors.toMap(other -> other.memberId, other -> other.owned));
        group.round(group.members.values().iterator().next());
        group.members.values().forEach(other -> other.owned = at(others, other.memberId));
        group.members.put(member.memberId, member);
        member.owned = owned;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "empty", "foreign", "newer", "cut"})
    void aMemberWhoseDataCannotBeReadWeighsOneUnderItsOtherName(String kind) {
        Member leader = join("m1", "keystead.member.id", "a");
        Member strange = join("m2", "keystead.member.id", "b", "keystead.member.weight", "1000");
        Member named = join("m3", "group.instance.id", "c", "keystead.member.weight", "1000");
        ByteBuffer good = strange.assignor.subscriptionUserData(Set.of());
        Optional<ByteBuffer> data = switch (kind) {
            case "none" -> Optional.empty();
            case "empty" -> Optional.of(ByteBuffer.allocate(0));
            case "foreign" -> Optional.of(ByteBuffer.allocate(4).putInt(17).flip());
            case "newer" -> Optional.of(good.put(0, (byte) 2));
            default -> Optional.of(good.limit(good.limit() - 1));
        };
        Map<String, Subscription> said = new HashMap<>(group.subscriptions());
        said.put("m2", subscription(strange, data.orElse(null)));
        said.put("m3", subscription(named, data.orElse(null)));

        Map<String, Assignment> handed = assign(leader, said);
        assign(leader, said);

        assertThat(handed.values())
                .as("all weigh the same")
                .allSatisfy(assignment -> assertThat(assignment.partitions()).hasSizeBetween(1, 5));
        assertThat(partitions(handed)).isEqualTo(all());
        assertThat(leader.log.lines).hasSize(2);
        assertThat(leader.log.lines.get(0))
                .startsWith("warn [Consumer clientId=, groupId=group] user data of member m2 cannot be read (")
                .contains("counts with weight 1 and under the id m2");
        assertThat(leader.log.lines.get(1)).contains("of member m3", "under the id c");
    }

    @Test
    void dataWithMoreAtItsEndIsRead() {
        Member leader = join("m1", "keystead.member.id", "a");
        Member later = join("m2", "keystead.member.id", "b", "keystead.member.weight", "2");
        ByteBuffer known = later.assignor.subscriptionUserData(Set.of());
        ByteBuffer longer = ByteBuffer.allocate(known.remaining() + 9).put(known);
        longer.position(0);
        Map<String, Subscription> said = new HashMap<>(group.subscriptions());
        Map<String, Assignment> expected = assign(leader, said);
        said.put("m2", subscription(later, longer));

        assertThat(at(assign(leader, said), "m2").partitions())
                .isEqualTo(at(expected, "m2").partitions());
        assertThat(leader.log.lines).isEmpty();
    }

    @Test
    void noBytesStopTheGroup() {
        Member leader = join("m1", "keystead.member.id", "a");
        Member strange = join("m2", "keystead.member.id", "b");
        byte[] good = new byte[strange.assignor.subscriptionUserData(Set.of()).remaining()];
        strange.assignor.subscriptionUserData(Set.of()).get(good);
        for (long seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = good.clone();
            for (int i = 0, flips = random.nextInt(1, 6); i < flips; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            ByteBuffer data =
                    ByteBuffer.wrap(bytes, 0, random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length));
            Map<String, Subscription> said = new HashMap<>(group.subscriptions());
            said.put("m2", subscription(strange, data));

            assertThat(partitions(assign(leader, said))).as("seed %d", seed).isEqualTo(all());

            strange.assignor.onAssignment(new Assignment(List.of(), data), group.metadata(strange));
        }
    }

    private static Subscription subscription(Member member, @Nullable ByteBuffer userData) {
        Subscription subscription = new Subscription(List.copyOf(member.topics), userData);
        subscription.setGroupInstanceId(Optional.of(member.instanceId).filter(id -> !id.isEmpty()));
        return subscription;
    }

    private Map<String, Assignment> assign(Member leader, Map<String, Subscription> said) {
        return leader.assignor
                .assign(group.cluster(new Random(1)), new GroupSubscription(said))
                .groupAssignment();
    }

    private static Set<TopicPartition> partitions(Map<String, Assignment> handed) {
        Set<TopicPartition> all = new HashSet<>();
        handed.values()
                .forEach(assignment -> assignment
                        .partitions()
                        .forEach(partition -> assertThat(all.add(partition))
                                .as("%s once", partition)
                                .isTrue()));
        return all;
    }
}
