package io.keystead.hrw.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Seeds;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TaskTransitionTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    private static final long ACCEPTABLE = 100;
    private static final long NOTHING = TaskTransition.Lags.NOTHING;
    private static final String TASK = "0_0";

    @Test
    void allIsInPlaceWhereAllHaveCaughtUp() {
        TaskPlacement placement = placement(4, 1);
        TaskTransition transition = TaskTransition.of(placement, (task, client) -> ACCEPTABLE, ACCEPTABLE, 2);

        assertThat(transition.isSettled()).isTrue();
        assertThat(transition.displaced()).isZero();
        assertThat(places(placement, transition)).isEqualTo("0 standbys [1] warm-ups []");
    }

    @Test
    void aHomeThatIsBehindIsWarmedUpBesideTheStandby() {
        TaskPlacement placement = placement(4, 1);
        TaskTransition transition = plan(placement, ACCEPTABLE + 1, ACCEPTABLE, 0, NOTHING);

        assertThat(places(placement, transition)).isEqualTo("1 standbys [2] warm-ups [0]");
        assertThat(transition.isSettled()).isFalse();
        assertThat(transition).hasToString("{0_0=" + hosts(transition, TASK) + "}, 1 displaced, 1 warm-ups, 0 waiting");
    }

    @Test
    void aHomeThatIsBehindIsTheStandbyWhereNobodyElseHasCaughtUp() {
        TaskPlacement placement = placement(4, 1);
        TaskTransition transition = plan(placement, 500, 0, 300, NOTHING);

        assertThat(places(placement, transition)).isEqualTo("1 standbys [0] warm-ups []");
        assertThat(transition.isSettled()).isFalse();
        assertThat(transition.warmups()).isZero();
    }

    @Test
    void aClientThatHasCaughtUpStandsInForAStandbyThatHasNot() {
        TaskPlacement placement = placement(4, 1);
        TaskTransition transition = plan(placement, 0, NOTHING, NOTHING, 7);

        assertThat(places(placement, transition)).isEqualTo("0 standbys [3] warm-ups [1]");
        assertThat(transition.isSettled()).isFalse();
    }

    @Test
    void aTaskMovesWhenItsHomeHasCaughtUpAndWhatIsNotWantedIsDroppedWhenItsStandbyHas() {
        TaskPlacement placement = placement(4, 1);

        assertThat(places(placement, plan(placement, NOTHING, NOTHING, 20, 0)))
                .isEqualTo("2 standbys [3] warm-ups [0, 1]");
        assertThat(places(placement, plan(placement, 90, NOTHING, 20, 0))).isEqualTo("0 standbys [2] warm-ups [1]");
        assertThat(places(placement, plan(placement, 90, 100, 20, 0))).isEqualTo("0 standbys [1] warm-ups []");
    }

    @Test
    void whereNobodyHasCaughtUpTheLeastBehindIsActiveAndSmallDifferencesDoNotCount() {
        TaskPlacement placement = placement(4, 1);

        assertThat(places(placement, plan(placement, NOTHING, 5000, 700, 600)))
                .isEqualTo("2 standbys [0] warm-ups [1]");
        assertThat(places(placement, plan(placement, NOTHING, 5000, 701, 600)))
                .isEqualTo("3 standbys [0] warm-ups [1]");
        assertThat(places(placement, plan(placement, NOTHING, NOTHING, NOTHING, NOTHING)))
                .isEqualTo("0 standbys [1] warm-ups []");
    }

    @Test
    void aTaskWithoutStandbysStaysWhereItIsUntilItsHomeHasCaughtUp() {
        TaskPlacement placement = placement(3, 0);

        assertThat(places(placement, plan(placement, 5000, NOTHING, 0))).isEqualTo("2 standbys [] warm-ups [0]");
        assertThat(places(placement, plan(placement, 50, NOTHING, 0))).isEqualTo("0 standbys [] warm-ups []");
    }

    @Test
    void moreWarmUpsThanAllowedWaitInTheOrderOfTheTasks() {
        List<String> tasks = TaskPlacementTest.tasks(6);
        TaskPlacement placement =
                TaskPlacement.of(HASH, tasks, List.of(Candidate.of("old"), Candidate.of("new")), 0, 0, List.of());
        TaskTransition transition =
                TaskTransition.of(placement, (task, client) -> client.equals("old") ? 0 : NOTHING, ACCEPTABLE, 2);

        List<String> moves = tasks.stream()
                .filter(task -> placement.home(task).equals("new"))
                .toList();
        assertThat(moves).hasSize(3);
        assertThat(transition.warmups()).isEqualTo(2);
        assertThat(transition.waiting()).isEqualTo(1);
        assertThat(tasks.stream()
                        .filter(task -> !hosts(transition, task).warmups().isEmpty()))
                .isEqualTo(moves.subList(0, 2));
    }

    @Test
    void whereLagsAreNotKnownATaskStaysWhereItRunsOrHasState() {
        TaskPlacement placement = placement(4, 1);
        List<String> order = placement.preference(TASK);

        TaskTransition runs = TaskTransition.withoutLags(
                placement,
                (task, client) -> client.equals(order.get(2)),
                (task, client) -> client.equals(order.get(3)));
        assertThat(places(placement, runs)).isEqualTo("2 standbys [3] warm-ups []");
        assertThat(runs.warmups()).isZero();
        assertThat(runs.isSettled()).isFalse();
        TaskTransition holds = TaskTransition.withoutLags(
                placement, (task, client) -> false, (task, client) -> client.equals(order.get(3)));
        assertThat(places(placement, holds)).isEqualTo("3 standbys [0] warm-ups []");
        TaskTransition nothing =
                TaskTransition.withoutLags(placement, (task, client) -> false, (task, client) -> false);
        assertThat(places(placement, nothing)).isEqualTo("0 standbys [1] warm-ups []");
    }

    @Test
    void badNumbersAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskTransition.of(placement(2, 0), (task, client) -> 0, -1, 2))
                .withMessage(
                        "the acceptable lag -1 or the number of warm-ups 2 is out of range; allowed: 0 and above, 1"
                                + " and above");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskTransition.of(placement(2, 0), (task, client) -> 0, 0, 0));
    }

    @Test
    void homesAreWarmedUpBeforeStandbys() {
        List<String> tasks = TaskPlacementTest.tasks(12);
        List<Candidate> clients = List.of(Candidate.of("a"), Candidate.of("b"), Candidate.of("new"));
        TaskPlacement placement = TaskPlacement.of(HASH, tasks, clients, 0, 1, List.of());
        TaskTransition transition =
                TaskTransition.of(placement, (task, client) -> client.equals("new") ? NOTHING : 0, ACCEPTABLE, 4);

        assertThat(transition.waiting()).isPositive();
        assertThat(tasks.stream()
                        .filter(task -> !hosts(transition, task).warmups().isEmpty()))
                .hasSize(4)
                .allMatch(task -> placement.home(task).equals("new"));
    }

    @Test
    void warmUpsAreDealtInTurnOverTheClients() {
        List<String> tasks = TaskPlacementTest.tasks(40);
        List<Candidate> clients =
                Stream.of("a", "b", "c", "old").map(Candidate::of).toList();
        TaskPlacement placement = TaskPlacement.of(HASH, tasks, clients, 0, 0, List.of());
        TaskTransition transition =
                TaskTransition.of(placement, (task, client) -> client.equals("old") ? 0 : NOTHING, ACCEPTABLE, 5);

        Map<String, List<String>> warmups = new TreeMap<>();
        transition
                .hosts()
                .forEach((task, hosts) -> hosts.warmups()
                        .forEach(client -> warmups.computeIfAbsent(client, unseen -> new ArrayList<>())
                                .add(task)));
        assertThat(transition.waiting()).isEqualTo(30 - 5);
        Map.of("a", 2, "b", 2, "c", 1)
                .forEach((client, turns) -> assertThat(warmups.get(client))
                        .as("warm-ups of %s", client)
                        .isEqualTo(placement.tasks().stream()
                                .filter(task -> placement.home(task).equals(client))
                                .limit(turns)
                                .toList()));
    }

    @Test
    void oneClientThatNeverCatchesUpDoesNotKeepTheTasksOfOthersFromComingHome() {
        for (String sick : List.of("a", "b", "c")) {
            Group group = new Group(
                    TaskPlacementTest.tasks(40),
                    Stream.of("a", "b", "c", "old").map(Candidate::of).toList(),
                    0);
            group.placement
                    .tasks()
                    .forEach(task -> group.clients()
                            .forEach(client -> group.lags.put(task + client, client.equals("old") ? 0L : 1_000_000)));
            group.neverCatchUp.add(sick);
            TaskTransition transition = group.look(2);
            assertThat(transition.waiting()).isGreaterThan(10);
            int looks = 0;
            for (; group.healthyHomesBehind() > 0; looks++) {
                assertThat(looks).as("with %s sick", sick).isLessThan(40);
                group.catchUp(transition, () -> 0.0);
                transition = group.look(2);
            }
            assertThat(transition.isSettled()).isFalse();
        }
    }

    /** With fewer such clients than warm-ups, after as many looks as promised. */
    @Test
    void theTasksOfHealthyClientsComeHomeBesideThoseThatNeverCatchUp() {
        int[] most = new int[1];
        Seeds.upTo(1000, random -> {
            Group group = new Group(random);
            List<String> clients = new ArrayList<>(group.clients());
            int sick = random.nextInt(clients.size());
            for (int i = 0; i < sick; i++) {
                group.neverCatchUp.add(clients.remove(random.nextInt(clients.size())));
            }
            int maxWarmups = sick + 1 + random.nextInt(4);
            TaskTransition transition = group.look(maxWarmups);
            int aLook = maxWarmups / (sick + 1);
            int bound = Math.max(1, (group.healthyHomesWithoutPlace(transition) + aLook - 1) / aLook);
            int looks = 0;
            for (; group.healthyHomesBehind() > 0; looks++) {
                assertThat(looks).isLessThan(bound);
                group.catchUp(transition, () -> 0.0);
                transition = group.look(maxWarmups);
            }
            most[0] = Math.max(most[0], looks);
        });
        assertThat(most[0]).as("warm-ups did wait").isGreaterThan(5);
    }

    /** Whatever clients hold, and where any of them is in the way of catching up. */
    @Test
    void allIsInPlaceAfterAsManyLooksAsPromisedAndNoWarmUpIsLeft() {
        int[] most = new int[1];
        Seeds.upTo(1000, random -> {
            Group group = new Group(random);
            int maxWarmups = 1 + random.nextInt(4);
            TaskTransition transition = group.look(maxWarmups);
            int extra = transition.warmups() + transition.waiting();
            int homes = group.homesWithoutPlace(transition);
            int behind = group.wantedButBehind();
            int looks = 0;
            while (!transition.isSettled()) {
                group.catchUp(transition, () -> 0.0);
                transition = group.look(maxWarmups);
                looks++;
                assertThat(looks).isLessThanOrEqualTo(Math.max(1, (extra + maxWarmups - 1) / maxWarmups));
                if (looks >= Math.max(1, (homes + maxWarmups - 1) / maxWarmups)) {
                    assertThat(group.homesBehind()).isZero();
                }
            }
            assertThat(extra).isLessThanOrEqualTo(behind);
            assertThat(transition.warmups() + transition.waiting()).isZero();
            most[0] = Math.max(most[0], looks);
        });
        assertThat(most[0]).as("warm-ups did wait").isGreaterThan(5);
    }

    @Test
    void aHomeThatHasBegunToCatchUpKeepsItsPlaceUntilItHas() {
        placesAreKept((placement, taskAndClient) ->
                placement.tasks().stream().anyMatch(task -> taskAndClient.equals(task + placement.home(task))));
    }

    @Test
    void aWantedReplicaThatHasBegunKeepsItsPlaceWhereWarmUpsCatchUpAfterTheirTasksStandbys() {
        placesAreKept((placement, taskAndClient) -> true);
    }

    /** @param which are told to: all of them only where warm-ups are last, for else they hand on their places */
    private static void placesAreKept(BiPredicate<TaskPlacement, String> which) {
        Seeds.upTo(2000, random -> {
            Group group = new Group(random);
            group.warmUpsAreLast = which.test(group.placement, "");
            int maxWarmups = 1 + random.nextInt(4);
            TaskTransition transition = group.look(maxWarmups);
            for (int looks = 0; !transition.isSettled(); looks++) {
                assertThat(looks).isLessThan(1000);
                Set<String> before = group.catchingUp(transition);
                before.removeIf(each -> !which.test(group.placement, each));
                group.catchUp(transition, random::nextDouble);
                before.removeIf(group::hasCaughtUp);
                transition = group.look(maxWarmups);
                assertThat(group.catchingUp(transition)).containsAll(before);
                assertThat(transition.warmups()).isLessThanOrEqualTo(maxWarmups);
            }
        });
    }

    @Test
    void whateverTheLagsEveryTaskHasOneActiveClientAndItsStandbysElsewhere() {
        Seeds.upTo(1000, random -> {
            Group group = new Group(random);
            for (int look = 0; look < 10; look++) {
                group.swing();
                TaskTransition transition = group.look(1 + random.nextInt(3));
                assertThat(transition.hosts().keySet()).containsExactlyElementsOf(group.placement.tasks());
                transition.hosts().forEach((task, hosts) -> {
                    List<String> all = group.all(hosts);
                    assertThat(all).doesNotHaveDuplicates();
                    assertThat(group.placement.preference(task)).containsAll(all);
                    assertThat(hosts.standbys()).hasSize(group.placement.standbys());
                });
            }
        });
    }

    /** What clients hold of each task, and what becomes of it. */
    private static final class Group {
        final SplittableRandom random;
        final TaskPlacement placement;
        final Map<String, Long> lags = new HashMap<>();
        final Set<String> neverCatchUp = new HashSet<>();
        boolean warmUpsAreLast;

        Group(List<String> tasks, List<Candidate> clients, int standbys) {
            this.random = new SplittableRandom(1);
            this.placement = TaskPlacement.of(HASH, tasks, clients, 0.25, standbys, List.of());
        }

        Group(SplittableRandom random) {
            this.random = random;
            List<Candidate> clients = TaskPlacementTest.clients(random, 1 + random.nextInt(6));
            List<String> tasks = TaskPlacementTest.tasks(random.nextInt(25));
            this.placement = TaskPlacement.of(HASH, tasks, clients, 0.25, random.nextInt(4), List.of());
            swing();
        }

        void swing() {
            for (String task : placement.tasks()) {
                List<String> clients = placement.preference(task);
                clients.forEach(
                        client -> lags.put(task + client, random.nextInt(3) == 0 ? 50 : random.nextLong(1_000_000)));
                // Mostly somebody runs it.
                if (random.nextInt(4) > 0) {
                    lags.put(task + clients.get(random.nextInt(clients.size())), 0L);
                }
            }
        }

        TaskTransition look(int maxWarmups) {
            return TaskTransition.of(
                    placement, (task, client) -> lags.getOrDefault(task + client, NOTHING), ACCEPTABLE, maxWarmups);
        }

        /** Who has a place catches up where chance is below one half, if ever; who has none falls behind. */
        void catchUp(TaskTransition transition, DoubleSupplier chance) {
            transition.hosts().forEach((task, hosts) -> {
                boolean standbyIsBehind = false;
                for (String client : placement.preference(task)) {
                    boolean waits =
                            warmUpsAreLast && standbyIsBehind && hosts.warmups().contains(client);
                    boolean never = neverCatchUp.contains(client) && !hasCaughtUp(task + client);
                    if (!all(hosts).contains(client)) {
                        lags.merge(task + client, 60L, Long::sum);
                    } else if (!waits && !never && chance.getAsDouble() < 0.5) {
                        lags.put(task + client, 0L);
                    }
                    standbyIsBehind |= hosts.standbys().contains(client) && !hasCaughtUp(task + client);
                }
            });
        }

        /** Wanted replicas that have a place and are behind. */
        Set<String> catchingUp(TaskTransition transition) {
            Set<String> some = new HashSet<>();
            transition.hosts().forEach((task, hosts) -> {
                List<String> wanted = new ArrayList<>(placement.replicas(task));
                wanted.retainAll(all(hosts));
                wanted.forEach(client -> some.add(task + client));
            });
            some.removeIf(this::hasCaughtUp);
            return some;
        }

        boolean hasCaughtUp(String taskAndClient) {
            return lags.getOrDefault(taskAndClient, NOTHING) <= ACCEPTABLE;
        }

        List<String> clients() {
            return placement.tasks().isEmpty()
                    ? List.of("none")
                    : placement.preference(placement.tasks().iterator().next());
        }

        int homesBehind() {
            return (int) placement.tasks().stream()
                    .filter(task -> !hasCaughtUp(task + placement.home(task)))
                    .count();
        }

        int healthyHomesBehind() {
            return (int) healthyAtHome()
                    .filter(task -> !hasCaughtUp(task + placement.home(task)))
                    .count();
        }

        private Stream<String> healthyAtHome() {
            return placement.tasks().stream().filter(task -> !neverCatchUp.contains(placement.home(task)));
        }

        /** Homes that are a warm-up or wait. */
        int homesWithoutPlace(TaskTransition transition) {
            return withoutPlace(transition, placement.tasks().stream());
        }

        int healthyHomesWithoutPlace(TaskTransition transition) {
            return withoutPlace(transition, healthyAtHome());
        }

        private int withoutPlace(TaskTransition transition, Stream<String> tasks) {
            return (int) tasks.filter(task -> !hosts(transition, task).active().equals(placement.home(task)))
                    .filter(task -> !hosts(transition, task).standbys().contains(placement.home(task)))
                    .count();
        }

        int wantedButBehind() {
            return (int) placement.tasks().stream()
                    .flatMap(task -> placement.replicas(task).stream().map(client -> task + client))
                    .filter(taskAndClient -> !hasCaughtUp(taskAndClient))
                    .count();
        }

        List<String> all(TaskHosts hosts) {
            List<String> all = new ArrayList<>(hosts.standbys());
            all.add(hosts.active());
            all.addAll(hosts.warmups());
            return all;
        }
    }

    /** One task, and clients that are told by their places in its order of preference. */
    private static TaskPlacement placement(int clients, int standbys) {
        return TaskPlacement.of(
                HASH,
                List.of(TASK),
                IntStream.range(0, clients).mapToObj(i -> Candidate.of("c" + i)).toList(),
                0.25,
                standbys,
                List.of());
    }

    /** @param lags in the task's order of preference */
    private static TaskTransition plan(TaskPlacement placement, long... lags) {
        List<String> order = placement.preference(TASK);
        return TaskTransition.of(placement, (task, client) -> lags[order.indexOf(client)], ACCEPTABLE, 2);
    }

    private static TaskHosts hosts(TaskTransition transition, String task) {
        return Objects.requireNonNull(transition.hosts().get(task));
    }

    /** The clients that have the task, by their places in its order of preference. */
    private static String places(TaskPlacement placement, TaskTransition transition) {
        List<String> order = placement.preference(TASK);
        TaskHosts hosts = hosts(transition, TASK);
        return order.indexOf(hosts.active())
                + " standbys " + hosts.standbys().stream().map(order::indexOf).toList()
                + " warm-ups " + hosts.warmups().stream().map(order::indexOf).toList();
    }
}
