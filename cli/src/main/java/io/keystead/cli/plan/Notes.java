package io.keystead.cli.plan;

import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;

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
        for (AlgorithmReport algorithm : whatIf.algorithms()) {
            Moved moved = Reports.keys(algorithm).moved();
            if (algorithm.looked() < sample.keys()) {
                notes.add(algorithm.name() + " was looked at over " + Figures.count(algorithm.looked())
                        + " keys chosen at random: its moved keys are "
                        + Figures.percent(moved.all()) + " ± " + Figures.percent(moved.sigma())
                        + " % (one standard deviation).");
            }
        }
        BadRows bad = sample.bad();
        if (bad.count() > 0) {
            notes.add(Words.counted(bad.count(), "row") + (bad.count() == 1 ? " was" : " were")
                    + " left out and are in no other number; the first:");
        }
        return notes;
    }
}
