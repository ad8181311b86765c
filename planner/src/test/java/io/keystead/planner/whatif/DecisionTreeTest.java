package io.keystead.planner.whatif;

import static io.keystead.planner.whatif.Need.BOUNDED;
import static io.keystead.planner.whatif.Need.HISTORY;
import static io.keystead.planner.whatif.Need.RANKED;
import static io.keystead.planner.whatif.Need.REMOVAL;
import static io.keystead.planner.whatif.Need.TABLE;
import static io.keystead.planner.whatif.Need.TOKENS;
import static io.keystead.planner.whatif.Need.WEIGHTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Scheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One test for each leaf, and those where a constraint excludes what the leaf names. */
class DecisionTreeTest {
    private static final List<Candidate> ABCD =
            List.of(Candidate.of("a"), Candidate.of("b"), Candidate.of("c"), Candidate.of("d"));
    private static final List<Candidate> ABCDE =
            List.of(Candidate.of("a"), Candidate.of("b"), Candidate.of("c"), Candidate.of("d"), Candidate.of("e"));
    private static final Scenario GROWTH = Scenario.of(ABCD, ABCDE);
    private static final Scenario WITHOUT_B = Scenario.retire(ABCD, Set.of("b"));
    private static final List<Scheme> ALL =
            Arrays.stream(Algorithm.values()).map(Scheme::of).toList();
    private static final Scheme MODULO = Scheme.of(Algorithm.MODULO);

    private static Verdict verdict(Scenario scenario, Need... needs) {
        return DecisionTree.verdict(scenario, Set.of(needs), MODULO, ALL, List.of());
    }

    private static Verdict among(Scenario scenario, List<String> names, Need... needs) {
        return DecisionTree.verdict(
                scenario,
                Set.of(needs),
                MODULO,
                names.stream().map(Scheme::named).toList(),
                List.of());
    }

    private static List<String> excluded(Verdict verdict, String question) {
        return verdict.constraints().stream()
                .filter(constraint -> constraint.question().equals(question))
                .findFirst()
                .orElseThrow()
                .excluded();
    }

    @Test
    void a_look_up_for_each_packet_with_a_table_allowed_leads_to_maglev() {
        assertThat(verdict(GROWTH, TABLE).fits()).contains("maglev");
        assertThat(verdict(WITHOUT_B, TABLE).fits()).contains("maglev");
    }

    @Test
    void growth_and_removal_at_the_end_alone_lead_to_jump() {
        assertThat(verdict(GROWTH).fits()).contains("jump");
        assertThat(verdict(Scenario.of(ABCDE, ABCD)).fits()).contains("jump");
        assertThat(excluded(verdict(GROWTH), "arbitrary removal?")).isEmpty();
    }

    @Test
    void ranked_standbys_or_weights_lead_to_hrw() {
        assertThat(verdict(GROWTH, RANKED).fits()).contains("hrw");
        assertThat(verdict(GROWTH, WEIGHTS).fits()).contains("hrw");
        assertThat(verdict(Scenario.reweight(ABCD, Map.of("b", 2.5))).fits()).contains("hrw");
        assertThat(excluded(verdict(GROWTH, RANKED), "ranked standbys?")).contains("jump", "anchor", "maglev", "dx");
    }

    @Test
    void very_many_candidates_with_one_shared_history_lead_to_anchor() {
        assertThat(verdict(WITHOUT_B, HISTORY).fits()).contains("anchor");
        assertThat(excluded(verdict(WITHOUT_B), "agreement by the list alone?")).contains("anchor", "dx");
    }

    @Test
    void an_existing_system_of_tokens_leads_to_the_ring() {
        assertThat(verdict(WITHOUT_B, TOKENS).fits()).contains("ring");
    }

    @Test
    void anything_else_leads_to_hrw() {
        assertThat(verdict(WITHOUT_B).fits()).contains("hrw");
        assertThat(verdict(GROWTH, REMOVAL).fits()).contains("hrw");
        assertThat(excluded(verdict(WITHOUT_B), "arbitrary removal?"))
                .contains("modulo", "jump", "jump-back", "maglev", "carp");
    }

    private static Verdict.Constraint constraint(Verdict verdict, String question) {
        return verdict.constraints().stream()
                .filter(constraint -> constraint.question().equals(question))
                .findFirst()
                .orElseThrow();
    }

