package io.keystead.cli.plan;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Cost;
import io.keystead.planner.whatif.Flow;
import io.keystead.planner.whatif.Load;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Refusal;
import io.keystead.planner.whatif.ReplicaChanges;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.Spread;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.Verdict;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reports made by hand, so that outputs are tested by themselves: owners are real, costs are invented. */
final class Samples {
    /** Who wants to be markup, an escape of the terminal, a formula, or a line of its own. */
    static final String HOSTILE = "=<script>alert(1)</script>\"'&\u001b[31m\u202e\n";

    private static final int KEYS = 20_000;

    private Samples() {}

    static List<Candidate> partitions(int count) {
        return IntStream.range(0, count).mapToObj(Candidate::partition).toList();
    }

    static Scenario growth(int from, int to) {
        return new Scenario(from + " to " + to + " partitions", partitions(from), partitions(to));
    }

    /** From 12 to 13 partitions by a few algorithms, with bytes and records, bad rows and hot keys. */
    static WhatIf grown() {
        return of(growth(12, 13), "orders.csv", "order-", "line 17 has no key; allowed: a value in column key", "hrw");
    }

    /** The same where what moved is an estimate. */
    static WhatIf estimated() {
        WhatIf whatIf = grown();
        List<AlgorithmReport> reports = whatIf.algorithms().stream()
                .map(report -> {
                    Map<Unit, UnitReport> units = new EnumMap<>(Unit.class);
                    report.units().forEach((unit, of) -> units.put(unit, estimated(of, sigma(unit))));
                    return with(report, report.name(), units);
                })
                .toList();
        return with(whatIf, reports);
    }

    private static double sigma(Unit unit) {
        return switch (unit) {
            case KEYS -> 0.001;
            case BYTES -> 0.002;
            case RECORDS -> 0.003;
        };
    }

    private static UnitReport estimated(UnitReport report, double sigma) {
        Moved moved = report.moved();
        return new UnitReport(
                report.adoption(),
                new Moved(moved.toNew(), moved.fromOld(), moved.toWeight(), moved.needless(), sigma),
                report.loads(),
                report.before(),
                report.after(),
                report.flows(),
                report.largestReceiver());
    }

    /** The same by two algorithms that are known to be wrong. */
    static WhatIf knownWrong() {
        WhatIf whatIf = grown();
        List<AlgorithmReport> reports = new ArrayList<>(whatIf.algorithms().subList(0, 3));
        for (String name : List.of("druid", "carp")) {
            reports.add(with(reports.get(0), name, reports.get(0).units()));
        }
        return with(whatIf, reports);
    }

    private static AlgorithmReport with(AlgorithmReport report, String name, Map<Unit, UnitReport> units) {
        return new AlgorithmReport(
                name, report.guarantees(), report.looked(), units, report.replicaChanges(), report.cost());
    }

    private static WhatIf with(WhatIf whatIf, List<AlgorithmReport> reports) {
        return new WhatIf(
                whatIf.scenario(), whatIf.sample(), whatIf.today(), reports, whatIf.refusals(), whatIf.verdict());
    }

    /** The same with names from somebody who means harm, and none that fits. */
    static WhatIf hostile() {
        List<Candidate> before = List.of(Candidate.of(HOSTILE), Candidate.of("b"));
        List<Candidate> after = List.of(Candidate.of(HOSTILE), Candidate.of("b"), Candidate.of("@" + HOSTILE));
        return of(new Scenario(HOSTILE, before, after), HOSTILE, HOSTILE, HOSTILE, null);
    }

