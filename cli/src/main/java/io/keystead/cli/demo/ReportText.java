package io.keystead.cli.demo;

import io.keystead.cli.ByteSize;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.Movement;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.LongFunction;

/** A report for people, in 80 columns. */
final class ReportText {
    private static final int LABEL = 29;
    private static final int COLUMN = 17;
    private static final int BAR = 15;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final Report report;
    private final boolean color;
    private final StringBuilder text = new StringBuilder();

    private ReportText(Report report, boolean color) {
        this.report = report;
        this.color = color;
    }

    static String of(Report report, boolean color) {
        ReportText text = new ReportText(report, color);
        text.introduction();
        text.table();
        text.bars();
        text.verdict();
        return text.text.toString();
    }

    private void introduction() {
        KeySet keys = report.keys();
        line("%,d %s, written by a Kafka producer and read back by a consumer.", keys.size(), keys.name());
        if (keys.isSized()) {
            long bytes = report.outcome(Scheme.DEFAULT).growth().bytes();
            line("They stand for %s; all values are scaled down by %,d.", ByteSize.of(bytes), report.factor());
        }
        line(
                "Each topic grows from %d to %d partitions:",
                report.growth().from(), report.growth().to());
        line("");
        line("  default   Kafka's default partitioner");
        line("  hrw       HrwPartitioner");
        line("  adopted   Kafka's default at first, then HrwPartitioner with");
        line(
                "            keystead.topic.%s.base=murmur2/%d",
                Scheme.ADOPTED.topic(), report.growth().from());
        line("");
    }

    private void table() {
        header();
        row(
                "keys moved by adoption",
                outcome -> outcome.adoption() == null
                        ? "-"
                        : count(outcome.adoption().movedKeys()));
        amounts(
                "keys",
                outcome -> outcome.growth().movedKeys(),
                outcome -> outcome.growth().keys(),
                Outcome::expectedKeys,
                ReportText::count,
                real -> String.format(Locale.ROOT, "%,.1f", real));
        if (report.keys().isSized()) {
            amounts(
                    "bytes",
                    outcome -> outcome.growth().movedBytes(),
                    outcome -> outcome.growth().bytes(),
                    Outcome::expectedBytes,
                    ByteSize::of,
                    real -> ByteSize.of(Math.round(real)));
        }
        row("moved between old partitions", outcome -> count(outcome.growth().needless()));
        row("unevenness of load", outcome -> sigmas(outcome.evenness().sigmas()));
        line("");
    }

    private void header() {
        row("", outcome -> outcome.scheme().label());
    }

    private void amounts(
            String unit,
            Function<Outcome, Long> moved,
            Function<Outcome, Long> all,
            Function<Outcome, Bound> expected,
            LongFunction<String> format,
            DoubleFunction<String> formatTheory) {
        row(unit + " moved by growth", outcome -> format.apply(moved.apply(outcome)));
        row(
                "  of all",
                outcome -> String.format(Locale.ROOT, "%.2f %%", 100.0 * moved.apply(outcome) / all.apply(outcome)));
        row("  in theory", outcome -> formatTheory.apply(expected.apply(outcome).mean()));
        row("  one σ", outcome -> formatTheory.apply(expected.apply(outcome).sigma()));
        row("  off by", outcome -> sigmas(expected.apply(outcome).sigmas((double) moved.apply(outcome))));
    }

    /** A bar for each partition and scheme; all to one scale. */
    private void bars() {
        long most = report.outcomes().stream()
                .flatMap(outcome -> outcome.load().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(1);
        line(
                "keys by partition after growth; even would be %,.1f",
                (double) report.keys().size() / report.growth().to());
        StringBuilder labels = new StringBuilder(" ".repeat(6));
        report.outcomes()
                .forEach(outcome -> labels.append(String.format(
                        Locale.ROOT, " %-" + (BAR + 8) + "s", outcome.scheme().label())));
        line("%s", labels);
        for (int partition = 0; partition < report.growth().to(); partition++) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%5d ", partition));
            for (Outcome outcome : report.outcomes()) {
                long keys = outcome.load().get(partition);
                row.append(String.format(Locale.ROOT, " %-" + BAR + "s%8s", bar(keys, most), count(keys)));
            }
            line("%s", row);
        }
        line("");
    }

    private static String bar(long keys, long most) {
        int eighths = (int) Math.round(8.0 * BAR * keys / most);
        String rest = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return "█".repeat(eighths / 8) + rest;
    }

    private void verdict() {
        report.broken().forEach(check -> line("BROKEN: %s", check));
        if (!report.holds()) {
            line(
                    colored(RED, "%d of %d checks are broken."),
                    report.broken().size(),
                    report.checks().size());
            return;
        }
        line(
                "All %d checks hold. Counts may be %.1f σ off, which is chance once in a million.",
                report.checks().size(), report.sigmas());
        line(
                colored(GREEN, "Kafka's default moved %.2f %% of the keys; HRW %.2f %%%s."),
                percent(Scheme.DEFAULT),
                percent(Scheme.HRW),
                report.outcome(Scheme.HRW).growth().movedKeys() == 0 ? "" : ", all to new partitions");
    }

    private double percent(Scheme scheme) {
        Movement growth = report.outcome(scheme).growth();
        return 100.0 * growth.movedKeys() / growth.keys();
    }

    private String colored(String escape, String line) {
        return color ? escape + line + PLAIN : line;
    }

    private void row(String label, Function<Outcome, String> cell) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-" + LABEL + "s", label));
        report.outcomes()
                .forEach(outcome -> row.append(String.format(Locale.ROOT, "%" + COLUMN + "s", cell.apply(outcome))));
        line("%s", row);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String sigmas(double sigmas) {
        return String.format(Locale.ROOT, "%+.2f σ", sigmas);
    }
}
