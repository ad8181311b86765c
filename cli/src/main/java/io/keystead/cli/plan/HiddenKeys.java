package io.keystead.cli.plan;

import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A report without what identifies a key: neither its text nor its hash, and no reason that quotes a bad row. */
final class HiddenKeys {
    private HiddenKeys() {}

    static WhatIf in(WhatIf whatIf) {
        SampleSummary sample = whatIf.sample();
        List<BadRows.BadRow> bad = sample.bad().first().stream()
                .map(row -> new BadRows.BadRow(row.line(), "hidden"))
                .toList();
        Map<Long, Integer> numbers = new HashMap<>();
        SampleSummary hidden = new SampleSummary(
                sample.source(),
                sample.keys(),
                sample.population(),
                sample.records(),
                sample.bytes(),
                sample.recordsPerSecond(),
                new BadRows(sample.bad().count(), bad),
                hidden(sample.hottest(), numbers),
                hidden(sample.hottestByBytes(), numbers),
                sample.hottestShares());
        return new WhatIf(
                whatIf.scenario(), hidden, whatIf.today(), whatIf.algorithms(), whatIf.refusals(), whatIf.verdict());
    }

    /** One number a key in both lists, since what is told of them asks which are the same. */
    private static List<HotKey> hidden(List<HotKey> keys, Map<Long, Integer> numbers) {
        List<HotKey> hidden = new ArrayList<>();
        for (HotKey key : keys) {
            int number = numbers.computeIfAbsent(key.hash(), unknown -> numbers.size() + 1);
            hidden.add(new HotKey("hidden " + number, number, key.records(), key.bytes()));
        }
        return hidden;
    }
}
