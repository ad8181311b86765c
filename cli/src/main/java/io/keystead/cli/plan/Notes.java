package io.keystead.cli.plan;

import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Refusal;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What must be known of the numbers, one line each. */
final class Notes {
    private Notes() {}

    static List<String> of(WhatIf whatIf) {
        SampleSummary sample = whatIf.sample();
        List<String> notes = new ArrayList<>();
        if (sample.isPart()) {
            notes.add("The sample has " + Figures.count(sample.keys()) + " of about "
                    + Figures.count(sample.population()) + " keys.");
        }
        Set<Unit> estimated = Reports.estimated(whatIf);
        if (!estimated.isEmpty()) {
            notes.add("Where not all keys were looked at, what moved is an estimate, to within "
                    + estimated.stream()
                            .map(unit ->
                                    "±" + Figures.percent(Reports.sigma(whatIf, unit)) + " % of the " + Words.of(unit))
                            .collect(Collectors.joining(", "))
                    + " (one standard deviation, the largest of all algorithms).");
        }
        List<String> parts = whatIf.algorithms().stream()
                .filter(algorithm -> algorithm.looked() < sample.keys())
                .map(Notes::part)
                .toList();
        if (!parts.isEmpty()) {
            notes.add("Not all keys, but some chosen at random, were looked at by " + String.join(", ", parts) + ".");
        }
        spread(whatIf).ifPresent(notes::add);
        if (whatIf.algorithms().stream()
                .anyMatch(algorithm -> !Reports.keys(algorithm).hasFlows())) {
            notes.add("Who gives to whom is known of " + Figures.count(UnitReport.MOST_WITH_FLOWS)
                    + " candidates at most.");
        }
        BadRows bad = sample.bad();
        if (bad.count() > 0) {
            notes.add(Words.counted(bad.count(), "row")
                    + (bad.count() == 1 ? " was left out and is" : " were left out and are")
                    + " in no other number; the first:");
        }
        return notes;
    }

    /** The same with the bad rows and who cannot do it, for who reads what has no place for them. */
    static List<String> withRefusals(WhatIf whatIf) {
        List<String> notes = new ArrayList<>(of(whatIf));
        whatIf.sample().bad().first().stream().map(Notes::row).forEach(notes::add);
        for (Refusal refusal : whatIf.refusals()) {
            notes.add(refusal.name() + " cannot do it: " + refusal.reason());
        }
        return notes;
    }

    /** A bad row, in a line below its note. */
    static String row(BadRows.BadRow row) {
        return "  line " + Figures.count(row.line()) + ": " + row.reason();
    }

    /** How far loads are off where they are estimates. */
    private static Optional<String> spread(WhatIf whatIf) {
        DoubleSummaryStatistics sigmas = whatIf.algorithms().stream()
                .mapToDouble(algorithm -> Reports.keys(algorithm).after().sigma())
                .filter(sigma -> sigma > 0)
                .summaryStatistics();
        if (sigmas.getCount() == 0) {
            return Optional.empty();
        }
        String least = Figures.percent(sigmas.getMin());
        String most = Figures.percent(sigmas.getMax());
        return Optional.of("Where not all keys of the source were looked at a candidate's keys are ±"
                + (least.equals(most) ? least : least + " to ±" + most)
                + " % off by chance, as a part of its fair share: max/mean is too large by one or two of that, and from CV"
                + " it is taken off.");
    }

    private static String part(AlgorithmReport algorithm) {
        return algorithm.name() + " (" + Figures.count(algorithm.looked()) + ", ±"
                + Figures.percent(Reports.keys(algorithm).moved().sigma()) + " %)";
    }
}
