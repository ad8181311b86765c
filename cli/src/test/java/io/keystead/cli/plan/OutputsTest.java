package io.keystead.cli.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.FirstByRank;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Evaluation;
import io.keystead.planner.whatif.Flow;
import io.keystead.planner.whatif.RankingCost;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.WhatIf;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same report as text, JSON and CSV. */
class OutputsTest {
    private static final int COLUMNS = 100;

    @Test
    void the_table_has_a_line_for_each_algorithm_and_fits_a_terminal() {
        String text = ReportText.of(Samples.grown(), null, false);

        assertThat(text.lines()).allMatch(line -> line.length() <= COLUMNS, "at most 100 columns");
        for (AlgorithmReport report : Samples.grown().algorithms()) {
            assertThat(text.lines())
                    .filteredOn(line -> line.startsWith(report.name() + " "))
                    .hasSizeGreaterThan(0);
        }
        assertThat(text)
                .contains("least possible     7.69")
                .contains("line 17: ", "line 99: ")
                .contains("2 rows were left out")
                .contains("order-4711");
        assertThat(text.lines().reduce((one, other) -> other).orElseThrow())
                .startsWith("verdict  hrw fits: moves what theory asks for");
    }

    @Test
    void the_terminal_tells_why_keys_move_to_whom_how_fast_and_whose_standbys_change() {
        assertThat(ReportText.of(Samples.grown(), null, false))
                .containsPattern("\nalgorithm +% +% +% +receiver +change +sets %\n")
                .containsPattern("\nhrw +7\\.\\d\\d +0\\.00 +0\\.00 +30\\.00 % +20 µs +12\\.00±0\\.10\n");
    }

    @Test
    void an_estimate_has_its_error_beside_every_algorithm_and_in_a_note() {
        WhatIf estimated = Samples.estimated();
        String text = ReportText.of(estimated, null, false);

        assertThat(text.lines()).allMatch(line -> line.length() <= COLUMNS, "at most 100 columns");
        assertThat(text.lines().filter(line -> line.matches("hrw .* 0\\.10 +0\\.20 +0\\.30")))
                .hasSize(1);
        assertThat(text.replaceAll("\\s+", " "))
                .contains("to within ±0.10 % of the keys, ±0.20 % of the bytes, ±0.30 % of the records (one standard");
        assertThat(ReportPage.of(estimated)).contains("±0.10 %", "±0.20 %", "±0.30 %");
        assertThat(ReportText.of(Samples.grown(), null, false)).doesNotContain("moved ±", "to within");
    }

    /** Only compare measures that. */
    @Test
    void what_look_ups_take_and_the_first_by_rank_cost_is_told_where_it_was_measured() throws Exception {
        WhatIf whatIf = Samples.grown();
        RankingCost ranking = new RankingCost(
                13,
                3,
                Map.of(FirstByRank.Way.SORT, 1200.0, FirstByRank.Way.HEAP, 310.0, FirstByRank.Way.SELECT, 420.0),
                20_000,
                20_000,
                List.of(new RankingCost.Prefilter(8, 0.0123, 0.001), new RankingCost.Prefilter(16, 0, 0)));
        String text = ReportText.of(whatIf, ranking, false);

        assertThat(text.lines()).allMatch(line -> line.length() <= COLUMNS, "at most 100 columns");
        assertThat(text)
                .containsPattern("\nlook-up is +and takes so many steps with these candidates\n")
                .containsPattern("\n1 +modulo 2\\.5, key-groups 2\\.5, maglev 2\\.5\n")
                .containsPattern("\nn +hrw 2\\.5\n");
        assertThat(text.replaceAll("\\s+", " "))
                .contains("The first 3 of 13 candidates by rank: 1.20 µs by a full sort, 310 ns by a heap, 420 ns by a"
                        + " selection that is then sorted; the same for all of 20,000 keys.")
                .contains(
                        "names another owner for 1.23±0.10 % of the keys with 8 bits, <0.02 % of the keys with 16 bits.");
        assertThat(ReportText.of(whatIf, null, false)).doesNotContain("look-up is", "by rank", "prefilter");

        JsonNode json = new ObjectMapper().readTree(ReportJson.of(whatIf, ranking));
        assertThat(json.at("/ranking/sortNanos").doubleValue()).isEqualTo(1200);
        assertThat(json.at("/ranking/agree").longValue()).isEqualTo(20_000);
        assertThat(json.at("/ranking/prefilters/0/differs").doubleValue()).isEqualTo(0.0123);
        assertThat(json.at("/algorithms/0/cost/steps").doubleValue()).isEqualTo(2.5);
        assertThat(json.at("/algorithms/0/cost/declared/lookup").asText()).isEqualTo("1");
        assertThat(new ObjectMapper().readTree(ReportJson.of(whatIf, null)).has("ranking"))
                .isFalse();
    }