    static WhatIf of(Scenario scenario, String source, String prefix, String badReason, @Nullable String fits) {
        List<AlgorithmReport> reports = new ArrayList<>();
        for (Algorithm algorithm : List.of(
                Algorithm.MODULO,
                Algorithm.KEY_GROUPS,
                Algorithm.HRW,
                Algorithm.RING,
                Algorithm.JUMP,
                Algorithm.MAGLEV,
                Algorithm.MULTI_PROBE)) {
            reports.add(report(algorithm, scenario));
        }
        List<HotKey> hottest = List.of(
                new HotKey(prefix + "4711", 1, 40_000, 9_000_000),
                new HotKey(prefix + "1", 2, 12_000, 8_000_000),
                new HotKey(prefix + "2", 3, 9_000, 7_000_000));
        SampleSummary sample = new SampleSummary(
                source,
                KEYS,
                1_000_000,
                400_000,
                1_234_567_890L,
                OptionalDouble.of(1200),
                new BadRows(2, List.of(new BadRows.BadRow(17, badReason), new BadRows.BadRow(99, badReason))),
                hottest,
                hottest,
                List.of(0.1, 0.13, 0.16, 0.2, 0.25, 0.31, 0.38, 0.47, 0.57, 0.68, 0.79, 0.88, 0.94, 0.98, 1.0));
        Verdict verdict = new Verdict(
                Optional.ofNullable(fits),
                "moves what theory asks for, and any candidate can be removed later",
                List.of(
                        new Verdict.Constraint("Arbitrary removal?", false, "nothing is retired", List.of()),
                        new Verdict.Constraint("Weights?", true, "--need weights", List.of("modulo", "maglev"))));
        return new WhatIf(
                scenario, sample, "modulo", reports, List.of(new Refusal("glb", "wants two candidates")), verdict);
    }

    private static AlgorithmReport report(Algorithm algorithm, Scenario scenario) {
        KeyPlacement before = algorithm.place(scenario.before());
        KeyPlacement after = algorithm.place(scenario.after());
        Map<Unit, UnitReport> units = new LinkedHashMap<>();
        for (Unit unit : Unit.values()) {
            units.put(unit, unit(before, after, scenario, unit));
        }
        return new AlgorithmReport(
                algorithm.toString(),
                algorithm.guarantees(),
                algorithm == Algorithm.MULTI_PROBE ? KEYS / 2 : KEYS,
                units,
                Optional.of(new ReplicaChanges(3, 0.12, 0.001, 1000)),
                new Cost(3.5 + algorithm.toString().length(), 2.5, after.memoryBytes(), 1e5, 2e4));
    }

    private static UnitReport unit(KeyPlacement before, KeyPlacement after, Scenario scenario, Unit unit) {
        SplittableRandom random = new SplittableRandom(unit.toString().length());
        Map<List<String>, Double> pairs = new LinkedHashMap<>();
        Map<String, Double> owned = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            long hash = random.nextLong();
            String from = before.candidates().get(before.owner(hash)).id();
            String to = after.candidates().get(after.owner(hash)).id();
            pairs.merge(List.of(from, to), 1.0 / KEYS, Double::sum);
            owned.merge("before " + from, 1.0 / KEYS, Double::sum);
            owned.merge("after " + to, 1.0 / KEYS, Double::sum);
        }
        List<Flow> flows = pairs.entrySet().stream()
                .filter(pair -> !pair.getKey().get(0).equals(pair.getKey().get(1)))
                .map(pair -> new Flow(pair.getKey().get(0), pair.getKey().get(1), pair.getValue()))
                .sorted((one, other) -> Double.compare(other.share(), one.share()))
                .toList();
        Map<Reason, Double> reasons = new EnumMap<>(Reason.class);
        Reason.Teller teller = new Reason.Teller(scenario);
        flows.forEach(flow -> reasons.merge(teller.of(flow), flow.share(), Double::sum));
        Moved moved = new Moved(
                reasons.getOrDefault(Reason.TO_NEW, 0.0),
                reasons.getOrDefault(Reason.FROM_OLD, 0.0),
                reasons.getOrDefault(Reason.TO_WEIGHT, 0.0),
                reasons.getOrDefault(Reason.NEEDLESS, 0.0),
                0);
        Spread spread = new Spread(1.02, 0.012, unit == Unit.KEYS ? 0.43 : Double.NaN, 0);
        Set<String> ids = new LinkedHashSet<>();
        scenario.before().forEach(candidate -> ids.add(candidate.id()));
        scenario.after().forEach(candidate -> ids.add(candidate.id()));
        List<Load> loads = ids.stream()
                .map(id -> new Load(
                        id,
                        owned.getOrDefault("before " + id, 0.0),
                        owned.getOrDefault("after " + id, 0.0),
                        fair(scenario.before(), id),
                        fair(scenario.after(), id)))
                .toList();
        return new UnitReport(new Moved(0, 0, 0, 0.9, 0), moved, loads, spread, spread, flows, 0.3);
    }

    private static double fair(List<Candidate> candidates, String id) {
        return candidates.stream().anyMatch(candidate -> candidate.id().equals(id)) ? 1.0 / candidates.size() : 0;
    }
}