    private static void check(Scenario scenario, String removal, String atTheEnd, String fits, Need... needs) {
        Verdict verdict = verdict(scenario, needs);
        for (String[] expected :
                new String[][] {{"arbitrary removal?", removal}, {"only growth and removal at the end?", atTheEnd}}) {
            Verdict.Constraint constraint = constraint(verdict, expected[0]);
            assertThat((constraint.asked() ? "yes: " : "no: ") + constraint.because())
                    .as("%s of %s", expected[0], scenario.name())
                    .isEqualTo(expected[1]);
        }
        assertThat(verdict.fits()).as(scenario.name()).contains(fits);
    }

    @Test
    void each_line_before_the_verdict_is_true_of_the_change() {
        String atTheEnd = "yes: the change is at the end of the list, and nothing else was asked for";
        String see = "no: see arbitrary removal";
        check(GROWTH, "no: no candidate goes", atTheEnd, "jump");
        check(Scenario.of(ABCDE, ABCD), "no: only the last of the list go", atTheEnd, "jump");
        check(
                Scenario.of(ABCD, List.of(ABCD.get(0), ABCDE.get(4))),
                "no: only the last of the list go",
                atTheEnd,
                "jump");
        check(WITHOUT_B, "yes: the change", see, "hrw");
        check(GROWTH, "yes: asked for", see, "hrw", REMOVAL);
        check(
                Scenario.reweight(ABCD, Map.of("b", 2.5)),
                "no: no candidate goes",
                "no: weights of those that stay change",
                "hrw");
        check(
                Scenario.of(ABCD, List.of(ABCD.get(0), ABCDE.get(4), ABCD.get(1), ABCD.get(2), ABCD.get(3))),
                "no: no candidate goes",
                "no: those that stay have other places in the list",
                "hrw");
    }

    /** Otherwise who numbers the list would be taken, and its numbers would mean other candidates. */
    @Test
    void a_candidate_that_comes_between_others_leads_to_hrw() {
        Scenario between = Scenario.of(ABCD, List.of(ABCD.get(0), ABCDE.get(4), ABCD.get(1), ABCD.get(2), ABCD.get(3)));
        assertThat(excluded(verdict(between), "no needless movement?"))
                .contains("modulo", "jump", "jump-back", "hash-threshold", "key-groups")
                .doesNotContain("hrw", "ring", "multi-probe");
    }

