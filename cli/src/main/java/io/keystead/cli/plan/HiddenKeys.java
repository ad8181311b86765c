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
        List<HotKey> hottest = IntStream.range(0, sample.hottest().size())
                .mapToObj(i -> hidden(i + 1, sample.hottest().get(i)))
                .toList();
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
                hottest,
                sample.hottestShares());
        return new WhatIf(
                whatIf.scenario(), hidden, whatIf.today(), whatIf.algorithms(), whatIf.refusals(), whatIf.verdict());
    }

    private static HotKey hidden(int rank, HotKey key) {
        return new HotKey("hidden " + rank, 0, key.records(), key.bytes());
    }
}
