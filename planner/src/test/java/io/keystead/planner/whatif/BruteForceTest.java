package io.keystead.planner.whatif;

import static io.keystead.planner.whatif.EvaluationTest.partitions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.BoundedLoads;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every number of a report, counted again key by key with maps of ids. */
class BruteForceTest {
    private static final int KEYS = 3_000;
    private static final long SEED = 41;
    private static final double ROUNDING = 1e-9;

    private final KeySample sample = sample();

    /** Sizes with a long tail, and one record to ten. */
    private static KeySample sample() {
        SplittableRandom random = new SplittableRandom(SEED);
        long[] bytes =
                random.longs(KEYS, 0, 1_000).map(size -> size * size * size).toArray();
        long[] records = random.longs(KEYS, 1, 11).toArray();
        return Keys.orders(KEYS, key -> bytes[key], key -> records[key]);
    }

    private static List<Candidate> named(String ids, double... weights) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < ids.length(); i++) {
            Candidate candidate = Candidate.of(ids.substring(i, i + 1)).withLabel("rack", i % 2 == 0 ? "r1" : "r2");
            candidates.add(i < weights.length ? candidate.withWeight(weights[i]) : candidate);
        }
        return candidates;
    }

    @Test
    void growth_of_a_topic_is_counted_as_maps_count_it() {
        check(Scenario.grow(partitions(12), 1));
    }

    @Test
    void a_b_c_d_with_e_and_without_b_is_counted_as_maps_count_it() {
        check(Scenario.of(named("abcd"), named("acde")));
    }

    @Test
    void other_weights_are_counted_as_maps_count_them() {
        check(Scenario.reweight(named("abcd", 1, 2, 3, 1), Map.of("b", 1.0, "d", 2.0)));
        check(Scenario.of(named("abcd", 1, 2, 3, 1), named("abce", 1, 3, 3, 2)));
        check(Scenario.of(named("abcd", 1, 1, 2, 1), named("abcd", 2, 3, 4, 2)));
    }

    /** Shares stay the same, so nothing has to move. */
    @Test
    void where_all_weights_are_doubled_whatever_moves_does_so_needlessly() {
        Scenario doubled =
                Scenario.of(named("abcdefghijkl"), named("abcdefghijkl", 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2));
        check(doubled);
        WhatIf whatIf =
                Evaluation.of(doubled, sample).budget(Duration.ofMillis(20)).run();
        assertThat(doubled.leastMoved()).isZero();
        for (AlgorithmReport report : whatIf.algorithms()) {
            Moved moved = report.in(Unit.KEYS).moved();
            assertThat(moved.toWeight()).as(report.name()).isZero();
            assertThat(moved.needless()).isEqualTo(moved.all());
            if (report.name().equals("jump")) {
                assertThat(moved.needless()).isGreaterThan(0.8);
            }
            if (report.name().equals("hrw")) {
                assertThat(moved.all()).isZero();
            }
        }
    }

    @Test
    void the_loss_of_a_rack_is_counted_as_maps_count_it() {
        check(Scenario.lose(named("abcde"), "rack", "r2"));
    }

    private void check(Scenario scenario) {
        WhatIf whatIf = Evaluation.of(scenario, sample)
                .budget(Duration.ofMillis(20))
                .threads(2)
                .run();
        assertThat(whatIf.algorithms().size() + whatIf.refusals().size())
                .isEqualTo(Evaluation.allFor(scenario, Scheme.named("modulo")).size());
        for (AlgorithmReport report : whatIf.algorithms()) {
            assertThat(report.looked()).isEqualTo(KEYS);
            assertThat(report.units()).containsOnlyKeys(Unit.values());
            for (Unit unit : Unit.values()) {
                check(scenario, report, unit);
            }
        }
    }

    private void check(Scenario scenario, AlgorithmReport report, Unit unit) {
        Naive naive = new Naive(scenario, Scheme.named(report.name()), unit);
        UnitReport counted = report.in(unit);
        String what = scenario.name() + ", " + report.name() + ", " + unit + ", seed " + SEED;

        assertThat(counted.moved())
                .as(what)
                .usingRecursiveComparison()
                .withComparatorForType((a, b) -> Math.abs(a - b) < ROUNDING ? 0 : 1, Double.class)
                .isEqualTo(naive.moved());
        assertThat(counted.adoption().needless()).as(what).isEqualTo(naive.adopted / naive.all, within(ROUNDING));
        assertThat(counted.adoption().all()).isEqualTo(counted.adoption().needless());
        for (Load load : counted.loads()) {
            assertThat(load.before() * naive.all).as(what).isEqualTo(naive.before(load.candidate()), within(1e-3));
            assertThat(load.after() * naive.all).as(what).isEqualTo(naive.after(load.candidate()), within(1e-3));
        }
        assertSpread(counted.before(), naive.loadsBefore, scenario.before(), naive.all, what);
        assertSpread(counted.after(), naive.loadsAfter, scenario.after(), naive.all, what);
        assertThat(counted.flows()).hasSameSizeAs(naive.flows.keySet());
        double previous = 1;
        for (Flow flow : counted.flows()) {
            assertThat(flow.share() * naive.all)
                    .as(what)
                    .isEqualTo(naive.flows.get(flow.from() + ">" + flow.to()), within(1e-3));
            assertThat(flow.share()).isLessThanOrEqualTo(previous);
            previous = flow.share();
        }
        assertThat(counted.largestReceiver()).as(what).isEqualTo(naive.largestReceiver(), within(ROUNDING));
        assertThat(Double.isNaN(counted.after().pValue())).isEqualTo(unit != Unit.KEYS);
    }

    private static void assertSpread(
            Spread spread, Map<String, Double> loads, List<Candidate> candidates, double all, String what) {
        double weights = candidates.stream().mapToDouble(Candidate::weight).sum();
        double max = 0;
        double squares = 0;
        for (Candidate candidate : candidates) {
            double perWeight = loads.getOrDefault(candidate.id(), 0.0) / candidate.weight() / (all / weights);
            max = Math.max(max, perWeight);
            squares += (perWeight - 1) * (perWeight - 1);
        }
        assertThat(spread.maxToMean()).as(what).isEqualTo(max, within(ROUNDING));
        assertThat(spread.variation()).as(what).isEqualTo(Math.sqrt(squares / candidates.size()), within(ROUNDING));
    }

    /** The same by maps from ids. */
    private final class Naive {
        final Map<String, Double> loadsBefore = new HashMap<>();
        final Map<String, Double> loadsAfter = new HashMap<>();
        final Map<String, Double> flows = new HashMap<>();
        double all;
        double adopted;

        Naive(Scenario scenario, Scheme scheme, Unit unit) {
            KeyPlacement before = scheme.placeFor(scenario.before(), scenario.after());
            KeyPlacement after = before.change(scenario.after());
            for (int key = 0; key < KEYS; key++) {
                double amount = unit == Unit.KEYS ? 1 : unit == Unit.BYTES ? sample.bytes(key) : sample.records(key);
                String from = owner(before, key);
                String to = owner(after, key);
                all += amount;
                loadsBefore.merge(from, amount, Double::sum);
                loadsAfter.merge(to, amount, Double::sum);
                if (!from.equals(to)) {
                    flows.merge(from + ">" + to, amount, Double::sum);
                }
                int today =
                        (sample.murmur2(key) & 0x7fffffff) % scenario.before().size();
                adopted += scenario.before().get(today).id().equals(from) ? 0 : amount;
            }
            this.scenario = scenario;
        }

        private final Scenario scenario;

        double before(String id) {
            return loadsBefore.getOrDefault(id, 0.0);
        }

        double after(String id) {
            return loadsAfter.getOrDefault(id, 0.0);
        }

        private String owner(KeyPlacement placement, int key) {
            int owner = placement instanceof BoundedLoads bounded
                    ? bounded.acquire(sample.hash(key))
                    : placement.owner(sample.hash(key), sample.murmur2(key), sample.javaHash(key));
            return placement.candidates().get(owner).id();
        }

        Moved moved() {
            double toNew = 0;
            double fromOld = 0;
            double toWeight = 0;
            double needless = 0;
            for (Map.Entry<String, Double> flow : flows.entrySet()) {
                String from = flow.getKey().split(">", -1)[0];
                String to = flow.getKey().split(">", -1)[1];
                double part = flow.getValue() / all;
                if (!ids(scenario.before()).contains(to)) {
                    toNew += part;
                } else if (!ids(scenario.after()).contains(from)) {
                    fromOld += part;
                } else if (weight(scenario.after(), to) * weight(scenario.before(), from)
                        > weight(scenario.before(), to) * weight(scenario.after(), from)) {
                    toWeight += part;
                } else {
                    needless += part;
                }
            }
            return new Moved(toNew, fromOld, toWeight, needless, 0);
        }

        double largestReceiver() {
            Map<String, Double> received = new HashMap<>();
            flows.forEach((flow, amount) -> received.merge(flow.split(">", -1)[1], amount, Double::sum));
            double moved = received.values().stream().mapToDouble(x -> x).sum();
            return moved == 0
                    ? 0
                    : received.values().stream().mapToDouble(x -> x).max().orElseThrow() / moved;
        }
    }

    private static Set<String> ids(Collection<Candidate> candidates) {
        Set<String> ids = new HashSet<>();
        candidates.forEach(candidate -> ids.add(candidate.id()));
        return ids;
    }

    private static double weight(List<Candidate> candidates, String id) {
        return candidates.stream()
                .filter(candidate -> candidate.id().equals(id))
                .mapToDouble(Candidate::weight)
                .findFirst()
                .orElseThrow();
    }

    /** What is promised of every key shows in the report: nothing moves needlessly. */
    @Test
    void what_promises_no_needless_movement_has_none_and_of_the_others_some_have() {
        Scenario growth = Scenario.of(named("abcdefgh"), named("abcdefghi"));
        Scenario removal = Scenario.retire(named("abcdefgh"), Set.of("c"));
        Scenario weights = Scenario.reweight(named("abcdefgh", 1, 2, 1, 3), Map.of("b", 1.0, "c", 3.0));
        assertNeedless(growth, Guarantee.MONOTONE_ON_ADD);
        assertNeedless(removal, Guarantee.MONOTONE_ON_REMOVAL);
        assertNeedless(weights, Guarantee.MONOTONE_ON_REWEIGHT);
    }

    private void assertNeedless(Scenario scenario, Guarantee guarantee) {
        WhatIf whatIf =
                Evaluation.of(scenario, sample).budget(Duration.ofMillis(20)).run();
        double others = 0;
        for (AlgorithmReport report : whatIf.algorithms()) {
            double needless = report.in(Unit.KEYS).moved().needless();
            if (report.guarantees().contains(guarantee)) {
                assertThat(needless)
                        .as("%s: %s", scenario.name(), report.name())
                        .isZero();
            }
            others += needless;
        }
        assertThat(others).isPositive();
    }
}
