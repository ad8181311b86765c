package io.keystead.cli.plan;

import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.ReplicaChanges;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.WhatIf;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What all outputs ask of a report. */
final class Reports {
    /** Algorithms whose movement differs by less are told apart by their costs. */
    private static final double ALIKE = 0.002;

    /** Of two dozen algorithms none is beyond this by chance alone in nine of ten reports. */
    private static final int SIGMAS = 3;

    private Reports() {}

    /** What a report is of, with a base or without. */
    static Algorithm algorithm(AlgorithmReport report) {
        return Scheme.named(report.name()).algorithm();
    }

    /** The report in one unit, if the sample has it. */
    static Optional<UnitReport> unit(AlgorithmReport algorithm, Unit unit) {
        return algorithm.units().containsKey(unit) ? Optional.of(algorithm.in(unit)) : Optional.empty();
    }

    /** The report in keys, which every algorithm has. */
    static UnitReport keys(AlgorithmReport algorithm) {
        return algorithm.in(Unit.KEYS);
    }

    /** One standard deviation of what moved in a unit; 0 where that is exact or the sample has no such unit. */
    static double sigma(AlgorithmReport algorithm, Unit unit) {
        return unit(algorithm, unit).map(report -> report.moved().sigma()).orElse(0.0);
    }

    /** The largest of all algorithms. */
    static double sigma(WhatIf whatIf, Unit unit) {
        return whatIf.algorithms().stream()
                .mapToDouble(algorithm -> sigma(algorithm, unit))
                .max()
                .orElse(0);
    }

    /** The units in which something that moved is an estimate. */
    static Set<Unit> estimated(WhatIf whatIf) {
        Set<Unit> units = EnumSet.noneOf(Unit.class);
        for (Unit unit : Unit.values()) {
            if (sigma(whatIf, unit) > 0) {
                units.add(unit);
            }
        }
        return units;
    }

    /** How often the set of a key's first candidates changes though its owner does not; NaN where nobody asked. */
    static double replicaChanges(AlgorithmReport algorithm) {
        return algorithm.replicaChanges().map(ReplicaChanges::share).orElse(Double.NaN);
    }

    /** The units that the sample has, in their order. */
    static Set<Unit> units(WhatIf whatIf) {
        Set<Unit> units = EnumSet.of(Unit.KEYS);
        whatIf.algorithms().forEach(algorithm -> units.addAll(algorithm.units().keySet()));
        return units;
    }

    /**
     * The algorithms as people look for them: the one that fits, then by movement beyond what must and chance, by what of it is
     * needless, and by look-up. Who moves less than must is not ahead: its new candidates get less than their shares.
     */
    static List<AlgorithmReport> sorted(WhatIf whatIf) {
        String fits = whatIf.verdict().fits().orElse("");
        return whatIf.algorithms().stream()
                .sorted(Comparator.comparing(
                                (AlgorithmReport algorithm) -> !algorithm.name().equals(fits))
                        .thenComparing(algorithm ->
                                step(beyondChance(algorithm, whatIf.scenario().leastMoved())))
                        .thenComparing(algorithm -> step(keys(algorithm).moved().needless()))
                        .thenComparing(algorithm -> algorithm.cost().lookupNanos()))
                .toList();
    }

    /** What moved above the least, without so much as the keys that were looked at may differ by chance. */
    private static double beyondChance(AlgorithmReport algorithm, double least) {
        double chance = SIGMAS * Math.sqrt(least * (1 - least) / algorithm.looked());
        return keys(algorithm).moved().above(least + chance);
    }

    private static long step(double share) {
        return Math.round(share / ALIKE);
    }

    /** The algorithm of this name, if it could be looked at. */
    static Optional<AlgorithmReport> named(WhatIf whatIf, String name) {
        return whatIf.algorithms().stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst();
    }
}
