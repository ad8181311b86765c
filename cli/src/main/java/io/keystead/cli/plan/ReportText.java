package io.keystead.cli.plan;

import io.keystead.cli.ByteSize;
import io.keystead.planner.placement.Complexity;
import io.keystead.planner.placement.FirstByRank;
import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.RankingCost;
import io.keystead.planner.whatif.Refusal;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.Verdict;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report for people, in 100 columns. */
final class ReportText {
    private static final int COLUMNS = 100;
    private static final int SHOWN_KEYS = 5;
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final WhatIf whatIf;
    private final Set<Unit> units;
    private final StringBuilder text = new StringBuilder();

    private ReportText(WhatIf whatIf) {
        this.whatIf = whatIf;
        this.units = Reports.units(whatIf);
    }

    /** @param ranking what the first by rank cost, where that was measured; then what look-ups take is told too */
    static String of(WhatIf whatIf, @Nullable RankingCost ranking, boolean color) {
        ReportText text = new ReportText(whatIf);
        text.introduction();
        text.table();
        text.reasons();
        if (ranking != null) {
            text.steps();
            text.ranking(ranking);
        }
        text.refusals();
        text.hottest();
        text.notes();
        text.verdict(color);
        return text.text.toString();
    }

    private void introduction() {
        SampleSummary sample = whatIf.sample();
        line("change   %s", Shown.safe(whatIf.scenario().name()));
        String part = sample.isPart() ? " of about " + Figures.count(sample.population()) : "";
        String records = sample.records() > sample.keys() ? ", " + Words.counted(sample.records(), "record") : "";
        String bytes = sample.bytes() > 0 ? ", " + ByteSize.of(sample.bytes()) : "";
        String rate = sample.recordsPerSecond().isPresent()
                ? ", " + Figures.digits(sample.recordsPerSecond().getAsDouble()) + " records a second"
                : "";
        line("keys     %s%s%s%s%s", Figures.count(sample.keys()), part, records, bytes, rate);
        line("from     %s", Shown.safe(sample.source()));
        line("today    %s", Shown.safe(whatIf.today()));
        line("");
    }

    private void table() {
        String moved = units.contains(Unit.BYTES) ? "  bytes" : "";
        moved += units.contains(Unit.RECORDS) ? " records" : "";
        String blank = " ".repeat(moved.length());
        line(
                "%-16s%7s%s %5s %5s%7s%5s%7s%7s%8s",
                "", "moved %", blank, "above", "need-", "adopt", "max/", "CV", "", "look-up");
        line(
                "%-16s%7s%s %5s %5s%7s%5s%7s%7s%8s%8s%8s",
                "algorithm", "keys", moved, "least", "less", "keys %", "mean", "%", "p", "ns", "memory", "build");
        Reports.sorted(whatIf).forEach(this::row);
        String least = Figures.percent(whatIf.scenario().leastMoved());
        line("%-16s%7s", "least possible", least);
        KnownWrong.note(whatIf).ifPresent(note -> wrapped(note, "  "));
        line("");
    }

    /** Why keys move, to whom, and how well that is known. */
    private void reasons() {
        boolean replicas = whatIf.algorithms().stream()
                .anyMatch(algorithm -> algorithm.replicaChanges().isPresent());
        Set<Unit> estimated = Reports.estimated(whatIf);
        StringBuilder above = new StringBuilder(String.format(
                Locale.ROOT, "%-16s%8s%9s%10s%10s%10s", "keys", "to new", "from old", "by weight", "largest", ""));
        StringBuilder head = new StringBuilder(String.format(
                Locale.ROOT, "%-16s%8s%9s%10s%10s%10s", "algorithm", "%", "%", "%", "receiver", "change"));
        if (replicas) {
            above.append(String.format(Locale.ROOT, "%12s", "replica"));
            head.append(String.format(Locale.ROOT, "%12s", "sets %"));
        }
        for (Unit unit : estimated) {
            above.append(String.format(Locale.ROOT, "%8s", unit == Unit.KEYS ? "moved ±" : ""));
            head.append(String.format(Locale.ROOT, "%8s", Words.of(unit)));
        }
        line("%s", above);
        line("%s", head);
        for (AlgorithmReport algorithm : Reports.sorted(whatIf)) {
            line("%s", reasons(algorithm, replicas, estimated));
        }
        line("");
    }

