package io.keystead.cli.plan;

import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.WhatIf;
import java.util.List;
import java.util.stream.IntStream;

/** A report without what identifies a key: neither its text nor its hash, and no reason that quotes a bad row. */
final class HiddenKeys {
    private HiddenKeys() {}

    static WhatIf in(WhatIf whatIf) {
        SampleSummary sample = whatIf.sample();
        List<BadRows.BadRow> bad = sample.bad().first().stream()
                .map(row -> new BadRows.BadRow(row.line(), "hidden"))
                .toList();
        SampleSummary hidden = new SampleSummary(
                sample.source(),
                sample.keys(),
                sample.population(),
                sample.records(),
                sample.bytes(),
                sample.recordsPerSecond(),
                new BadRows(sample.bad().count(), bad),
                hidden(sample.hottest()),
                hidden(sample.hottestByBytes()),
                sample.hottestShares());
        return new WhatIf(
                whatIf.scenario(), hidden, whatIf.today(), whatIf.algorithms(), whatIf.refusals(), whatIf.verdict());
    }

    private static List<HotKey> hidden(List<HotKey> keys) {
        return IntStream.range(0, keys.size())
                .mapToObj(i -> new HotKey(
                        "hidden " + (i + 1),
                        0,
                        keys.get(i).records(),
                        keys.get(i).bytes()))
                .toList();
    }
}
