package io.keystead.hrw.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.Inputs;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Seeds;
import io.keystead.hrw.Selection;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskPlacementTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    private static final Constraint ZONES = Constraint.distinct("zone");
    private static final Constraint RACKS = Constraint.distinct("rack");

    @Test
    void theHomeIsTheOwnerInBoundedBalanceAndTheFirstStandbyTheOwnerWithoutIt() {
        Seeds.upTo(300, random -> {
            List<Candidate> clients = clients(random, 2 + random.nextInt(7));
            List<String> tasks = tasks(random.nextInt(40));
            double slack = random.nextInt(3) * 0.25;
            TaskPlacement placement = TaskPlacement.of(HASH, tasks, clients, slack, 1, List.of());

            Map<String, String> homes =
                    BoundedBalance.assign(HASH, tasks, clients, slack).owners();
            for (String task : tasks) {
                List<Candidate> rest = new ArrayList<>(clients);
                rest.removeIf(client -> client.id().equals(homes.get(task)));
                assertThat(placement.home(task)).isEqualTo(homes.get(task));
                assertThat(placement.replicas(task))
                        .containsExactly(
                                homes.get(task),
                                BoundedBalance.assign(HASH, tasks, rest, slack)
                                        .owners()
                                        .get(task));
            }
        });
    }

    @Test
    void whenAClientDiesTheFirstStandbyOfEachOfItsTasksIsTheNewHome() {
        Seeds.upTo(300, random -> {
            List<Candidate> clients = clients(random, 2 + random.nextInt(7));
            List<String> tasks = tasks(random.nextInt(60));
            TaskPlacement before = TaskPlacement.of(HASH, tasks, clients, 0.25, 1, List.of());
            Candidate dead = clients.remove(random.nextInt(clients.size()));
            TaskPlacement after = TaskPlacement.of(HASH, tasks, clients, 0.25, 1, List.of());

            for (String task : tasks) {
                if (before.home(task).equals(dead.id())) {
                    assertThat(after.home(task)).isEqualTo(before.replicas(task).get(1));
                }
            }
        });
    }

    @Test
    void afterTheHomeAndTheHeirATaskPrefersTheBestByRank() {
        Seeds.upTo(200, random -> {
            List<Candidate> clients = clients(random, 1 + random.nextInt(9));
            List<String> tasks = tasks(20);
            int standbys = random.nextInt(4);
            TaskPlacement placement = TaskPlacement.of(HASH, tasks, clients, 0.25, standbys, List.of());
            Placement ranking = Placement.of(
                    Topology.builder().hash(HASH).candidates(clients).build());

            assertThat(placement.standbys()).isEqualTo(Math.min(standbys, clients.size() - 1));
            for (String task : tasks) {
                List<String> preference = placement.preference(task);
                List<String> ranked = new ArrayList<>();
                ranking.rank(Utf8.encode(task))
                        .forEach(bid -> ranked.add(bid.candidate().id()));
                ranked.removeAll(preference.subList(0, standbys == 0 ? 1 : Math.min(2, clients.size())));
                assertThat(preference)
                        .hasSameSizeAs(clients)
                        .doesNotHaveDuplicates()
                        .endsWith(ranked.toArray(new String[0]));
                assertThat(placement.replicas(task)).isEqualTo(preference.subList(0, 1 + placement.standbys()));
            }
        });
    }

    @Test
    void replicasAreInDifferentZonesWhereThereAreEnough() {
        Seeds.upTo(200, random -> {
            List<Candidate> clients = inZones(random, 3, 9);
            TaskPlacement placement = TaskPlacement.of(HASH, tasks(30), clients, 0.25, 2, List.of(ZONES));

            assertThat(placement.relaxed()).isEmpty();
            for (String task : placement.tasks()) {
                assertThat(placement.replicas(task).stream().map(id -> label(clients, id, "zone")))
                        .doesNotHaveDuplicates();
                assertThat(placement.preference(task))
                        .hasSize(9)
                        .startsWith(placement.replicas(task).toArray(new String[0]));
            }
        });
    }

    /** Without constraints a task's order of preference is that in which they are walked through. */
    @Test
    void theReplicasAreThoseOfAWalkThroughAllClients() {
        int[] relaxed = new int[1];
        Seeds.upTo(300, random -> {
            List<Candidate> clients = new ArrayList<>();
            int zones = 1 + random.nextInt(4);
            // Most are in one zone, so that the walk is long.
            clients(random, 2 + random.nextInt(80))
                    .forEach(client -> clients.add(
                            client.withLabel("zone", "z" + (random.nextInt(10) > 0 ? 0 : random.nextInt(zones)))
                                    .withLabel("rack", "r" + random.nextInt(6))));
            int standbys = 1 + random.nextInt(4);
            List<Constraint> constraints = new ArrayList<>(List.of(ZONES, RACKS, Constraint.atLeast(2, "zone")));
            Collections.shuffle(constraints, new Random(random.nextLong()));
            constraints.subList(1 + random.nextInt(3), 3).clear();
            TaskPlacement free = TaskPlacement.of(HASH, tasks(20), clients, 0.25, standbys, List.of());
            TaskPlacement placement = TaskPlacement.of(HASH, tasks(20), clients, 0.25, standbys, constraints);

            for (String task : placement.tasks()) {
                List<Candidate> order = new ArrayList<>(clients);
                order.sort(Comparator.comparing(client -> free.preference(task).indexOf(client.id())));
                Selection all = Selection.inOrder(order, 1 + placement.standbys(), constraints);
                assertThat(placement.replicas(task))
                        .isEqualTo(all.chosen().stream().map(Candidate::id).toList());
                assertThat(placement.relaxed().getOrDefault(task, List.of())).isEqualTo(all.relaxed());
                relaxed[0] += all.relaxed().isEmpty() ? 0 : 1;
            }
        });
        assertThat(relaxed[0]).isBetween(1000, 5000);
    }

    @Test
    void theLastConstraintIsGivenUpFirstAndNamed() {
        // Two zones of two racks each: a third replica must share a zone, and need not share a rack.
        List<Candidate> clients = IntStream.range(0, 8)
                .mapToObj(i ->
                        Candidate.of("c" + i).withLabel("zone", "z" + i / 4).withLabel("rack", "r" + i / 2))
                .toList();
        TaskPlacement placement = TaskPlacement.of(HASH, tasks(50), clients, 0.25, 2, List.of(RACKS, ZONES));

        assertThat(placement.relaxed()).hasSize(50).allSatisfy((task, given) -> {
            assertThat(given).containsExactly(ZONES);
            assertThat(placement.replicas(task).stream().map(id -> label(clients, id, "rack")))
                    .doesNotHaveDuplicates();
        });
    }

    @Test
    void theOrderOfTasksAndClientsChangesNothing() {
        Seeds.upTo(100, random -> {
            List<Candidate> clients = inZones(random, 3, 1 + random.nextInt(8));
            List<String> tasks = new ArrayList<>(tasks(30));
            TaskPlacement one = TaskPlacement.of(HASH, tasks, clients, 0.25, 2, List.of(ZONES));
            Collections.shuffle(tasks, new Random(random.nextLong()));
            Collections.shuffle(clients, new Random(random.nextLong()));
            TaskPlacement other = TaskPlacement.of(HASH, tasks, clients, 0.25, 2, List.of(ZONES));

            assertThat(other.tasks()).containsExactlyElementsOf(one.tasks());
            one.tasks().forEach(task -> assertThat(other.preference(task)).isEqualTo(one.preference(task)));
            assertThat(other.relaxed()).isEqualTo(one.relaxed());
        });
    }

    @Test
    void aloneAClientIsHomeOfAllWithoutStandbys() {
        TaskPlacement placement = TaskPlacement.of(HASH, tasks(3), List.of(Candidate.of("a")), 0, 5, List.of());

        assertThat(placement.tasks()).containsExactly("0_0", "0_1", "0_2");
        assertThat(placement.preference("0_1")).containsExactly("a");
        assertThat(placement.standbys()).isZero();
        assertThat(placement).hasToString("placement of 3 tasks with 0 standbys each on [a:1.0]");
    }

    @Test
    void badInputIsNamed() {
        List<Candidate> clients = List.of(Candidate.of("a"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskPlacement.of(HASH, List.of(), List.of(), 0, 0, List.of()))
                .withMessage("none of the 0 members is active; allowed: at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskPlacement.of(HASH, List.of(), clients, -1, 0, List.of()))
                .withMessage("the slack -1.0 is out of range; allowed: 0 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskPlacement.of(HASH, List.of(), clients, 0, -1, List.of()))
                .withMessage("the number of standbys -1 is negative; allowed: 0 and above");
        TaskPlacement placement = TaskPlacement.of(HASH, List.of("0_0"), clients, 0, 0, List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> placement.home("0_7"))
                .withMessage("task \"0_7\" was not placed; allowed: [0_0]");
    }

    static List<String> tasks(int count) {
        return IntStream.range(0, count).mapToObj(i -> i / 20 + "_" + i % 20).toList();
    }

    /** Often of equal weights. */
    static List<Candidate> clients(SplittableRandom random, int count) {
        boolean weighted = random.nextInt(3) == 0;
        List<Candidate> clients = new ArrayList<>();
        Inputs.ids(random, count)
                .forEach(id -> clients.add(Candidate.of(id).withWeight(weighted ? 1 + random.nextInt(4) : 1)));
        return clients;
    }

    private static List<Candidate> inZones(SplittableRandom random, int zones, int count) {
        List<Candidate> clients = clients(random, count);
        clients.replaceAll(client -> client.withLabel("zone", "z" + clients.indexOf(client) % zones));
        assertThat(new HashSet<>(clients)).hasSize(count);
        return clients;
    }

    private static String label(List<Candidate> clients, String id, String label) {
        return clients.stream()
                .filter(client -> client.id().equals(id))
                .map(client -> client.labels().get(label))
                .findFirst()
                .orElseThrow();
    }
}
