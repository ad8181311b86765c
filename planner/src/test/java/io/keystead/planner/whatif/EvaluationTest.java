package io.keystead.planner.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    private static WhatIf quick(Evaluation evaluation) {
        return evaluation.budget(Duration.ofMillis(20)).run();
    }

    @Test
    void what_cannot_do_a_change_is_refused_with_the_reason_and_the_others_are_reported_in_the_order_asked() {
        Scenario weights = Scenario.reweight(partitions(3), Map.of("1", 2.5));
        WhatIf whatIf = quick(Evaluation.of(weights, Keys.orders(500))
                .schemes(Stream.of("modulo", "ring", "jump", "hrw", "ring")
                        .map(Scheme::named)
                        .toList()));
        assertThat(whatIf.algorithms()).extracting(AlgorithmReport::name).containsExactly("ring", "hrw");
        assertThat(whatIf.refusals())
                .containsExactly(
                        new Refusal(
                                "modulo",
                                "the weight 2.5 of candidate \"1\"; allowed for modulo, which knows no weights: 1"),
                        new Refusal(
                                "jump",
                                "the weight 2.5 of candidate \"1\"; allowed for jump: whole numbers from 1 to 1000"));
        assertThat(whatIf.verdict().fits()).contains("hrw");
    }

    @Test
    void a_growth_beyond_flinks_key_groups_is_refused() {
        WhatIf whatIf = quick(Evaluation.of(Scenario.grow(partitions(4), 196), Keys.orders(500))
                .schemes(List.of(Scheme.named("key-groups"))));
        assertThat(whatIf.refusals())
                .containsExactly(
                        new Refusal("key-groups", "200 candidates for 128 key groups; allowed: at most one a group"));
    }

    @Test
    void todays_placement_is_what_adoption_is_measured_by() {
        Scenario growth = Scenario.grow(partitions(5), 1);
        KeySample keys = Keys.orders(2_000);
        WhatIf byRing = quick(Evaluation.of(growth, keys)
                .today(Scheme.named("ring"))
                .schemes(List.of(Scheme.named("ring"), Scheme.named("modulo"))));
        assertThat(byRing.today()).isEqualTo("ring");
        assertThat(byRing.algorithms().get(0).in(Unit.KEYS).adoption().all()).isZero();
        assertThat(byRing.algorithms().get(1).in(Unit.KEYS).adoption().all()).isGreaterThan(0.5);
        assertThat(quick(Evaluation.of(growth, keys).today(Scheme.named("jump")))
                        .algorithms())
                .extracting(AlgorithmReport::name)
                .startsWith("modulo");
        assertThat(Evaluation.allFor(growth, Scheme.named("ring"))).doesNotContain(Scheme.based(5));
        assertThat(Evaluation.allFor(growth, Scheme.named("modulo"))).startsWith(Scheme.based(5));
        WhatIf adopted = quick(
                Evaluation.of(growth, keys).today(Scheme.named("murmur2/5")).schemes(List.of(Scheme.named("modulo"))));
        assertThat(adopted.algorithms().get(0).in(Unit.KEYS).adoption().all()).isZero();
    }

    /** HRW: of two replicas one may change though the owner stays; by modulo all may. */
    @Test
    void replica_sets_that_change_are_counted_apart_from_owners() {
        List<Candidate> before = partitions(9);
        KeySample keys = Keys.orders(3_000);
        WhatIf whatIf = quick(Evaluation.of(Scenario.grow(before, 1), keys)
                .replicas(3)
                .schemes(List.of(Scheme.named("hrw"), Scheme.named("maglev"))));
        ReplicaChanges hrw = whatIf.algorithms().get(0).replicaChanges().orElseThrow();
        // The new one is second or third of ten with the chance 2/10.
        double sigma = Math.sqrt(0.2 * 0.8 / hrw.looked());
        assertThat(hrw.replicas()).isEqualTo(3);
        assertThat(hrw.looked()).isBetween(1_000L, 3_000L);
        assertThat(hrw.share()).isEqualTo(0.2, within(5 * sigma));
        assertThat(quick(Evaluation.of(Scenario.grow(before, 1), keys))
                        .algorithms()
                        .get(0)
                        .replicaChanges())
                .isEmpty();
    }

    @Test
    void the_sigma_of_replica_changes_has_the_samples_own_error() {
        KeySample.Builder builder = KeySample.builder("orders", 2_000);
        for (int i = 0; i < 20_000; i++) {
            builder.add(Keys.key(i), 0);
        }
        KeySample part = builder.build();
        ReplicaChanges changes = replicaChanges(part);
        double looked = changes.looked();
        double share = changes.share();
        assertThat(changes.sigma())
                .isCloseTo(
                        Math.sqrt(share
                                * (1 - share)
                                / looked
                                * (1 - looked / part.summary().population())),
                        within(1e-12))
                .isGreaterThan(Math.sqrt(0.8 * share * (1 - share) / looked));
        assertThat(replicaChanges(Keys.orders(900)).sigma()).isZero();
    }

    private static ReplicaChanges replicaChanges(KeySample keys) {
        return quick(Evaluation.of(Scenario.grow(partitions(9), 1), keys)
                        .replicas(3)
                        .schemes(List.of(Scheme.named("hrw"))))
                .algorithms()
                .get(0)
                .replicaChanges()
                .orElseThrow();
    }

    @Test
    void a_listener_hears_of_each_scheme_and_of_all_steps() {
        List<String> names = new ArrayList<>();
        AtomicLong steps = new AtomicLong();
        Evaluation evaluation = Evaluation.of(Scenario.grow(partitions(3), 1), Keys.orders(40_000))
                .today(Scheme.named("ring"))
                .schemes(Stream.of("hrw", "permutation", "carp")
                        .map(Scheme::named)
                        .toList())
                .listener(new Listener() {
                    @Override
                    public void now(String scheme) {
                        names.add(scheme);
                    }

                    @Override
                    public void step(long keys) {
                        steps.addAndGet(keys);
                    }
                });
        quick(evaluation);
        assertThat(names).containsExactly("ring", "hrw", "permutation", "carp");
        assertThat(steps).hasValue(evaluation.steps()).hasValue(160_000);
    }

    @Test
    void costs_are_measured() {
        WhatIf whatIf = quick(Evaluation.of(Scenario.grow(partitions(3), 1), Keys.orders(1_000)));
        for (AlgorithmReport report : whatIf.algorithms()) {
            assertThat(report.cost().lookupNanos()).as(report.name()).isPositive();
            assertThat(report.cost().buildNanos()).as(report.name()).isPositive();
            assertThat(report.cost().changeNanos()).as(report.name()).isPositive();
            assertThat(report.cost().memoryBytes()).as(report.name()).isNotNegative();
        }
    }

    @Test
    void the_verdict_says_what_moves() {
        WhatIf whatIf = quick(Evaluation.of(Scenario.grow(partitions(12), 1), Keys.orders(9_000)));
        double moved = whatIf.algorithms().get(0).in(Unit.KEYS).moved().all();
        assertThat(whatIf.verdict().fits()).contains("hrw murmur2/12");
        assertThat(whatIf.verdict().why())
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "keys stay where they are until a later partition wins them; %.2f %% of the keys move, none"
                                + " needlessly, the least to expect is 7.69 %%; taking over from modulo moves none",
                        100 * moved));
    }

    @Test
    void the_tail_of_chi_square_is_that_of_the_tables() {
        assertThat(UnitReports.pValue(3.841, 1)).isCloseTo(0.05, within(1e-4));
        assertThat(UnitReports.pValue(21.026, 12)).isCloseTo(0.05, within(1e-4));
        assertThat(UnitReports.pValue(0, 0)).isEqualTo(1);
    }

    @Test
    void what_is_out_of_range_is_refused() {
        Scenario growth = Scenario.grow(partitions(3), 1);
        KeySample none = KeySample.builder("keys.csv", 2).build();
        assertThatThrownBy(() -> Evaluation.of(growth, none))
                .hasMessage("the sample of keys.csv has no keys; allowed: at least one");
        KeySample keys = Keys.orders(10);
        assertThatThrownBy(() -> Evaluation.of(Scenario.grow(partitions(4_000), 97), keys))
                .hasMessage("4097 candidates before and after together; allowed: at most 4096");
        assertThatThrownBy(() -> Evaluation.of(growth, keys).replicas(0))
                .hasMessage("0 replicas; allowed: 1 and above");
        assertThatThrownBy(() -> Evaluation.of(growth, keys).threads(0)).hasMessage("0 threads; allowed: 1 and above");
        WhatIf whatIf = quick(Evaluation.of(growth, keys).schemes(List.of(Scheme.named("hrw"))));
        assertThatThrownBy(() -> whatIf.algorithms().get(0).in(Unit.BYTES))
                .hasMessage("the sample has no BYTES; allowed: one of [KEYS]");
        KeySample endless = Keys.orders(3, key -> Long.MAX_VALUE, key -> 1);
        assertThatThrownBy(() -> Evaluation.of(growth, endless).run())
                .hasMessageStartingWith("the bytes or records of 3 orders sum to more than ");
    }

    @Test
    void of_too_many_candidates_flows_are_not_kept_and_all_sums_are() {
        KeySample keys = Keys.orders(30_000, key -> 1 + key % 7, key -> 1);
        int most = UnitReport.MOST_WITH_FLOWS;
        UnitReport most1024 = byModulo(keys, most - 1);
        assertThat(most1024.hasFlows()).isTrue();
        assertThat(most1024.flows()).hasSize(UnitReport.MOST_FLOWS);
        UnitReport report = byModulo(keys, most);
        assertThat(report.hasFlows()).isFalse();
        assertThat(report.flows()).isEmpty();
        // Modulo n moves all to modulo n + 1 but the n keys of n (n + 1).
        assertThat(report.moved().all()).isBetween(0.99, 1.0);
        assertThat(report.moved().toNew()).isEqualTo(1.0 / most, within(6 * Math.sqrt(1.0 / most / 30_000)));
        assertThat(report.largestReceiver()).isBetween(1.0 / most, 3.0 / most);
    }

    private static UnitReport byModulo(KeySample keys, int partitions) {
        return quick(Evaluation.of(Scenario.grow(partitions(partitions), 1), keys)
                        .schemes(List.of(Scheme.named("modulo"))))
                .algorithms()
                .get(0)
                .in(Unit.KEYS);
    }

    /** A level more of the tree gives the thirteenth candidate half of all keys: no move is needless, most are too many. */
    @Test
    void what_moves_beyond_what_must_is_told_though_nothing_moves_needlessly() {
        Scenario growth = Scenario.grow(partitions(12), 1);
        WhatIf whatIf = quick(Evaluation.of(growth, Keys.orders(20_000))
                .schemes(List.of(Scheme.named("hrw-skeleton"), Scheme.named("hrw"))));
        Moved skeleton = whatIf.algorithms().get(0).in(Unit.KEYS).moved();
        Moved hrw = whatIf.algorithms().get(1).in(Unit.KEYS).moved();
        assertThat(skeleton.needless()).isZero();
        assertThat(skeleton.above(growth.leastMoved())).isCloseTo(0.5 - 1 / 13.0, within(6 * 0.5 / Math.sqrt(20_000)));
        assertThat(hrw.above(growth.leastMoved())).isBetween(0.0, 6 * Math.sqrt(1 / 13.0 / 20_000));
    }

    @Test
    void a_probability_is_not_told_where_a_candidate_expects_fewer_than_five_keys() {
        assertThat(pValue(64)).isNaN();
        assertThat(pValue(65)).isBetween(0.0, 1.0);
    }

    /** After a growth from 12 to 13: 65 keys are 5 for each. */
    private static double pValue(int keys) {
        return byModulo(Keys.orders(keys), 12).after().pValue();
    }

    @Test
    void with_many_candidates_flows_are_kept_up_to_a_number_and_sums_stay_whole() {
        KeySample keys = Keys.orders(30_000);
        WhatIf whatIf = quick(Evaluation.of(Scenario.grow(partitions(300), 1), keys)
                .schemes(List.of(Scheme.named("modulo")))
                .threads(2));
        UnitReport report = whatIf.algorithms().get(0).in(Unit.KEYS);
        assertThat(report.flows()).hasSize(UnitReport.MOST_FLOWS);
        assertThat(report.moved().all()).isBetween(0.99, 1.0);
        assertThat(report.loads().stream().mapToDouble(Load::after).sum()).isCloseTo(1, within(1e-9));
    }
}