    private static String reasons(AlgorithmReport algorithm, boolean replicas, Set<Unit> estimated) {
        UnitReport keys = Reports.keys(algorithm);
        Moved moved = keys.moved();
        StringBuilder row = new StringBuilder(String.format(
                Locale.ROOT,
                "%-16s%8s%9s%10s%8s %%%10s",
                KnownWrong.marked(algorithm),
                Figures.percent(moved.toNew()),
                Figures.percent(moved.fromOld()),
                Figures.percent(moved.toWeight()),
                Figures.percent(keys.largestReceiver()),
                Figures.nanos(algorithm.cost().changeNanos())));
        if (replicas) {
            row.append(String.format(
                    Locale.ROOT,
                    "%12s",
                    algorithm
                            .replicaChanges()
                            .map(changes -> Figures.percent(changes.share(), changes.sigma()))
                            .orElse("-")));
        }
        for (Unit unit : estimated) {
            double sigma = Reports.sigma(algorithm, unit);
            row.append(String.format(Locale.ROOT, "%8s", sigma > 0 ? Figures.percent(sigma) : ""));
        }
        return row.toString();
    }

    private void row(AlgorithmReport algorithm) {
        UnitReport keys = Reports.keys(algorithm);
        StringBuilder row = new StringBuilder(
                String.format(Locale.ROOT, "%-16s%7s", KnownWrong.marked(algorithm), moved(algorithm, Unit.KEYS)));
        if (units.contains(Unit.BYTES)) {
            row.append(String.format(Locale.ROOT, "%7s", moved(algorithm, Unit.BYTES)));
        }
        if (units.contains(Unit.RECORDS)) {
            row.append(String.format(Locale.ROOT, "%8s", moved(algorithm, Unit.RECORDS)));
        }
        line(
                "%s %5s %5s%7s%5s%7s%7s%8s%8s%8s",
                row,
                Figures.percent(keys.moved().above(whatIf.scenario().leastMoved())),
                Figures.percent(keys.moved().needless()),
                Figures.percent(keys.adoption().all()),
                Figures.digits(keys.after().maxToMean()),
                Figures.variation(keys.after()),
                Figures.probability(keys.after().pValue()),
                Figures.digits(algorithm.cost().lookupNanos()),
                ByteSize.of(algorithm.cost().memoryBytes()),
                Figures.nanos(algorithm.cost().buildNanos()));
    }

    /** Look-ups that are declared alike in one line. */
    private void steps() {
        Map<String, List<String>> counted = new LinkedHashMap<>();
        for (AlgorithmReport algorithm : whatIf.algorithms()) {
            String declared = Complexity.of(Reports.algorithm(algorithm)).lookup();
            counted.computeIfAbsent(declared, unused -> new ArrayList<>())
                    .add(algorithm.name() + " " + count(algorithm.cost().steps()));
        }
        line("look-up is     and takes so many steps with these candidates");
        counted.forEach((declared, steps) ->
                wrapped(String.format(Locale.ROOT, "%-16s %s", declared, String.join(", ", steps)), " ".repeat(17)));
        line("");
    }

    private static String count(double steps) {
        return String.format(Locale.ROOT, steps == Math.rint(steps) ? "%.0f" : "%.1f", steps);
    }

