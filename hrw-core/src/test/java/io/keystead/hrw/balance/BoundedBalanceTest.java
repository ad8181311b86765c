package io.keystead.hrw.balance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.Inputs;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Seeds;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedBalanceTest {
    private static final KeyHash HASH = KeyHash.xxh3(0);
    private static final double[] SLACKS = {0, 0.1, 0.25, 1};

    @Test
    void the_heap_gives_what_sorting_all_pairs_gives() {
        Seeds.upTo(400, random -> {
            KeyHash hash = Inputs.hash(random);
            List<String> things = things(random, random.nextInt(60));
            List<Candidate> members = members(random, 1 + random.nextInt(12), random.nextBoolean());
            for (double slack : SLACKS) {
                assertThat(BoundedBalance.assign(hash, things, members, slack))
                        .as("slack %s", slack)
                        .isEqualTo(NaiveBalance.assign(hash, things, members, slack, (thing, member) -> true));
            }
        });
    }

    @Test
    void also_where_not_every_member_may_take_every_thing_and_nothing_stays_unassigned() {
        Set<Boolean> overfull = new HashSet<>();
        Seeds.upTo(400, random -> {
            KeyHash hash = Inputs.hash(random);
            List<String> things = things(random, 1 + random.nextInt(random.nextBoolean() ? 6 : 60));
            List<Candidate> members = members(random, 2 + random.nextInt(10), random.nextBoolean());
            BiPredicate<String, String> mayTake = someMayTake(random, things, members);
            for (double slack : SLACKS) {
                Assignment assignment = BoundedBalance.assign(hash, things, members, slack, mayTake);
                assertThat(assignment)
                        .as("slack %s", slack)
                        .isEqualTo(NaiveBalance.assign(hash, things, members, slack, mayTake));
                assertThat(assignment.owners().keySet()).containsExactlyInAnyOrderElementsOf(new HashSet<>(things));
                assignment
                        .owners()
                        .forEach((thing, member) ->
                                assertThat(mayTake.test(thing, member)).isTrue());
                overfull.add(!assignment.overfull().isEmpty());
            }
        });
        assertThat(overfull).as("both cases were seen").containsExactlyInAnyOrder(true, false);
    }

    @Test
    void the_order_of_things_and_members_changes_nothing() {
        Seeds.upTo(100, random -> {
            List<String> things = things(random, 40);
            List<Candidate> members = members(random, 7, random.nextBoolean());
            BiPredicate<String, String> mayTake = someMayTake(random, things, members);
            for (double slack : SLACKS) {
                assertThat(BoundedBalance.assign(
                                HASH,
                                Inputs.shuffled(random, things),
                                Inputs.shuffled(random, members),
                                slack,
                                mayTake))
                        .isEqualTo(BoundedBalance.assign(HASH, things, members, slack, mayTake));
            }
        });
    }

    @Test
    void every_thing_goes_to_one_active_member_and_no_member_gets_more_than_its_room() {
        Seeds.upTo(200, random -> {
            List<String> things = things(random, random.nextInt(100));
            List<Candidate> members = members(random, 1 + random.nextInt(12), true);
            List<Candidate> active =
                    members.stream().filter(Candidate::isActive).toList();
            double all = active.stream().mapToDouble(Candidate::weight).sum();
            for (double slack : SLACKS) {
                Assignment assignment = BoundedBalance.assign(HASH, things, members, slack);
                Map<String, Long> loads = loads(assignment.owners().values());

                assertThat(assignment.owners().keySet()).containsExactlyInAnyOrderElementsOf(things);
                assertThat(assignment.overfull()).isEmpty();
                assertThat(active.stream().map(Candidate::id)).containsAll(loads.keySet());
                for (Candidate member : active) {
                    double share = (1 + slack) * things.size() * member.weight() / all;
                    // With slack 0 the floor and one seat more; the sum's rounding is far below the 1e-9.
                    double room = slack > 0 ? Math.ceil(share + 1e-9) : Math.floor(share + 1e-9) + 1;
                    assertThat((double) loads.getOrDefault(member.id(), 0L)).isLessThanOrEqualTo(room);
                    if (slack == 0) {
                        assertThat((double) loads.getOrDefault(member.id(), 0L))
                                .isGreaterThanOrEqualTo(Math.floor(share - 1e-9));
                    }
                }
            }
        });
    }

    /** 12 partitions on 4 members are 3/3/3/3; on 5 members 3/3/2/2/2. */
    @Test
    void without_slack_the_loads_of_equal_members_differ_by_one_at_most() {
        assertThat(sortedLoads(12, 4)).containsExactly(3, 3, 3, 3);
        assertThat(sortedLoads(12, 5)).containsExactly(2, 2, 2, 3, 3);
        for (int members = 1; members <= 20; members++) {
            for (int things = 0; things <= 60; things++) {
                long[] loads = sortedLoads(things, members);
                assertThat(loads[members - 1] - loads[0])
                        .as("%d things, %d members", things, members)
                        .isBetween(0L, things % members == 0 ? 0L : 1L);
            }
        }
    }

    @Test
    void with_much_slack_every_thing_goes_to_its_owner_by_rank() {
        Seeds.upTo(50, random -> {
            List<String> things = things(random, 30);
            List<Candidate> members = members(random, 6, random.nextBoolean());
            Placement placement = Placement.of(
                    Topology.builder().hash(HASH).candidates(members).build());
            BoundedBalance.assign(HASH, things, members, BoundedBalance.MAX_SLACK)
                    .owners()
                    .forEach((thing, member) -> {
                        int owner = placement.owner(thing.getBytes(UTF_8));
                        assertThat(placement.active().get(owner).id()).isEqualTo(member);
                    });
        });
    }

    /** x may go to a only, so a is given a share of more than half; y and z spread over both. */
    @Test
    void things_that_only_some_may_take_are_shared_among_those() {
        List<Candidate> members = List.of(Candidate.of("a"), Candidate.of("b"));
        List<String> things = List.of("x1", "x2", "y1", "y2", "y3", "y4");
        Assignment assignment = BoundedBalance.assign(
                HASH, things, members, 0, (thing, member) -> thing.startsWith("y") || member.equals("a"));

        assertThat(assignment.owners()).containsEntry("x1", "a").containsEntry("x2", "a");
        assertThat(loads(assignment.owners().values())).isEqualTo(Map.of("a", 4L, "b", 2L));
        assertThat(assignment.overfull()).isEmpty();
    }

    @Test
    void a_thing_whose_members_are_all_full_goes_to_the_least_loaded_and_is_reported() {
        Map<Boolean, Integer> seen = new HashMap<>();
        Seeds.upTo(300, random -> {
            List<String> things = things(random, 12);
            List<Candidate> members = members(random, 4, false);
            BiPredicate<String, String> mayTake = someMayTake(random, things, members);
            Assignment assignment = BoundedBalance.assign(HASH, things, members, 0, mayTake);
            seen.merge(assignment.overfull().isEmpty(), 1, Integer::sum);
            assertThat(things).containsAll(assignment.overfull());
            if (!assignment.overfull().isEmpty()) {
                assertThat(assignment.toString()).endsWith(" overfull " + assignment.overfull());
            }
        });
        assertThat(seen).containsKeys(true, false);
    }

    /**
     * The room of a goes unused when p is taken by b and q by c, so that one of the two r is left over; one of d, e and f has
     * the other, and all three have room 0, two thirds rounded down.
     */
    @Test
    void a_member_with_neither_room_nor_load_is_less_loaded_than_one_with_a_thing() {
        Map<String, String> mayTake = Map.of("p", "ab", "q", "ac", "r", "def", "s", "def");
        List<Candidate> members = "abcdef"
                .chars()
                .mapToObj(c -> Candidate.of(Character.toString(c)))
                .toList();
        int leftOver = 0;
        for (int seed = 0; seed < 200; seed++) {
            Assignment assignment = BoundedBalance.assign(
                    KeyHash.xxh3(seed),
                    mayTake.keySet(),
                    members,
                    0,
                    (thing, member) -> mayTake.getOrDefault(thing, "").contains(member));
            leftOver += assignment.overfull().size();
            assertThat(loads(assignment.owners().values()).values())
                    .as("seed %d: %s", seed, assignment)
                    .allMatch(load -> load <= 2);
            assertThat(assignment.owners().get("r"))
                    .as("seed %d: %s", seed, assignment)
                    .isNotEqualTo(
                            assignment.overfull().isEmpty()
                                    ? ""
                                    : assignment.owners().get("s"));
        }
        assertThat(leftOver).isPositive();
    }

    /** With slack 1 nobody else is full, so only what the lost member had moves. */
    @Test
    void when_a_member_goes_with_room_to_spare_only_its_things_move() {
        List<String> things = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            things.add("orders-" + i);
        }
        List<Candidate> members = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            members.add(Candidate.of("member-" + i));
        }
        Map<String, String> before =
                BoundedBalance.assign(HASH, things, members, 1).owners();
        Map<String, String> after =
                BoundedBalance.assign(HASH, things, members.subList(1, 8), 1).owners();
        before.forEach((thing, member) -> {
            if (!member.equals("member-0")) {
                assertThat(after).containsEntry(thing, member);
            }
        });
    }

    @Test
    void no_things_are_an_empty_answer_and_a_thing_named_twice_counts_once() {
        List<Candidate> one = List.of(Candidate.of("a"));

        assertThat(BoundedBalance.assign(HASH, List.of(), one, 0).owners()).isEmpty();
        assertThat(BoundedBalance.assign(HASH, List.of("x", "x"), one, 0).owners())
                .containsExactly(Map.entry("x", "a"));
    }

    @Test
    void an_assignment_is_a_value() {
        List<Candidate> members = List.of(Candidate.of("a"), Candidate.of("b"));
        Assignment one = BoundedBalance.assign(HASH, List.of("x", "y"), members, 0);

        assertThat(one)
                .isEqualTo(BoundedBalance.assign(HASH, List.of("y", "x"), members, 0))
                .hasSameHashCodeAs(BoundedBalance.assign(HASH, List.of("y", "x"), members, 0))
                .isNotEqualTo(BoundedBalance.assign(HASH, List.of("x"), members, 0))
                .isNotEqualTo("x");
        assertThat(one.toString()).isEqualTo(one.owners().toString());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> one.owners().clear());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1000.5, Double.NaN, Double.POSITIVE_INFINITY})
    void a_slack_out_of_range_is_refused(double slack) {
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of("x"), List.of(Candidate.of("a")), slack),
                "the slack " + slack + " is out of range; allowed: 0 to 1000");
    }

    @Test
    void bad_members_and_things_are_refused() {
        Candidate a = Candidate.of("a");
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of("x"), List.of(), 0),
                "none of the 0 members is active; allowed: at least one");
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of(), List.of(a.withState(CandidateState.FILLING)), 0),
                "none of the 1 members is active; allowed: at least one");
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of("x"), List.of(a, a.withWeight(2)), 0),
                "the member id \"a\" stands twice; allowed: distinct ids");
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of("x"), List.of(a), 0, (thing, member) -> false),
                "no member may take \"x\"; allowed: at least one member for each thing");
        assertRefused(
                () -> BoundedBalance.assign(HASH, List.of("x\ud83d"), List.of(a), 0),
                "\"x\\ud83d\" is not well-formed Unicode: a surrogate stands alone");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    private static long[] sortedLoads(int things, int members) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < things; i++) {
            names.add("orders-" + i);
        }
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            candidates.add(Candidate.of("member-" + i));
        }
        Map<String, Long> loads =
                loads(BoundedBalance.assign(HASH, names, candidates, 0).owners().values());
        long[] sorted = candidates.stream()
                .mapToLong(member -> loads.getOrDefault(member.id(), 0L))
                .toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private static Map<String, Long> loads(Collection<String> owners) {
        Map<String, Long> loads = new HashMap<>();
        owners.forEach(owner -> loads.merge(owner, 1L, Long::sum));
        return loads;
    }

    private static List<String> things(SplittableRandom random, int count) {
        return Inputs.ids(random, count);
    }

    /** At least the first is active. */
    private static List<Candidate> members(SplittableRandom random, int count, boolean weighted) {
        double[] weights = {0.1, 0.5, 1, 1, 2.5, 7};
        List<Candidate> members = new ArrayList<>();
        for (String id : Inputs.ids(random, count)) {
            Candidate member = Candidate.of(id).withWeight(weighted ? weights[random.nextInt(weights.length)] : 1);
            boolean out = !members.isEmpty() && random.nextInt(6) == 0;
            members.add(out ? member.withState(CandidateState.DRAINING) : member);
        }
        return members;
    }

    /** Three classes of things, each with a random set of members; the first member may take everything. */
    private static BiPredicate<String, String> someMayTake(
            SplittableRandom random, List<String> things, List<Candidate> members) {
        Map<String, Integer> classes = new HashMap<>();
        things.forEach(thing -> classes.put(thing, random.nextInt(3)));
        Set<String> pairs = new HashSet<>();
        for (Candidate member : members) {
            for (int c = 0; c < 3; c++) {
                if (random.nextInt(3) > 0) {
                    pairs.add(c + member.id());
                }
            }
        }
        String first = members.get(0).id();
        return (thing, member) -> member.equals(first) || pairs.contains(classes.get(thing) + member);
    }
}
