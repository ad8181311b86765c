package io.keystead.planner.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationTest {
    static List<Candidate> partitions(int count) {
        return IntStream.range(0, count).mapToObj(Candidate::partition).toList();
    }

    @Test
    void the_first_scheme_of_a_topic_is_the_rule_that_adopts_it_and_moves_nothing_by_that() {
        Scenario growth = new Scenario("12 to 13 partitions", partitions(12), partitions(13));
        WhatIf whatIf = Evaluation.of(growth, Keys.orders(20_000)).run();
        AlgorithmReport first = whatIf.algorithms().get(0);

        assertThat(whatIf.refusals()).isEmpty();
        assertThat(first.name()).isEqualTo("hrw murmur2/12");
        assertThat(first.in(Unit.KEYS).adoption().all()).isZero();
        assertThat(first.in(Unit.KEYS).moved().needless()).isZero();
    }
}
