package io.keystead.planner.whatif;

import static io.keystead.planner.whatif.EvaluationTest.partitions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    private static final List<Candidate> ABC = List.of(
            Candidate.of("a").withLabel("rack", "r1"),
            Candidate.of("b").withLabel("rack", "r2"),
            Candidate.of("c").withLabel("rack", "r1"));

    @Test
    void a_topic_grows_by_the_next_numbers() {
        Scenario growth = Scenario.grow(partitions(12), 2);
        assertThat(growth.name()).isEqualTo("12 to 14 partitions");
        assertThat(growth.after()).isEqualTo(partitions(14));
        assertThat(growth.added()).containsExactly("12", "13");
        assertThat(growth.isAtTheEnd()).isTrue();
        assertThat(growth.leastMoved()).isCloseTo(2 / 14.0, within(1e-12));
        assertThatThrownBy(() -> Scenario.grow(ABC, 1))
                .hasMessage("the candidates a, b, c do not grow by a number; allowed: partitions 0 to n - 1, or say the"
                        + " candidates after the change");
        assertThatThrownBy(() -> Scenario.grow(partitions(3), 0))
                .hasMessage("a growth by 0 partitions; allowed: 1 and above");
    }

    @Test
    void a_candidate_is_retired() {
        Scenario without = Scenario.retire(ABC, List.of("b"));
        assertThat(without.name()).isEqualTo("without b");
        assertThat(without.retired()).containsExactly("b");
        assertThat(without.isAtTheEnd()).isFalse();
        assertThat(without.leastMoved()).isCloseTo(1 / 3.0, within(1e-12));
        assertThatThrownBy(() -> Scenario.retire(ABC, List.of("x")))
                .hasMessage("there is no candidate \"x\" to change; allowed: one of a, b, c");
        assertThatThrownBy(() -> Scenario.retire(ABC, List.of("a", "b", "c")))
                .hasMessage("no candidates after the change; allowed: at least one");
    }

    @Test
    void weights_change() {
        Scenario heavier = Scenario.reweight(ABC, Map.of("b", 2.0));
        assertThat(heavier.name()).isEqualTo("other weights of b");
        assertThat(heavier.reweighted()).containsExactly("b");
        assertThat(heavier.isWeighted()).isTrue();
        assertThat(heavier.isAtTheEnd()).isFalse();
        assertThat(heavier.leastMoved()).isCloseTo(2 / 4.0 - 1 / 3.0, within(1e-12));
        assertThat(Scenario.of(ABC, ABC).isWeighted()).isFalse();
    }

    @Test
    void labels_do_not_make_a_growth_at_the_end_another_change() {
        List<Candidate> labelled = ABC.stream()
                .map(candidate -> Candidate.of(candidate.id()).withLabel("rack", "r9"))
                .collect(Collectors.toList());
        assertThat(Scenario.of(ABC, labelled).isAtTheEnd()).isTrue();
        labelled.add(Candidate.of("d"));
        assertThat(Scenario.of(ABC, labelled).isAtTheEnd()).isTrue();
        labelled.set(1, Candidate.of("b").withWeight(2));
        assertThat(Scenario.of(ABC, labelled).isAtTheEnd()).isFalse();
    }

    @Test
    void weights_that_are_alike_on_each_side_are_no_weights() {
        List<Candidate> heavier =
                ABC.stream().map(candidate -> candidate.withWeight(2)).toList();
        assertThat(Scenario.of(heavier, ABC).isWeighted()).isFalse();
        assertThat(Scenario.of(heavier, ABC).reweighted()).containsExactly("a", "b", "c");
        assertThat(Scenario.of(heavier, ABC).isAtTheEnd()).isFalse();
        assertThat(Scenario.of(ABC, List.of(ABC.get(0), heavier.get(1))).isWeighted())
                .isTrue();
    }

    @Test
    void only_the_last_go_or_others_or_any() {
        assertThat(Scenario.of(ABC, List.of(ABC.get(0))).isArbitraryRemoval()).isFalse();
        assertThat(Scenario.retire(ABC, List.of("a")).isArbitraryRemoval()).isTrue();
        assertThat(Scenario.of(ABC, List.of(Candidate.of("x"), ABC.get(0), ABC.get(1), ABC.get(2)))
                        .isArbitraryRemoval())
                .isFalse();
        List<Candidate> replaced = List.of(ABC.get(0), ABC.get(1), Candidate.of("x"));
        assertThat(Scenario.of(ABC, replaced).isAtTheEnd()).isTrue();
        assertThat(Scenario.of(replaced, List.of(ABC.get(1), ABC.get(0))).isAtTheEnd())
                .isFalse();
        Scenario lost = Scenario.lose(ABC, "rack", "r2");
        assertThat(lost.isArbitraryRemoval()).isTrue();
        Scenario weighted = lost.withWeightsAfter(Map.of("c", 2.0));
        assertThat(weighted.isLoss()).isTrue();
        assertThat(weighted.name()).isEqualTo("without b, other weights of c");
        assertThat(weighted.after()).extracting(Candidate::weight).containsExactly(1.0, 2.0);
    }

    @Test
    void a_rack_is_lost() {
        Scenario lost = Scenario.lose(ABC, "rack", "r1");
        assertThat(lost.name()).isEqualTo("without rack r1 (2 of 3 candidates)");
        assertThat(lost.after()).extracting(Candidate::id).containsExactly("b");
        assertThatThrownBy(() -> Scenario.lose(ABC, "rack", "r3"))
                .hasMessage("no candidate has the rack \"r3\"; allowed: r1, r2");
        assertThatThrownBy(() -> Scenario.lose(partitions(2), "rack", "r3"))
                .hasMessage("no candidate has the rack \"r3\"; allowed: none has a rack");
    }

    @Test
    void names_are_words() {
        List<Candidate> changed = List.of(Candidate.of("c"), Candidate.of("x").withWeight(3));
        assertThat(Scenario.of(partitions(7), partitions(2)).name()).isEqualTo("7 to 2 partitions");
        assertThat(Scenario.retire(partitions(7), Set.of("1", "2", "3", "4")).name())
                .isEqualTo("without 1, 2, 3 and 1 more");
        assertThat(Scenario.of(List.of(Candidate.of("a"), Candidate.of("c")), changed)
                        .name())
                .isEqualTo("with x, without a");
        assertThat(Scenario.of(ABC, ABC).name()).isEqualTo("no change");
    }

    @Test
    void a_candidate_that_stands_twice_is_refused() {
        assertThatThrownBy(() -> Scenario.of(List.of(Candidate.of("a"), Candidate.of("a")), ABC))
                .hasMessage("the candidate \"a\" stands twice before the change; allowed: distinct ids");
    }
}