    private void ranking(RankingCost ranking) {
        String agree = ranking.agree() == ranking.keys()
                ? "the same for all of "
                : "the same for " + Figures.count(ranking.agree()) + " of ";
        wrapped(
                String.format(
                        Locale.ROOT,
                        "The first %d of %s by rank: %s by a full sort, %s by a heap, %s by a selection that is then sorted;"
                                + " %s%s.",
                        ranking.first(),
                        Words.counted(ranking.candidates(), "candidate"),
                        nanos(ranking, FirstByRank.Way.SORT),
                        nanos(ranking, FirstByRank.Way.HEAP),
                        nanos(ranking, FirstByRank.Way.SELECT),
                        agree,
                        Words.counted(ranking.keys(), "key")),
                "  ");
        wrapped(
                "A prefilter by the upper bits of the scores alone names another owner for "
                        + ranking.prefilters().stream()
                                .map(prefilter -> (prefilter.differs() == 0
                                                ? Figures.below(ranking.below())
                                                : Figures.percent(prefilter.differs(), prefilter.sigma()))
                                        + " % of the keys with " + prefilter.bits() + " bits")
                                .collect(Collectors.joining(", "))
                        + ".",
                "  ");
        line("");
    }

    private static String nanos(RankingCost ranking, FirstByRank.Way way) {
        return Figures.nanos(ranking.nanos().getOrDefault(way, Double.NaN));
    }

    private static String moved(AlgorithmReport algorithm, Unit unit) {
        return Reports.unit(algorithm, unit)
                .map(UnitReport::moved)
                .map(Moved::all)
                .map(Figures::percent)
                .orElse("-");
    }

    private void refusals() {
        if (whatIf.refusals().isEmpty()) {
            return;
        }
        line("cannot do it");
        for (Refusal refusal : whatIf.refusals()) {
            wrapped("  " + refusal.name() + ": " + refusal.reason(), "    ");
        }
        line("");
    }

    private void hottest() {
        SampleSummary sample = whatIf.sample();
        List<HotKey> hottest = sample.hottest();
        if (hottest.isEmpty()) {
            return;
        }
        line("hottest keys               records      of all   of a candidate's fair share");
        for (HotKey key : hottest.subList(0, Math.min(SHOWN_KEYS, hottest.size()))) {
            line(
                    "  %-20s%,12d%10s %%%14s×",
                    Shown.shortened(key.key(), 20),
                    key.records(),
                    Figures.percent((double) key.records() / sample.records()),
                    Figures.digits(HotKeys.ofFairShare(whatIf, key)));
        }
        wrapped(HotKeys.finding(whatIf), "");
        line("");
    }

    private void notes() {
        List<String> notes = Notes.of(whatIf);
        notes.forEach(note -> wrapped(note, "  "));
        for (BadRows.BadRow row : whatIf.sample().bad().first()) {
            wrapped(Notes.row(row), "    ");
        }
        if (!notes.isEmpty()) {
            line("");
        }
    }

    private void verdict(boolean color) {
        Verdict verdict = whatIf.verdict();
        for (Verdict.Constraint constraint : verdict.constraints()) {
            String out = constraint.excluded().isEmpty() ? "" : "; out: " + String.join(", ", constraint.excluded());
            wrapped(
                    constraint.question() + " " + (constraint.asked() ? "yes" : "no") + ": " + constraint.because()
                            + out,
                    "    ");
        }
        Optional<String> fits = verdict.fits();
        String line = "verdict  " + fits.map(name -> name + " fits: ").orElse("none fits: ") + verdict.why();
        if (color) {
            text.append(fits.isPresent() ? GREEN : RED);
        }
        wrapped(line, "         ");
        if (color) {
            text.append(PLAIN);
        }
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    /** Lines of at most {@value #COLUMNS} columns, broken at blanks where there are any. */
    private void wrapped(String words, String indent) {
        String rest = Shown.safe(words);
        while (rest.length() > COLUMNS) {
            int end = rest.lastIndexOf(' ', COLUMNS);
            if (end <= indent.length()) {
                end = COLUMNS;
            }
            text.append(rest.substring(0, end).stripTrailing()).append('\n');
            rest = indent + rest.substring(end).strip();
        }
        text.append(rest).append('\n');
    }
}
