package io.keystead.kafka.consumer;

import static io.keystead.kafka.consumer.SimulatedGroup.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.PartitionBalance;
import io.keystead.hrw.balance.PartitionOwners;
import io.keystead.hrw.balance.SubscribedTopic;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers on a real broker while records keep coming. */
class ConsumerGroupTest {
    private static final String HRW = HrwAssignor.class.getName();
    private static final String EAGER = HRW + "," + RangeAssignor.class.getName();

    private static LocalKafka kafka;
    private static Topics admin;
    private static int groups;

    private final Map<String, TestConsumer> consumers = new TreeMap<>();
    private Map<String, Integer> topics;
    private String group;
    private Traffic traffic;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        admin = new Topics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        admin.close();
        kafka.close();
    }

    @BeforeEach
    void createTopics() throws InterruptedException {
        group = "group-" + groups++;
        topics = Map.of(group + "-orders", 12, group + "-payments", 5);
        for (Map.Entry<String, Integer> topic : topics.entrySet()) {
            admin.create(topic.getKey(), topic.getValue(), 1);
        }
        traffic = new Traffic(kafka.bootstrapServers(), topics);
    }

    @AfterEach
    void closeAll() throws InterruptedException {
        for (TestConsumer consumer : consumers.values()) {
            consumer.leave();
        }
        traffic.close();
    }

    private void join(String name, String assignors) {
        join(name, name, assignors);
    }

    private void join(String name, String memberId, String assignors) {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "group.id", group,
                "keystead.member.id", memberId,
                "partition.assignment.strategy", assignors);
        consumers.put(name, new TestConsumer(name, traffic, topics.keySet(), properties));
    }

    private void leave(String name) throws InterruptedException {
        at(consumers, name).leave();
        consumers.remove(name);
    }

    private Map<String, Set<String>> owned() {
        return consumers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> copyOf(each.getValue().owned)));
    }

    /** One by one: a copy of the whole would count first, and the consumer may change it meanwhile. */
    private static Set<String> copyOf(Set<String> changing) {
        Set<String> copy = new TreeSet<>();
        changing.forEach(copy::add);
        return copy;
    }

    /** What the core says of these members. */
    private Map<String, Set<String>> expected(Collection<String> members) {
        PartitionOwners owners = PartitionBalance.assign(
                KeyHash.xxh3(0),
                topics.entrySet().stream()
                        .map(topic -> SubscribedTopic.of(topic.getKey(), topic.getValue(), members))
                        .toList(),
                members.stream().map(Candidate::of).toList(),
                0.25,
                false);
        Map<String, Set<String>> expected = new TreeMap<>();
        members.forEach(member -> expected.put(member, new TreeSet<>()));
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; partition < partitions; partition++) {
                at(expected, owners.owners(topic).get(partition)).add(topic + "-" + partition);
            }
        });
        return expected;
    }

    private void awaitExpected() throws InterruptedException {
        Map<String, Set<String>> expected = expected(Set.copyOf(consumers.keySet()));
        await("the owners " + expected, () -> owned().equals(expected));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("%s; now %s, violations %s", what, owned(), traffic.violations())
                    .isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private int assigned() {
        return owned().values().stream().mapToInt(Set::size).sum();
    }

    private void assertThatEveryRecordWasReadOnceByItsOwnersOnly() throws Exception {
        List<String> written = traffic.stop();
        await("all " + written.size() + " records", () -> traffic.readings().size() == written.size());
        assertThat(traffic.readings().keySet()).isEqualTo(new HashSet<>(written));
        assertThat(traffic.readings().values()).as("how often").containsOnly(1);
        assertThat(traffic.violations()).isEmpty();
    }

    @Test
    void cooperativeMembersGiveUpOnlyWhatMoves() throws Exception {
        join("a", HRW);
        join("b", HRW);
        awaitExpected();
        Map<String, Set<String>> ofTwo = owned();
        consumers.values().forEach(consumer -> consumer.revocations.clear());

        join("c", HRW);
        awaitExpected();

        for (String name : List.of("a", "b")) {
            Set<String> moved = new TreeSet<>(at(ofTwo, name));
            moved.removeAll(at(consumers, name).owned);
            assertThat(at(consumers, name).revocations.stream()
                            .flatMap(Set::stream)
                            .toList())
                    .as("revoked from " + name)
                    .containsExactlyInAnyOrderElementsOf(moved);
        }
        assertThat(at(consumers, "c").revocations).isEmpty();

        leave("c");
        awaitExpected();
        assertThat(owned()).isEqualTo(ofTwo);
        assertThatEveryRecordWasReadOnceByItsOwnersOnly();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cooperative", "eager"})
    void whoLeavesAndComesBackAndAGroupThatIsRestartedFindTheirPartitions(String mode) throws Exception {
        String assignors = mode.equals("eager") ? EAGER : HRW;
        for (String name : List.of("a", "b", "c")) {
            join(name, assignors);
        }
        awaitExpected();
        Map<String, Set<String>> before = owned();

        leave("b");
        awaitExpected();
        join("b", assignors);
        await("b to have what it had", () -> owned().equals(before));

        for (String name : List.of("a", "b", "c")) {
            leave(name);
        }
        for (String name : List.of("c", "b", "a")) {
            join(name, assignors);
        }
        await("the restarted group to have what it had", () -> owned().equals(before));
        assertThatEveryRecordWasReadOnceByItsOwnersOnly();
    }

    @Test
    void aMemberWithAnothersNameReadsAllTheSameAndSaysSoInItsOwnLog() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            join("a", "same", HRW);
            join("b", "same", HRW);
            await(
                    "both to read",
                    () -> assigned() == 17
                            && consumers.values().stream().noneMatch(consumer -> consumer.owned.isEmpty()));
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(UTF_8).lines().filter(line -> line.contains("keystead.member.id=same of this member")))
                .singleElement()
                .asString()
                .contains("is also that of member consumer-" + group);
        assertThatEveryRecordWasReadOnceByItsOwnersOnly();
    }

    @Test
    void aGroupChangesFromRangeToItWithoutStopping() throws Exception {
        rollFrom(RangeAssignor.class.getName());
    }

    @Test
    void aGroupChangesFromCooperativeStickyToItWithoutStopping() throws Exception {
        rollFrom(CooperativeStickyAssignor.class.getName());
    }

    /** Two rounds of restarts: first both are named, then the old one is dropped. */
    private void rollFrom(String old) throws Exception {
        List<String> names = List.of("a", "b", "c");
        for (String name : names) {
            join(name, old);
        }
        await("every partition to be assigned", () -> assigned() == 17);

        for (String assignors : List.of(HRW + "," + old, HRW)) {
            for (String name : names) {
                leave(name);
                join(name, assignors);
                await(
                        "every partition to be assigned",
                        () -> assigned() == 17 && !at(consumers, name).owned.isEmpty());
            }
            awaitExpected();
        }
        consumers.values().forEach(consumer -> consumer.revocations.clear());
        leave("c");
        awaitExpected();
        assertThat(at(consumers, "a").revocations).as("cooperative now").isEmpty();
        assertThatEveryRecordWasReadOnceByItsOwnersOnly();
    }
}
