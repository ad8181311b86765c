package io.keystead.cli.plan;

import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.WhatIf;
import java.util.Optional;

/** What the hottest keys mean for the candidates: no placement can divide a key. */
final class HotKeys {
    /** A key with such a part of what a candidate should have decides how full that candidate is. */
    private static final double DOMINATES = 0.5;

    private HotKeys() {}

    /** The key's records by the mean of a candidate after the change. */
    static double ofFairShare(WhatIf whatIf, HotKey key) {
        SampleSummary sample = whatIf.sample();
        return (double) key.records()
                / sample.records()
                * whatIf.scenario().after().size();
    }

    /** How many keys dominate a candidate each, in one line. */
    static String finding(WhatIf whatIf) {
        SampleSummary sample = whatIf.sample();
        long dominant = sample.hottest().stream()
                .filter(key -> ofFairShare(whatIf, key) >= DOMINATES)
                .count();
        Optional<HotKey> first = sample.hottest().stream().findFirst();
        String most = first.map(key -> "The hottest key has "
                        + Figures.percent((double) key.records() / sample.records()) + " % of the records, "
                        + Figures.digits(ofFairShare(whatIf, key)) + " of a candidate's fair share. ")
                .orElse("");
        return most
                + (dominant == 0
                        ? "No key dominates a candidate."
                        : Words.counted(dominant, "key") + (dominant == 1 ? " has" : " have")
                                + " half of a fair share or more: no placement evens that out.");
    }
}
