package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.TaskPlacement;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.TaskAssignorException;
import org.apache.kafka.coordinator.group.api.streams.assignor.TopologyDescriber;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HrwTaskAssignorTest {
    private final HrwTaskAssignor assignor = new HrwTaskAssignor();

    @Test
    void theReplicasAreThoseOfTheTaskPlacement() {
        StreamsGroup group = StreamsGroup.of(2, 12, 4, 1, 2);

        GroupAssignment assignment = assignor.assign(group, group);

        TaskPlacement placement = TaskPlacement.of(
                KeyHash.xxh3(0),
                group.tasks(true).stream().map(Task::name).toList(),
                IntStream.range(0, 4)
                        .mapToObj(p -> Candidate.of("process-" + p))
                        .toList(),
                0.25,
                2,
                List.of());
        group.actives(assignment).forEach((task, member) -> {
            assertThat(process(member)).isEqualTo(placement.home(task.name()));
            List<String> replicas = new ArrayList<>(List.of(process(member)));
            group.standbys(assignment).get(task).forEach(standby -> replicas.add(process(standby)));
            assertThat(replicas).containsExactlyInAnyOrderElementsOf(placement.replicas(task.name()));
        });
        assertThat(group.actives(assignment)).hasSize(24);
    }

    @Test
    void whenAProcessDiesItsTasksGoOnWhereTheirStandbyIsAndComeHomeWhenItReturns() {
        StreamsGroup group = StreamsGroup.of(2, 16, 4, 2, 1);
        group.subtopology("7", 5, false);
        GroupAssignment before = settled(group);

        group.stop("process-2");
        group.hadBefore(before);
        GroupAssignment after = assignor.assign(group, group);

        Map<Task, String> was = group.actives(before);
        Map<Task, List<String>> standby = group.standbys(before);
        List<Task> lost = was.keySet().stream()
                .filter(task -> process(was.get(task)).equals("process-2") && standby.containsKey(task))
                .toList();
        assertThat(lost)
                .isNotEmpty()
                .allSatisfy(
                        task -> assertThat(List.of(process(group.actives(after).get(task))))
                                .isEqualTo(standby.get(task).stream()
                                        .map(HrwTaskAssignorTest::process)
                                        .toList()));

        group.start("process-2", 2);
        group.hadBefore(after);
        assertThat(byProcess(assignor.assign(group, group))).isEqualTo(byProcess(before));
    }

    /** Over all 20 that could die: measured 43 of the others' 6,080 tasks, and each to the process that has its standby. */
    @Test
    void whileAProcessOfManyDiesThreadByThreadFewTasksMoveBetweenTheOthersAndNoneWithoutItsState() {
        int lost = 0;
        int moved = 0;
        for (int victim = 0; victim < 20; victim++) {
            StreamsGroup group = StreamsGroup.of(4, 80, 20, 4, 1);
            GroupAssignment last = settled(group);
            for (int thread = 0; thread < 4; thread++) {
                Map<Task, String> was = group.actives(last);
                Map<Task, List<String>> standbys = group.standbys(last);
                group.leave("process-" + victim + "/" + thread);
                group.hadBefore(last);
                last = assignor.assign(group, group);
                for (Map.Entry<Task, String> now : group.actives(last).entrySet()) {
                    String from = process(was.get(now.getKey()));
                    String to = process(now.getValue());
                    if (!from.equals(to)) {
                        lost += from.equals("process-" + victim) ? 1 : 0;
                        moved += from.equals("process-" + victim) ? 0 : 1;
                        assertThat(standbys.get(now.getKey()))
                                .as("standbys of %s before it went to %s", now.getKey(), to)
                                .extracting(HrwTaskAssignorTest::process)
                                .containsExactly(to);
                    }
                }
            }
        }
        assertThat(lost).isEqualTo(320);
        assertThat(moved).isLessThanOrEqualTo(43);
    }

    @Test
    void aProcessIsKnownByItsTagWhereItHasOne() {
        StreamsGroup group = new StreamsGroup();
        group.subtopology("0", 24, true);
        Map<String, String> a = Map.of("keystead.member.id", "a");
        Map<String, String> b = Map.of("keystead.member.id", " b ");
        group.join("1", "uuid-1", Optional.empty(), Optional.empty(), a);
        group.join("2", "uuid-2", Optional.empty(), Optional.empty(), b);
        Map<String, Set<Integer>> before =
                assignor.assign(group, group).members().get("2").activeTasks();

        group.stop("uuid-2");
        group.join("3", "uuid-3", Optional.empty(), Optional.empty(), b);

        assertThat(assignor.assign(group, group).members().get("3").activeTasks())
                .isEqualTo(before);
    }

    @Test
    void ofTwoProcessesWithOneTagTheSecondIsKnownByItsProcessId() {
        StreamsGroup group = new StreamsGroup();
        group.subtopology("0", 24, true);
        Map<String, String> twin = Map.of("keystead.member.id", "twin");
        group.join("1", "uuid-2", Optional.empty(), Optional.empty(), twin);
        group.join("2", "uuid-1", Optional.empty(), Optional.empty(), twin);

        assertThat(new Processes(group).candidates()).extracting(Candidate::id).containsOnly("twin", "uuid-2");
        assertThat(new Processes(group).threads("twin")).containsExactly("2");
        assertThat(group.actives(assignor.assign(group, group))).hasSize(24);
    }

    @Test
    void aProcessWeighsWhatItsTagSaysHoweverManyThreadsItHas() {
        StreamsGroup group = new StreamsGroup();
        group.subtopology("0", 40, true);
        assignor.configure(Map.of("keystead.assignor.slack", 0));
        group.start("small", 1);
        group.start("large", 3);

        assertThat(loads(group)).isEqualTo(Map.of("small", 20, "large", 20));

        Map<String, String> triple = Map.of("keystead.weight", "3");
        group.processes()
                .get("large")
                .forEach(member -> group.join(member, "large", Optional.empty(), Optional.empty(), triple));

        assertThat(loads(group)).isEqualTo(Map.of("small", 10, "large", 30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "0", "-1", "NaN", "1e7", ""})
    void aTagThatIsNoWeightCountsAsNone(String weight) {
        StreamsGroup group = StreamsGroup.of(1, 1, 1, 1, 0);
        group.join("m", "p", Optional.empty(), Optional.empty(), Map.of("keystead.weight", weight));

        assertThat(new Processes(group).candidates())
                .extracting(Candidate::weight)
                .containsOnly(1.0);
    }

    @Test
    void streamsTakesOurTagsAndNoLongerName() {
        assertThat(List.of(Processes.MEMBER_ID_TAG, Processes.WEIGHT_TAG))
                .allSatisfy(tag -> assertThat(new StreamsConfig(Map.of(
                                        StreamsConfig.APPLICATION_ID_CONFIG,
                                        "app",
                                        StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                                        "localhost:9092",
                                        StreamsConfig.clientTagPrefix(tag),
                                        "1"))
                                .getClientTags())
                        .containsKey(tag));
    }

    @Test
    void theStandbyIsInAnotherZoneThanTheActive() {
        StreamsGroup group = new StreamsGroup();
        group.subtopology("0", 24, true);
        group.configure(1, List.of("zone"));
        for (int process = 0; process < 6; process++) {
            group.join(
                    "m" + process,
                    "p" + process,
                    Optional.empty(),
                    Optional.empty(),
                    Map.of("zone", process < 4 ? "east" : "west"));
        }

        GroupAssignment assignment = assignor.assign(group, group);

        Map<Task, List<String>> standbys = group.standbys(assignment);
        group.actives(assignment)
                .forEach((task, active) -> assertThat(standbys.get(task))
                        .singleElement()
                        .satisfies(
                                standby -> assertThat("m4m5".contains(standby)).isNotEqualTo("m4m5".contains(active))));
    }

    @Test
    void theStandbyIsInAnotherRackWhereThereIsOne() {
        StreamsGroup group = new StreamsGroup();
        group.subtopology("0", 24, true);
        group.configure(1, List.of());
        for (int process = 0; process < 4; process++) {
            group.join("m" + process, "p" + process, Optional.empty(), Optional.of("r" + process % 2), Map.of());
        }

        GroupAssignment assignment = assignor.assign(group, group);

        group.actives(assignment)
                .forEach((task, active) -> assertThat((active.charAt(1)
                                        - group.standbys(assignment)
                                                .get(task)
                                                .get(0)
                                                .charAt(1))
                                % 2)
                        .isNotZero());

        List.of("m1", "m3").forEach(group::leave);
        assertThat(group.standbys(assignor.assign(group, group))).hasSize(24);
    }

    @Test
    void thereAreNoMoreStandbysThanOtherProcessesAndNoneWithoutState() {
        StreamsGroup group = StreamsGroup.of(1, 6, 3, 2, 5);
        group.subtopology("1", 6, false);

        Map<Task, List<String>> standbys = group.standbys(assignor.assign(group, group));

        assertThat(standbys.keySet()).containsExactlyInAnyOrderElementsOf(group.tasks(true));
        assertThat(standbys.values()).allSatisfy(some -> assertThat(some).hasSize(2));
    }

    @Test
    void aThreadKeepsItsTasksWhenItsProcessGetsMore() {
        StreamsGroup group = StreamsGroup.of(1, 12, 2, 3, 0);
        GroupAssignment before = settled(group);

        group.stop("process-1");
        group.hadBefore(before);
        GroupAssignment after = assignor.assign(group, group);

        IntStream.range(0, 3)
                .mapToObj(thread -> "process-0/" + thread)
                .forEach(thread -> assertThat(
                                after.members().get(thread).activeTasks().get("0"))
                        .hasSize(4)
                        .containsAll(before.members().get(thread).activeTasks().getOrDefault("0", Set.of())));
    }

    @Test
    void aStandbyBecomesActiveOnTheThreadThatHasItsStores() {
        ThreadShares shares = new ThreadShares(3);
        List<Task> tasks = IntStream.range(0, 5).mapToObj(p -> new Task("0", p)).toList();

        assertThat(shares.deal(tasks, task -> task.partition() == 4 ? 2 : ThreadShares.NONE))
                .satisfies(dealt -> assertThat(dealt.get(2)).contains(new Task("0", 4)))
                .extracting(List::size)
                .containsExactly(2, 2, 1);
    }

    @Test
    void anEmptyGroupAndATopologyWithoutTasksAreAnsweredWithNothing() {
        StreamsGroup group = new StreamsGroup();

        assertThat(assignor.assign(group, group).members()).isEmpty();

        group.start("idle", 2);
        assertThat(assignor.assign(group, group).members()).containsOnlyKeys("idle/0", "idle/1");
        assertThat(group.actives(assignor.assign(group, group))).isEmpty();
    }

    @Test
    void whatTheBrokerRulesOutIsAnErrorInOneLine() {
        StreamsGroup group = StreamsGroup.of(1, 2, 1, 1, 0);
        TopologyDescriber unknown = new TopologyDescriber() {
            @Override
            public List<String> subtopologies() {
                return List.of("9");
            }

            @Override
            public int maxNumInputPartitions(String subtopologyId) {
                throw new NoSuchElementException("Topology does not contain subtopology " + subtopologyId);
            }

            @Override
            public boolean isStateful(String subtopologyId) {
                return true;
            }
        };

        assertThatExceptionOfType(TaskAssignorException.class)
                .isThrownBy(() -> assignor.assign(group, unknown))
                .withMessage("Topology does not contain subtopology 9");

        group.start("", 1);
        assertThatExceptionOfType(TaskAssignorException.class)
                .isThrownBy(() -> assignor.assign(group, group))
                .withMessage("a candidate id is empty; allowed: any non-empty Unicode text");
    }

    @Test
    void itsNameIsHrwAndABadSlackIsRefused() {
        assertThat(assignor.name()).isEqualTo("hrw");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> assignor.configure(Map.of("keystead.assignor.slack", "2000")));
    }

    @Test
    void manyThreadsAtOnceGetWhatOneGets() throws Exception {
        List<StreamsGroup> groups = IntStream.rangeClosed(1, 20)
                .mapToObj(size -> StreamsGroup.of(1 + size % 3, 4 + size, size, 1 + size % 2, size % 3))
                .toList();
        List<GroupAssignment> alone =
                groups.stream().map(group -> assignor.assign(group, group)).toList();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<List<GroupAssignment>>> together = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                together.add(threads.submit(() -> groups.stream()
                        .map(group -> assignor.assign(group, group))
                        .toList()));
            }
            for (Future<List<GroupAssignment>> one : together) {
                assertThat(one.get()).isEqualTo(alone);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Once it has what it gets. */
    private GroupAssignment settled(StreamsGroup group) {
        group.hadBefore(assignor.assign(group, group));
        return assignor.assign(group, group);
    }

    private Map<String, Integer> loads(StreamsGroup group) {
        Map<String, Integer> loads = new HashMap<>();
        group.actives(assignor.assign(group, group))
                .values()
                .forEach(member -> loads.merge(process(member), 1, Integer::sum));
        return loads;
    }

    static String process(String member) {
        return member.substring(0, member.indexOf('/'));
    }

    private static Map<String, List<Task>> byProcess(GroupAssignment assignment) {
        Map<String, List<Task>> byProcess = new TreeMap<>();
        assignment
                .members()
                .forEach((id, member) -> byProcess
                        .computeIfAbsent(process(id), unseen -> new ArrayList<>())
                        .addAll(StreamsGroup.each(member.activeTasks())));
        byProcess.values().forEach(tasks -> tasks.sort(Comparator.comparing(Task::name)));
        return byProcess;
    }
}
