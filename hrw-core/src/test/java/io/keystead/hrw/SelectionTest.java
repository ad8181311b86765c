package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final Constraint DISTINCT_RACK = Constraint.distinct("rack");
    private static final Constraint TWO_ZONES = Constraint.atLeast(2, "zone");
    private static final Candidate A = in("A", "az1", "r1");
    private static final Candidate B = in("B", "az1", "r1");
    private static final Candidate C = in("C", "az1", "r2");
    private static final Candidate D = in("D", "az2", "r3");

    /** Ranked A(az1/r1) > B(az1/r1) > C(az1/r2) > D(az2/r3): B shares a rack with A, so the answer is A, C, D. */
    @Test
    void three_of_a_b_c_d_on_two_zones_and_distinct_racks_are_a_c_d() {
        Placement placement = placement(List.of(A, B, C, D), TWO_ZONES, DISTINCT_RACK);
        Selection selection = placement.select(rankedABCD(placement), 3);

        assertThat(selection.chosen()).containsExactly(A, C, D);
        assertThat(selection.relaxed()).isEmpty();
        assertThat(selection.isComplete()).isTrue();
        assertThat(selection).hasToString(List.of(A, C, D).toString());
    }

    /** The last seat goes to the other zone, and a candidate before it is skipped for that alone. */
    @Test
    void at_least_two_zones_keeps_the_last_seat_for_another_zone() {
        Placement placement = placement(List.of(A, B, C, D), TWO_ZONES);
        byte[] key = rankedABCD(placement);

        assertThat(placement.select(key, 3).chosen()).containsExactly(A, B, D);
        assertThat(placement.select(key, 2).chosen()).containsExactly(A, D);
        assertThat(placement.select(key, 4).chosen()).containsExactly(A, B, C, D);
    }

    @Test
    void without_constraints_a_selection_is_the_top_of_the_ranking() {
        Placement placement = placement(List.of(A, B, C, D));
        byte[] key = rankedABCD(placement);

        assertThat(placement.select(key, 0).chosen()).isEmpty();
        assertThat(placement.select(key, 0).isComplete()).isTrue();
        assertThat(placement.select(key, 2).chosen()).containsExactly(A, B);
    }

    @Test
    void the_last_constraint_is_given_up_first_and_those_chosen_stay() {
        Candidate sameRack = in("D", "az2", "r1");
        Placement zonesFirst = placement(List.of(A, B, C, sameRack), TWO_ZONES, DISTINCT_RACK);
        Selection selection = zonesFirst.select(rankedABCD(zonesFirst), 3);

        // A and C fill two racks of two; without the racks the zone still keeps the last seat for D.
        assertThat(selection.chosen()).containsExactly(A, C, sameRack);
        assertThat(selection.relaxed()).containsExactly(DISTINCT_RACK);
        assertThat(selection.isComplete()).isTrue();

        Placement racksFirst = placement(List.of(A, B, C, sameRack), DISTINCT_RACK, TWO_ZONES);
        Selection both = racksFirst.select(rankedABCD(racksFirst), 3);

        // Without the zones there is no third rack either, so both go, and the walk starts again at B.
        assertThat(both.chosen()).containsExactly(A, C, B);
        assertThat(both.relaxed()).containsExactly(TWO_ZONES, DISTINCT_RACK);
        assertThat(both).hasToString(List.of(A, C, B) + " without [at least 2 zone, distinct rack]");
    }

    @Test
    void a_selection_of_more_than_there_are_is_incomplete_and_has_all() {
        Placement placement = placement(List.of(A, B, C, D), TWO_ZONES);
        Selection selection = placement.select(rankedABCD(placement), 6);

        assertThat(selection.chosen()).containsExactly(A, B, C, D);
        assertThat(selection.isComplete()).isFalse();
        assertThat(selection.relaxed()).isEmpty();
        assertThat(selection).hasToString(List.of(A, B, C, D) + " of 6");
    }

    @Test
    void a_candidate_that_is_not_eligible_is_skipped() {
        Placement placement = placement(List.of(A, B, C, D), TWO_ZONES, DISTINCT_RACK);
        byte[] key = rankedABCD(placement);

        assertThat(placement.select(key, 2, c -> !c.equals(A)).chosen()).containsExactly(B, D);
        assertThat(placement.select(key, 1, c -> false).isComplete()).isFalse();
        assertThat(placement.select(key, 1, c -> false).chosen()).isEmpty();
    }

    /** Without D no two zones are left; the racks come first in the order of relaxing and so are lost too, though A, C has two. */
    @Test
    void constraints_are_given_up_in_their_order_even_if_a_later_one_alone_would_have_done() {
        Placement placement = placement(List.of(A, B, C, D), TWO_ZONES, DISTINCT_RACK);
        Selection selection = placement.select(rankedABCD(placement), 2, c -> !c.equals(D));

        assertThat(selection.chosen()).containsExactly(A, B);
        assertThat(selection.relaxed()).containsExactly(DISTINCT_RACK, TWO_ZONES);

        Placement otherOrder = placement(List.of(A, B, C, D), DISTINCT_RACK, TWO_ZONES);
        Selection keepsRacks = otherOrder.select(rankedABCD(otherOrder), 2, c -> !c.equals(D));

        assertThat(keepsRacks.chosen()).containsExactly(A, C);
        assertThat(keepsRacks.relaxed()).containsExactly(TWO_ZONES);
    }

    @Test
    void a_draining_candidate_is_never_chosen() {
        Placement placement = placement(List.of(A.withState(CandidateState.DRAINING), B, C, D), DISTINCT_RACK);
        Seeds.upTo(1, random -> {
            for (byte[] key : Inputs.keys(random, 200)) {
                assertThat(placement.select(key, 3).chosen()).containsExactlyInAnyOrder(B, C, D);
            }
        });
    }

    @Test
    void a_negative_count_is_refused() {
        Placement placement = placement(List.of(A));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> placement.select(new byte[0], -1))
                .withMessage("the count -1 is negative; allowed: 0 and above");
    }

    @Test
    void what_was_not_relaxed_holds_and_the_owner_comes_first() {
        Seeds.upTo(200, random -> {
            List<Candidate> candidates = IntStream.range(0, 1 + random.nextInt(12))
                    .mapToObj(i -> in("n" + i, "az" + random.nextInt(3), "r" + random.nextInt(5)))
                    .toList();
            List<Constraint> constraints =
                    Inputs.shuffled(random, List.of(DISTINCT_RACK, TWO_ZONES, Constraint.atLeast(3, "rack")));
            Placement placement = placement(candidates, constraints.toArray(new Constraint[0]));
            for (byte[] key : Inputs.keys(random, 20)) {
                int count = 1 + random.nextInt(5);
                Selection selection = placement.select(key, count);
                List<Candidate> chosen = selection.chosen();
                assertThat(chosen).doesNotHaveDuplicates().hasSize(Math.min(count, candidates.size()));
                assertThat(chosen.get(0)).isEqualTo(placement.active().get(placement.owner(key)));
                List<Constraint> kept = constraints.subList(
                        0, constraints.size() - selection.relaxed().size());
                assertThat(Inputs.shuffled(random, constraints))
                        .containsAll(kept)
                        .containsAll(selection.relaxed());
                if (selection.isComplete()) {
                    assertThat(kept).allMatch(constraint -> holds(constraint, chosen));
                }
            }
        });
    }

    private static boolean holds(Constraint constraint, List<Candidate> chosen) {
        Set<String> values = chosen.stream()
                .map(c -> c.labels().getOrDefault(constraint.label(), ""))
                .collect(Collectors.toSet());
        return constraint.equals(DISTINCT_RACK)
                ? values.size() == chosen.size()
                : values.size() >= (constraint.equals(TWO_ZONES) ? 2 : 3);
    }

    @Test
    void constraints_are_values_that_spell_themselves_as_the_protocol_does() {
        assertThat(DISTINCT_RACK).hasToString("distinct rack").isEqualTo(Constraint.distinct("rack"));
        assertThat(TWO_ZONES).hasToString("at least 2 zone").hasSameHashCodeAs(Constraint.atLeast(2, "zone"));
        assertThat(TWO_ZONES)
                .isNotEqualTo(Constraint.atLeast(3, "zone"))
                .isNotEqualTo(Constraint.atLeast(2, "rack"))
                .isNotEqualTo("at least 2 zone");
        assertThat(TWO_ZONES.label()).isEqualTo("zone");
    }

    private static Candidate in(String id, String zone, String rack) {
        return Candidate.of(id).withLabel("zone", zone).withLabel("rack", rack);
    }

    private static Placement placement(List<Candidate> candidates, Constraint... constraints) {
        return Placement.of(Topology.builder()
                .candidates(candidates)
                .constraints(constraints)
                .build());
    }

    /** The first of key-0, key-1, ... that ranks them so. */
    private static byte[] rankedABCD(Placement placement) {
        for (int i = 0; ; i++) {
            byte[] key = ("key-" + i).getBytes(UTF_8);
            if (PlacementTest.ranking(placement, key).equals(List.of("A", "B", "C", "D"))) {
                return key;
            }
        }
    }
}
