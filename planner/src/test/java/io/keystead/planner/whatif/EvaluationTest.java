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
    void growth_moves_a_thirteenth_by_the_adopted_rule_and_nearly_all_by_modulo() {
        Scenario growth = new Scenario("12 to 13 partitions", partitions(12), partitions(13));
        WhatIf whatIf = Evaluation.of(growth, Keys.orders(50_000)).replicas(2).run();
        for (AlgorithmReport report : whatIf.algorithms()) {
            UnitReport keys = report.in(Unit.KEYS);
            System.out.printf(
                    "%-16s looked %7d adopt %.4f new %.4f old %.4f w %.4f needless %.4f s %.5f max %.3f cv %.4f p %.4f recv %.3f"
                            + " repl %s %s%n",
                    report.name(),
                    report.looked(),
                    keys.adoption().all(),
                    keys.moved().toNew(),
                    keys.moved().fromOld(),
                    keys.moved().toWeight(),
                    keys.moved().needless(),
                    keys.moved().sigma(),
                    keys.after().maxToMean(),
                    keys.after().variation(),
                    keys.after().pValue(),
                    keys.largestReceiver(),
                    report.replicaChanges(),
                    report.cost());
        }
        assertThat(whatIf.refusals()).isEmpty();
        assertThat(whatIf.algorithms().get(0).name()).isEqualTo("hrw murmur2/12");
    }
}
