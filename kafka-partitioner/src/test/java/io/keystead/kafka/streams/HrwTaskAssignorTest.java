package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.KeyHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.junit.jupiter.api.Test;

class HrwTaskAssignorTest {
    private static final long ACCEPTABLE = 100;
    private static final AssignmentConfigs ONE_STANDBY = TaskApplication.configs(ACCEPTABLE, 2, 1, List.of());
    private static final List<TaskId> STATEFUL = tasks(0, 24);
    private static final List<TaskId> STATELESS = tasks(1, 24);

    @Test
    void aTaskRunsWhereBoundedBalanceOverItsNamesSays() {
        List<TaskInstance> instances = instances(1, 1, 2);
        Map<String, String> owners = BoundedBalance.assign(
                        KeyHash.xxh3(0),
                        STATEFUL.stream().map(TaskId::toString).toList(),
                        instances.stream()
                                .map(instance -> Candidate.of(
                                                instance.processId().toString())
                                        .withWeight(instance.numProcessingThreads()))
                                .toList(),
                        0.25)
                .owners();

        TaskAnswer assigned = assign(ONE_STANDBY, caughtUp(instances));

        for (TaskId task : STATEFUL) {
            assertThat(assigned.active(task).toString()).isEqualTo(owners.get(task.toString()));
        }
        // 24 (1 + 0.25) shared by 4 threads: 7.5 for one thread, 15 for two.
        assertThat(count(assigned, instances.get(0), STATEFUL)).isLessThanOrEqualTo(8);
        assertThat(count(assigned, instances.get(2), STATEFUL)).isLessThanOrEqualTo(15);
        assertThat(count(assigned, instances.get(0), STATELESS)).isLessThanOrEqualTo(8);
        assertThat(count(assigned, instances.get(2), STATELESS)).isLessThanOrEqualTo(15);
    }

