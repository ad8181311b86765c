package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.Verdict;
import io.keystead.planner.whatif.WhatIf;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotKeysTest {
    private static final Candidate A = Candidate.of("a");
    private static final Candidate B = Candidate.of("b");

    @Test
    void a_key_is_held_against_the_fair_share_of_the_lightest_candidate() {
        HotKey key = new HotKey("k", 1, 100, 0);
        WhatIf alike = whatIf(List.of(A, B), List.of(key), List.of());
        assertThat(HotKeys.ofFairShare(alike, key)).isEqualTo(0.2);
        assertThat(HotKeys.finding(alike))
                .isEqualTo("The hottest key has 10.00 % of the records, 0.20 of a candidate's fair share."
                        + " No key dominates a candidate.");
        WhatIf weighted = whatIf(List.of(A.withWeight(9), B), List.of(key), List.of());
        assertThat(HotKeys.ofFairShare(weighted, key)).isEqualTo(1);
        assertThat(HotKeys.finding(weighted))
                .contains(" of the lightest candidate's fair share. 1 key has half of a fair share or more");
    }

    @Test
    void a_key_may_dominate_by_bytes_alone() {
        HotKey key = new HotKey("k", 1, 1, 9_000);
        assertThat(HotKeys.finding(whatIf(List.of(A, B), List.of(), List.of(key))))
                .startsWith("The largest key has 90.00 % of the bytes, ")
                .contains(" of a candidate's fair share. 1 key has half of a fair share or more");
    }

    @Test
    void what_comes_behind_the_last_that_is_listed_is_not_known() {
        List<HotKey> keys = IntStream.range(0, SampleSummary.MOST_HOTTEST)
                .mapToObj(i -> new HotKey("k" + i, i, 60, 0))
                .toList();
        List<Candidate> candidates = IntStream.range(0, 500)
                .mapToObj(i -> Candidate.of(Integer.toString(i)))
                .toList();
        assertThat(HotKeys.finding(whatIf(candidates, keys, List.of())))
                .contains(" At least 16 keys have half of a fair share or more");
        assertThat(HotKeys.finding(whatIf(candidates, keys.subList(0, 15), List.of())))
                .contains(" 15 keys have half of a fair share or more");
    }

    private static WhatIf whatIf(List<Candidate> after, List<HotKey> hottest, List<HotKey> hottestByBytes) {
        SampleSummary sample = new SampleSummary(
                "keys",
                100,
                100,
                1_000,
                10_000,
                OptionalDouble.empty(),
                new BadRows(0, List.of()),
                hottest,
                hottestByBytes,
                List.of());
        return new WhatIf(
                new Scenario("change", after, after),
                sample,
                "modulo",
                List.of(),
                List.of(),
                new Verdict(Optional.empty(), "why", List.of()));
    }
}