    @Test
    void what_is_known_to_be_wrong_has_a_star_that_is_explained() {
        assertThat(ReportText.of(Samples.grown(), null, false)).doesNotContain("known to be wrong");
        WhatIf wrong = Samples.knownWrong();
        assertThat(ReportText.of(wrong, null, false))
                .containsPattern("\ndruid \\* ")
                .containsPattern("\ncarp \\* ")
                .contains("* known to be wrong, to compare with: druid (its loads are uneven), carp (");
        assertThat(ReportPage.of(wrong)).contains(">druid *</th>", ">carp *</label>", "* known to be wrong");
        assertThat(ReportCsv.of(wrong)).contains(",druid,", ",carp,");
    }

    @Test
    void keys_that_are_hidden_are_as_many_as_they_were() {
        WhatIf shown = Samples.of(Samples.growth(2, 40), "orders.csv", "order-", "", "hrw");
        assertThat(HotKeys.finding(HiddenKeys.in(shown)))
                .isEqualTo(HotKeys.finding(shown))
                .contains("3 keys");
    }

    @Test
    void the_algorithm_that_fits_is_first_and_needless_movement_last() {
        List<String> names = Reports.sorted(Samples.grown()).stream()
                .map(AlgorithmReport::name)
                .toList();

        assertThat(names.get(0)).isEqualTo("hrw");
        assertThat(names.subList(names.size() - 3, names.size())).containsExactly("maglev", "key-groups", "modulo");
    }

    private static WhatIf growth(int partitions, int keys, int most) {
        KeySample.Builder sample = KeySample.builder("orders", most);
        for (int i = 0; i < keys; i++) {
            sample.add(("order-" + i).getBytes(UTF_8), 100);
        }
        List<Candidate> before =
                IntStream.range(0, partitions).mapToObj(Candidate::partition).toList();
        return Evaluation.of(Scenario.grow(before, 1), sample.build())
                .schemes(List.of(Scheme.named("modulo")))
                .budget(Duration.ofMillis(20))
                .run();
    }

    @Test
    void loads_that_are_estimates_are_told_so() throws Exception {
        WhatIf part = growth(12, 4_000, 1_000);
        double sigma = Reports.keys(part.algorithms().get(0)).after().sigma();
        assertThat(ReportText.of(part, null, false).replaceAll("\\s+", " "))
                .contains("a candidate's keys are ±" + Figures.percent(sigma)
                        + " % off by chance, as a part of its fair share");
        assertThat(ReportText.of(growth(12, 1_000, 1_000), null, false)).doesNotContain("off by chance");
        JsonNode json = new ObjectMapper().readTree(ReportJson.of(part, null));
        assertThat(json.at("/algorithms/0/keys/after/sigma").doubleValue()).isEqualTo(sigma);
    }

    @Test
    void flows_that_are_not_known_are_told_so_and_not_drawn() {
        WhatIf many = growth(1_024, 3_000, 3_000);
        String note = "Who gives to whom is known of 1,024 candidates at most.";
        assertThat(ReportText.of(many, null, false)).contains(note);
        assertThat(ReportPage.of(many)).contains(note).doesNotContain("Nothing moves.");
        assertThat(ReportText.of(growth(12, 1_000, 1_000), null, false)).doesNotContain(note);
    }

    @Test
    void weights_are_a_reason_where_one_grows_more_than_the_other() {
        List<Candidate> even = List.of(Candidate.of("a"), Candidate.of("b"));
        List<Candidate> doubled =
                even.stream().map(candidate -> candidate.withWeight(2)).toList();
        Flow flow = new Flow("a", "b", 0.1);
        assertThat(new Reason.Teller(Scenario.of(even, doubled)).of(flow)).isEqualTo(Reason.NEEDLESS);
        assertThat(new Reason.Teller(Scenario.of(even, List.of(even.get(0), doubled.get(1)))).of(flow))
                .isEqualTo(Reason.TO_WEIGHT);
        assertThat(new Reason.Teller(Scenario.of(even, List.of(doubled.get(0), even.get(1)))).of(flow))
                .isEqualTo(Reason.NEEDLESS);
    }