    /** Which rack is lost nobody chooses, so that its candidates stand last is chance. */
    @Test
    void a_rack_that_is_lost_is_an_arbitrary_removal_wherever_its_candidates_stand() {
        List<Candidate> racked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            racked.add(ABCD.get(i).withLabel("rack", i < 2 ? "r1" : "r2"));
        }
        for (String rack : List.of("r1", "r2")) {
            Scenario lost = Scenario.lose(racked, "rack", rack);
            check(lost, "yes: what is lost can be any", "no: see arbitrary removal", "hrw");
            assertThat(excluded(verdict(lost), "arbitrary removal?")).contains("jump", "jump-back");
        }
        Scenario weighted = Scenario.lose(racked, "rack", "r2").withWeightsAfter(Map.of("a", 3.0));
        check(weighted, "yes: what is lost can be any", "no: see arbitrary removal", "hrw");
    }

    @Test
    void a_bound_of_the_load_leads_to_bounded_loads_along_the_ranking() {
        assertThat(verdict(WITHOUT_B, BOUNDED).fits()).contains("bounded-hrw");
    }

    @Test
    void a_topic_that_murmur2_filled_leads_to_the_rule_with_its_base_also_where_it_only_grows() {
        Scenario growth = Scenario.grow(EvaluationTest.partitions(12), 1);
        List<Scheme> schemes = Evaluation.allFor(growth, MODULO);
        assertThat(DecisionTree.verdict(growth, Set.of(), MODULO, schemes, List.of())
                        .fits())
                .contains("hrw murmur2/12");
        assertThat(DecisionTree.verdict(growth, Set.of(RANKED, REMOVAL), MODULO, schemes, List.of())
                        .fits())
                .contains("hrw murmur2/12");
    }

    /** With another base than the topic's, keys move when the rule takes over. */
    @Test
    void a_base_under_which_keys_would_move_leads_nowhere() {
        Scenario growth = Scenario.grow(EvaluationTest.partitions(12), 1);
        Scheme six = Scheme.based(6);
        List<Scheme> others = new ArrayList<>(ALL);
        others.add(0, six);
        assertThat(DecisionTree.verdict(growth, Set.of(), MODULO, others, List.of())
                        .fits())
                .contains("jump");
        assertThat(DecisionTree.verdict(growth, Set.of(RANKED), MODULO, others, List.of())
                        .fits())
                .contains("hrw");
        assertThat(DecisionTree.verdict(growth, Set.of(), Scheme.of(Algorithm.MAGLEV), others, List.of())
                        .fits())
                .contains("jump");
        others.add(Scheme.based(12));
        assertThat(DecisionTree.verdict(growth, Set.of(), MODULO, others, List.of())
                        .fits())
                .contains("hrw murmur2/12");
        assertThat(DecisionTree.verdict(growth, Set.of(), six, others, List.of())
                        .fits())
                .contains("hrw murmur2/6");
    }

    @Test
    void a_table_that_must_be_ranked_too_is_that_of_slots_since_maglev_is_excluded() {
        Verdict verdict = verdict(WITHOUT_B, TABLE, RANKED);
        assertThat(verdict.fits()).contains("hrw-slots");
        assertThat(excluded(verdict, "ranked standbys?")).contains("maglev");
    }

    @Test
    void where_the_leafs_algorithm_was_not_asked_for_the_first_that_meets_all_constraints_stands_in_and_that_is_said() {
        Verdict verdict = among(GROWTH, List.of("modulo", "ring", "hrw"));
        assertThat(verdict.fits()).contains("ring");
        assertThat(verdict.why())
                .isEqualTo(
                        "candidates come and go only at the end: that would be jump, which was not looked at or cannot"
                                + " do the change; ring meets all constraints");
        assertThat(excluded(verdict, "no needless movement?")).containsExactly("modulo");
    }

    @Test
    void what_places_keys_today_is_kept_where_it_meets_all_constraints() {
        Scenario growth = Scenario.grow(EvaluationTest.partitions(12), 1);
        for (Scheme today : List.of(Scheme.of(Algorithm.HRW), Scheme.of(Algorithm.RING), Scheme.based(6))) {
            List<Scheme> schemes = Evaluation.allFor(growth, today);
            assertThat(DecisionTree.verdict(growth, Set.of(), today, schemes, List.of())
                            .fits())
                    .contains(today.toString());
        }
        Scheme jump = Scheme.of(Algorithm.JUMP);
        assertThat(DecisionTree.verdict(WITHOUT_B, Set.of(), jump, ALL, List.of())
                        .fits())
                .contains("hrw");
    }

    @Test
    void where_nothing_is_left_there_is_no_verdict_and_the_reason_is_said() {
        Verdict verdict = among(WITHOUT_B, List.of("modulo", "jump"));
        assertThat(verdict.fits()).isEmpty();
        assertThat(verdict.why()).endsWith("; nothing else meets all constraints");
        assertThat(excluded(verdict, "arbitrary removal?")).containsExactly("modulo", "jump");
        assertThat(verdict(GROWTH, TOKENS, TABLE).why())
                .isEqualTo("a look-up in constant time for each packet, and a table is allowed: that would be maglev,"
                        + " which another constraint excludes; nothing else meets all constraints");
    }

    @Test
    void what_is_known_to_be_wrong_is_never_named() {
        assertThat(among(WITHOUT_B, List.of("druid", "carp")).fits()).isEmpty();
    }

    @Test
    void what_is_refused_is_not_named() {
        assertThat(DecisionTree.verdict(WITHOUT_B, Set.of(), MODULO, ALL, List.of(Scheme.named("hrw")))
                        .fits())
                .contains("ring");
    }

    @Test
    void needs_have_names() {
        assertThat(Need.named("table")).isEqualTo(TABLE);
        assertThatThrownBy(() -> Need.named("speed"))
                .hasMessage(
                        "there is no need \"speed\"; allowed: ranked, weights, removal, table, history, tokens, bounded");
        assertThat(Arrays.stream(Need.values()).map(Need::meaning))
                .doesNotContain("")
                .doesNotHaveDuplicates();
    }
}
