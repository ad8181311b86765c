package io.keystead.planner.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.planner.placement.FirstByRank;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CostsTest {
    /** A placement that writes down its name when it comes up after another. */
    private static KeyPlacement telling(String name, List<String> turns) {
        KeyPlacement real = Scheme.named(name).place(EvaluationTest.partitions(3));
        return (KeyPlacement) Proxy.newProxyInstance(
                KeyPlacement.class.getClassLoader(),
                new Class<?>[] {KeyPlacement.class},
                (proxy, method, arguments) -> {
                    if (turns.isEmpty() || !turns.get(turns.size() - 1).equals(name)) {
                        turns.add(name);
                    }
                    return method.invoke(real, arguments);
                });
    }

    @Test
    void every_placement_comes_up_before_the_first_is_measured() {
        List<String> turns = new ArrayList<>();
        List<KeyPlacement> placements = Stream.of("modulo", "hrw", "jump")
                .map(name -> telling(name, turns))
                .toList();
        double[] nanos = new Costs(Keys.orders(100), Duration.ofMillis(1), 1).lookupNanos(placements);
        assertThat(turns).containsExactly("modulo", "hrw", "jump", "modulo", "hrw", "jump");
        assertThat(nanos).hasSize(3).doesNotContain(0);
    }

    @Test
    void steps_are_those_of_the_placement_in_the_mean() {
        Costs costs = new Costs(Keys.orders(100), Duration.ofMillis(1), 1);
        assertThat(costs.steps(Scheme.named("hrw").place(EvaluationTest.partitions(7))))
                .isEqualTo(7);
        assertThat(costs.steps(Scheme.named("jump").place(EvaluationTest.partitions(7))))
                .isBetween(1.0, 7.0);
    }

    /** With 4 of them the upper 8 bits of the best two are the same for 1 key in 130, and the first is the wrong one of half. */
    @Test
    void a_ranking_is_timed_in_three_ways_that_agree_and_a_shortcut_is_wrong_as_often_as_scores_collide() {
        AtomicLong steps = new AtomicLong();
        RankingCost cost = RankingCost.of(EvaluationTest.partitions(4), Duration.ofMillis(2), 3, steps::addAndGet);
        assertThat(cost.keys()).isEqualTo(20_000);
        assertThat(steps).hasValue(RankingCost.steps(4));
        assertThat(cost.below()).isEqualTo(0.00015);
        assertThat(cost.candidates()).isEqualTo(4);
        assertThat(cost.first()).isEqualTo(3);
        assertThat(cost.agree()).isEqualTo(cost.keys());
        assertThat(cost.nanos()).containsOnlyKeys(FirstByRank.Way.values());
        assertThat(cost.nanos().values()).allMatch(nanos -> nanos > 0 && nanos < 1e6);
        assertThat(cost.prefilters()).extracting(RankingCost.Prefilter::bits).containsExactly(8, 12, 16);
        RankingCost.Prefilter first = cost.prefilters().get(0);
        double cells = 4 / 256.0;
        double expected = (1 - (1 - Math.exp(-cells)) / cells) / 2;
        assertThat(first.differs()).isCloseTo(expected, within(6 * Math.sqrt(expected / cost.keys())));
        assertThat(first.sigma()).isCloseTo(Math.sqrt(expected / cost.keys()), within(0.5 * first.sigma()));
        assertThat(RankingCost.of(EvaluationTest.partitions(1), Duration.ZERO, 3, step -> {})
                        .first())
                .isEqualTo(1);
        assertThat(RankingCost.steps(1_000)).isEqualTo(4 * 2_000);
        RankingCost many = RankingCost.of(EvaluationTest.partitions(4_096), Duration.ZERO, 3, step -> {});
        assertThat(many.keys()).isEqualTo(500);
        assertThat(many.agree()).isEqualTo(500);
    }
}