    @Test
    void colours_are_on_the_verdict_alone_and_only_where_they_are_wanted() {
        assertThat(ReportText.of(Samples.grown(), null, false)).doesNotContain("\u001b");
        assertThat(ReportText.of(Samples.grown(), null, true)).contains("\u001b[32mverdict");
        assertThat(ReportText.of(Samples.hostile(), null, true)).contains("\u001b[31mverdict  none fits");
    }

    @Test
    void names_from_strangers_cannot_order_a_terminal_about() throws Exception {
        String text = ReportText.of(Samples.hostile(), null, false);
        assertThat(text).doesNotContain("\u001b", "\u202e").contains("\\u001b");

        String json = ReportJson.of(Samples.hostile(), null);
        assertThat(json).doesNotContain("\u001b", "\u202e");
        JsonNode read = new ObjectMapper().readTree(json);
        assertThat(read.at("/scenario/name").textValue()).isEqualTo(Samples.HOSTILE);
        assertThat(read.at("/sample/hottest/0/key").textValue()).startsWith(Samples.HOSTILE);
    }

    @Test
    void no_cell_of_csv_begins_as_a_formula() throws Exception {
        for (String first : List.of("=1+1", "+1", "-1", "@sum", "\t=1", "\r=1")) {
            assertThat(ReportCsv.text(first)).doesNotMatch("(?s)[=+@\\-\\t\\r].*");
        }
        assertThat(ReportCsv.text("12 to 13 partitions")).isEqualTo("12 to 13 partitions");
        for (NamedCsvRecord row : rows(Samples.hostile())) {
            assertThat(row.getField("scenario")).startsWith("'=");
        }
    }

    @Test
    void csv_has_a_row_for_each_algorithm_and_unit() throws Exception {
        WhatIf whatIf = Samples.grown();
        List<NamedCsvRecord> rows = rows(whatIf);

        assertThat(rows).hasSize(7 * 3);
        NamedCsvRecord hrw = rows.stream()
                .filter(row -> row.getField("algorithm").equals("hrw")
                        && row.getField("unit").equals("keys"))
                .findFirst()
                .orElseThrow();
        double moved =
                Reports.keys(Reports.named(whatIf, "hrw").orElseThrow()).moved().all();
        assertThat(Double.parseDouble(hrw.getField("moved"))).isEqualTo(moved);
        assertThat(hrw.getField("fits")).isEqualTo("true");
        assertThat(rows.stream().filter(row -> row.getField("unit").equals("bytes")))
                .allMatch(row -> row.getField("p_value").isEmpty(), "p of keys only");
    }

    @Test
    void json_has_all_of_it() throws Exception {
        WhatIf whatIf = Samples.grown();
        JsonNode json = new ObjectMapper().readTree(ReportJson.of(whatIf, null));

        assertThat(json.at("/algorithms")).hasSize(7);
        assertThat(json.at("/scenario/after")).hasSize(13);
        assertThat(json.at("/scenario/leastPossible").doubleValue()).isEqualTo(1.0 / 13);
        assertThat(json.at("/sample/badRows/first/0/line").intValue()).isEqualTo(17);
        assertThat(json.at("/verdict/fits").textValue()).isEqualTo("hrw");
        assertThat(json.at("/algorithms/0/bytes/after/pValue").isNull()).isTrue();
        JsonNode modulo = json.at("/algorithms/0/keys");
        double told = 0;
        for (JsonNode flow : modulo.get("flows")) {
            told += flow.get("share").doubleValue();
        }
        double all = Reports.keys(whatIf.algorithms().get(0)).flows().stream()
                .mapToDouble(Flow::share)
                .sum();
        assertThat(told + modulo.get("otherFlows").doubleValue()).isBetween(all - 1e-9, all + 1e-9);
        assertThat(Reports.units(whatIf)).containsExactly(Unit.KEYS, Unit.BYTES, Unit.RECORDS);
    }

    private static List<NamedCsvRecord> rows(WhatIf whatIf) throws Exception {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(ReportCsv.of(whatIf))) {
            return reader.stream().toList();
        }
    }
}