    @Test
    void theSlackIsTheApplicationsAndABadOneIsNamed() {
        List<TaskInstance> instances = caughtUp(instances(1, 1, 1, 1));
        HrwTaskAssignor even = new HrwTaskAssignor();
        even.configure(Map.of("keystead.assignor.slack", "0"));

        TaskAnswer assigned = assign(even, ONE_STANDBY, instances);

        for (TaskInstance instance : instances) {
            assertThat(count(assigned, instance, STATEFUL)).isEqualTo(6);
            assertThat(count(assigned, instance, STATELESS)).isEqualTo(6);
        }
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> even.configure(Map.of("keystead.assignor.slack", "-1")))
                .withMessageContaining("keystead.assignor.slack")
                .withMessageContaining("-1")
                .withMessageContaining("0 to 1000");
    }

    @Test
    void aPropertyOfConsumersThatDoesNothingHereIsRefused() {
        HrwTaskAssignor assignor = new HrwTaskAssignor();
        Map.of(
                        "keystead.member.id", "client.tag.keystead.member.id=NAME",
                        "keystead.member.weight", "num.stream.threads",
                        "keystead.assignor.colocate", "to leave it out")
                .forEach((name, allowed) -> assertThatExceptionOfType(ConfigException.class)
                        .isThrownBy(() -> assignor.configure(Map.of(name, "1\n2")))
                        .withMessageStartingWith("Invalid value 1\\n2 for configuration " + name + ": ")
                        .withMessageContaining("allowed: " + allowed)
                        .satisfies(refused -> assertThat(refused.getMessage()).hasLineCount(1)));
        assignor.configure(Map.of(
                "keystead.member.id", " ",
                "consumer.keystead.member.id", "a",
                "main.consumer.keystead.member.weight", "2"));
    }

    @Test
    void whatIsGivenUpForThousandsOfTasksIsToldInALine() {
        Map<String, List<Constraint>> relaxed = new TreeMap<>();
        List<Constraint> both = List.of(Constraint.distinct("client.rack"), Constraint.distinct("zone"));
        tasks(0, 5000).forEach(task -> relaxed.put(task.toString(), both.subList(0, 1 + task.partition() % 2)));

        assertThat(HrwTaskAssignor.inShort(relaxed))
                .isEqualTo(
                        "Given up, with the number of tasks: {distinct client.rack=5000, distinct zone=2500}; by task:"
                                + " 0_0=[distinct client.rack], 0_1=[distinct client.rack, distinct zone],"
                                + " 0_10=[distinct client.rack], 0_100=[distinct client.rack],"
                                + " 0_1000=[distinct client.rack] and 4995 others");
        assertThat(HrwTaskAssignor.inShort(Map.of("0_1", both)))
                .endsWith("by task: 0_1=[distinct client.rack, distinct zone]");
    }

    @Test
    void aNewInstanceGetsWarmUpsAndTheLeadersOwnAsksForAFollowUpInTime() {
        List<TaskInstance> instances = caughtUp(instances(1, 1, 1));
        instances.forEach(instance -> STATEFUL.forEach(task -> instance.lag(task, 1)));
        TaskInstance fresh = new TaskInstance(9, 1);
        STATEFUL.forEach(task -> fresh.lag(task, 5000));
        instances.add(fresh);
        HrwTaskAssignor assignor = new HrwTaskAssignor();
        assignor.configure(Map.of("client.id", "app-" + instances.get(2).processId() + "-consumer"));
        Instant before = Instant.now();

        TaskAnswer assigned = assign(assignor, ONE_STANDBY, instances);

        assertThat(count(assigned, fresh, STATEFUL)).isZero();
        assertThat(assigned.standbys(fresh)).hasSize(2);
        // Each task has its standby, and two have a warm-up besides.
        assertThat(assigned.standbyCount()).isEqualTo(24 + 2);
        assertThat(assigned.followUps())
                .hasSize(1)
                .hasEntrySatisfying(
                        instances.get(2).processId(),
                        asked -> assertThat(asked)
                                .isBetween(before.plusSeconds(60), Instant.now().plusSeconds(60)));
    }

    @Test
    void nothingIsAskedForWhereAllIsInPlace() {
        assertThat(assign(ONE_STANDBY, caughtUp(instances(1, 1, 1))).followUps())
                .isEmpty();
    }

    @Test
    void aNameOutlivesTheProcessAndANameTwiceIsIgnoredForTheSecond() {
        List<TaskInstance> named = caughtUp(List.of(
                new TaskInstance(1, 1).tag("keystead.member.id", "a"),
                new TaskInstance(2, 1).tag("keystead.member.id", "b")));
        List<TaskInstance> again = caughtUp(List.of(
                new TaskInstance(8, 1).tag("keystead.member.id", "a"),
                new TaskInstance(7, 1).tag("keystead.member.id", "b")));
        TaskAnswer before = assign(ONE_STANDBY, named);
        TaskAnswer after = assign(ONE_STANDBY, again);
        assertThat(after.active(again.get(0))).isEqualTo(before.active(named.get(0)));

        List<TaskInstance> twice = caughtUp(List.of(
                new TaskInstance(2, 1).tag("keystead.member.id", "a"),
                new TaskInstance(1, 1).tag("keystead.member.id", "a")));
        List<TaskInstance> once =
                caughtUp(List.of(new TaskInstance(2, 1), new TaskInstance(1, 1).tag("keystead.member.id", "a")));
        assertThat(assign(ONE_STANDBY, twice).all())
                .isEqualTo(assign(ONE_STANDBY, once).all());
    }

    @Test
    void aTagKeyThatNamesAMemberIsLegalInStreams() {
        StreamsConfig config = new StreamsConfig(Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "127.0.0.1:9",
                "client.tag.keystead.member.id",
                "an-id-of-thirty-characters-now"));
        assertThat(config.getClientTags()).containsEntry(TaskClients.MEMBER_ID_TAG, "an-id-of-thirty-characters-now");
    }

    @Test
    void standbysAreInOtherZonesAndInOtherRacksWhereThatCanBe() {
        List<TaskInstance> instances = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            instances.add(new TaskInstance(i, 1).tag("zone", "z" + i % 2).rack("r" + i / 2));
        }
        caughtUp(instances);
        AssignmentConfigs twoStandbys = TaskApplication.configs(ACCEPTABLE, 2, 2, List.of("zone"));

        TaskAnswer one = assign(TaskApplication.configs(ACCEPTABLE, 2, 1, List.of("zone")), instances);
        TaskAnswer two = assign(twoStandbys, instances);

        for (TaskId task : STATEFUL) {
            assertThat(holders(one, instances, task).stream()
                            .map(i -> i.clientTags().get("zone")))
                    .hasSize(2)
                    .doesNotHaveDuplicates();
            assertThat(holders(one, instances, task).stream().map(TaskInstance::rackId))
                    .doesNotHaveDuplicates();
            // The rack is given up before the zone, so that the third replica may be in any rack.
            assertThat(new TreeSet<>(holders(two, instances, task).stream()
                            .map(i -> i.clientTags().get("zone"))
                            .toList()))
                    .hasSize(2);
            assertThat(holders(two, instances, task)).hasSize(3);
        }
    }

    @Test
    void anInstanceWithoutThreadsGetsNothingAndIsThereAllTheSame() {
        List<TaskInstance> instances = caughtUp(instances(1, 0, 1));
        TaskAnswer assigned = assign(ONE_STANDBY, instances);

        assertThat(assigned.active(instances.get(1))).isEmpty();
        assertThat(assigned.standbys(instances.get(1))).isEmpty();
        // Where nobody has any, tasks are assigned all the same.
        assertThat(assign(ONE_STANDBY, caughtUp(instances(0, 0))).active()).hasSize(48);
    }

    @Test
    void withoutInstancesNothingIsAssigned() {
        assertThat(new HrwTaskAssignor()
                        .assign(TaskApplication.of(ONE_STANDBY, STATEFUL, STATELESS, List.of()))
                        .assignment())
                .isEmpty();
    }

    /** A store without a changelog makes a task stateful and has no lag; asked for one, Streams throws. */
    @Test
    void aTaskWhoseStoresHaveNoChangelogRunsWithoutStandby() {
        List<TaskInstance> instances = instances(1, 1, 1);
        tasks(0, 12).forEach(task -> instances.forEach(instance -> instance.lag(task, 0)));
        TaskAnswer assigned = assign(ONE_STANDBY, instances);

        for (TaskId task : STATEFUL) {
            assertThat(holders(assigned, instances, task)).hasSize(task.partition() < 12 ? 2 : 1);
        }
    }

    @Test
    void whereEndOffsetsCouldNotBeFetchedTasksStayWhereTheyRun() {
        List<TaskInstance> instances = caughtUp(instances(1, 1, 1));
        TaskAnswer before = assign(ONE_STANDBY, instances);
        for (TaskInstance instance : instances) {
            instance.clear();
            Set<TaskId> ran = before.active(instance);
            for (TaskId task : STATEFUL) {
                instance.lag(task, ran.contains(task) ? TaskInstance.RUNNING : TaskInstance.NOT_TOLD);
            }
            ran.forEach(instance::ran);
            before.standbys(instance).forEach(instance::held);
        }
        TaskInstance fresh = new TaskInstance(9, 1);
        STATEFUL.forEach(task -> fresh.lag(task, TaskInstance.NOT_TOLD));
        TaskInstance dead = instances.remove(0);
        instances.add(fresh);

        TaskAnswer after = assign(ONE_STANDBY, instances);

        for (TaskId task : STATEFUL) {
            if (before.active(task).equals(dead.processId())) {
                assertThat(before.standbys(task)).contains(after.active(task));
            } else {
                assertThat(after.active(task)).isEqualTo(before.active(task));
            }
        }
        assertThat(after.followUps()).hasSize(1);
    }

    /** As a follow-up of a real application: 1,000 tasks on 100 instances. */
    @Test
    void aLargeApplicationIsAssignedWellWithinItsRebalance() {
        List<TaskId> tasks = tasks(0, 1000);
        List<TaskInstance> instances =
                instances(IntStream.range(0, 100).map(i -> 4).toArray());
        instances.forEach(instance -> tasks.forEach(task -> instance.lag(task, 0)));
        TaskApplication application = TaskApplication.of(ONE_STANDBY, tasks, List.of(), instances);
        TaskAnswer.of(new HrwTaskAssignor(), application);
        long start = System.nanoTime();

        TaskAnswer.of(new HrwTaskAssignor(), application);

        // A session lasts 45 seconds; 0.6 seconds were seen on two cores that ten others used too.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    static List<TaskId> tasks(int subtopology, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TaskId(subtopology, i))
                .toList();
    }

    /** In the order of their process ids. */
    private static List<TaskInstance> instances(int... threads) {
        List<TaskInstance> instances = new ArrayList<>();
        for (int count : threads) {
            instances.add(new TaskInstance(1 + instances.size(), count));
        }
        return instances;
    }

    private static List<TaskInstance> caughtUp(List<TaskInstance> instances) {
        instances.forEach(instance -> STATEFUL.forEach(task -> instance.lag(task, 0)));
        return instances;
    }

    private static TaskAnswer assign(AssignmentConfigs configs, List<TaskInstance> instances) {
        return assign(new HrwTaskAssignor(), configs, instances);
    }

    private static TaskAnswer assign(
            HrwTaskAssignor assignor, AssignmentConfigs configs, List<TaskInstance> instances) {
        return TaskAnswer.of(assignor, TaskApplication.of(configs, STATEFUL, STATELESS, instances));
    }

    /** Who has the task, active or standby. */
    private static List<TaskInstance> holders(TaskAnswer answer, List<TaskInstance> instances, TaskId task) {
        return instances.stream()
                .filter(instance -> answer.active(task).equals(instance.processId())
                        || answer.standbys(task).contains(instance.processId()))
                .toList();
    }

    private static long count(TaskAnswer answer, TaskInstance instance, List<TaskId> tasks) {
        return answer.active(instance).stream().filter(tasks::contains).count();
    }
}
