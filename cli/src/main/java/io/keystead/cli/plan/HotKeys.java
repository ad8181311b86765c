package io.keystead.cli.plan;

import io.keystead.hrw.Candidate;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.WhatIf;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/** What the hottest keys mean for the candidates: no placement can divide a key. */
final class HotKeys {
    /** A key with such a part of what a candidate should have decides how full that candidate is. */
    private static final double DOMINATES = 0.5;

    private HotKeys() {}

    /** The key's records by what the candidate of the least weight should have of them after the change. */
    static double ofFairShare(WhatIf whatIf, HotKey key) {
        return ofFairShare(whatIf, (double) key.records() / whatIf.sample().records());
    }

    /** The same of its bytes; 0 where the source does not tell bytes. */
    static double ofFairShareOfBytes(WhatIf whatIf, HotKey key) {
        long all = whatIf.sample().bytes();
        return all == 0 ? 0 : ofFairShare(whatIf, (double) key.bytes() / all);
    }

    private static double ofFairShare(WhatIf whatIf, double share) {
        return share * weights(whatIf).getSum() / weights(whatIf).getMin();
    }

    private static DoubleSummaryStatistics weights(WhatIf whatIf) {
        return whatIf.scenario().after().stream().mapToDouble(Candidate::weight).summaryStatistics();
    }

    /** How many keys dominate a candidate each, in one line. */
    static String finding(WhatIf whatIf) {
        List<HotKey> hottest = whatIf.sample().hottest();
        List<HotKey> byBytes = whatIf.sample().hottestByBytes();
        String whose =
                weights(whatIf).getMin() == weights(whatIf).getMax() ? "a candidate's" : "the lightest candidate's";
        StringBuilder words = new StringBuilder();
        if (!hottest.isEmpty()) {
            HotKey first = hottest.get(0);
            words.append(sentence(
                    "The hottest key",
                    "records",
                    (double) first.records() / whatIf.sample().records(),
                    ofFairShare(whatIf, first),
                    whose));
        }
        if (!byBytes.isEmpty() && ofFairShareOfBytes(whatIf, byBytes.get(0)) >= DOMINATES) {
            HotKey first = byBytes.get(0);
            words.append(sentence(
                    "The largest key",
                    "bytes",
                    (double) first.bytes() / whatIf.sample().bytes(),
                    ofFairShareOfBytes(whatIf, first),
                    whose));
        }
        return words.append(dominant(whatIf)).toString();
    }

    private static String sentence(String key, String unit, double share, double ofFairShare, String whose) {
        return key + " has " + Figures.percent(share) + " % of the " + unit + ", " + Figures.digits(ofFairShare)
                + " of " + whose + " fair share. ";
    }

    private static String dominant(WhatIf whatIf) {
        List<HotKey> byRecords = whatIf.sample().hottest().stream()
                .filter(key -> ofFairShare(whatIf, key) >= DOMINATES)
                .toList();
        List<HotKey> byBytes = whatIf.sample().hottestByBytes().stream()
                .filter(key -> ofFairShareOfBytes(whatIf, key) >= DOMINATES)
                .toList();
        long dominant = Stream.concat(byRecords.stream(), byBytes.stream())
                .mapToLong(HotKey::hash)
                .distinct()
                .count();
        if (dominant == 0) {
            return "No key dominates a candidate.";
        }
        // Whoever comes behind the last that is listed is not known.
        boolean more = byRecords.size() == SampleSummary.MOST_HOTTEST || byBytes.size() == SampleSummary.MOST_HOTTEST;
        return (more ? "At least " : "") + Words.counted(dominant, "key") + (dominant == 1 ? " has" : " have")
                + " half of a fair share or more: no placement evens that out.";
    }
}
