package io.keystead.benchmarks;

import io.keystead.benchmarks.Limit.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts a run in Markdown: what it was measured on, nanoseconds with ratios to Kafka's default, and the limits. */
final class Report {
    private static final String KAFKA = "PeerBenchmark.kafka";

    private final Machine machine;
    private final List<Case> cases;
    private final List<Limit> limits;
    private final Rounds rounds;

    Report(Machine machine, List<Case> cases, List<Limit> limits, Rounds rounds) {
        this.machine = machine;
        this.cases = List.copyOf(cases);
        this.limits = List.copyOf(limits);
        this.rounds = rounds;
    }

    boolean broken() {
        return limits.stream().anyMatch(limit -> verdict(limit) == Verdict.FAIL);
    }

    String markdown() {
        return "Measured on " + machine + "; the median of " + rounds.rounds().size() + " rounds.\n\n" + lookUps()
                + '\n' + builds() + '\n' + judged();
    }

    private String lookUps() {
        Map<String, Map<String, Case>> rows = new LinkedHashMap<>();
        List<Case> lookUps =
                cases.stream().filter(one -> one.column().startsWith("n=")).collect(Collectors.toList());
        lookUps.forEach(one -> rows.computeIfAbsent(one.label(), label -> new LinkedHashMap<>())
                .put(one.column(), one));
        List<String> columns = lookUps.stream().map(Case::column).distinct().collect(Collectors.toList());
        StringBuilder table =
                new StringBuilder("| ns per look-up (times Kafka's) | " + String.join(" | ", columns) + " |\n");
        table.append("|---|").append("---|".repeat(columns.size())).append('\n');
        rows.forEach((label, row) -> {
            table.append("| ").append(label).append(" |");
            columns.forEach(
                    column -> table.append(' ').append(cell(row, column)).append(" |"));
            table.append('\n');
        });
        return table.toString();
    }

    private String cell(Map<String, Case> row, String column) {
        Case one = row.get(column);
        if (one == null) {
            return "";
        }
        return number(rounds.nanos(one)) + " (" + number(rounds.ratio(one, kafka(column))) + ")";
    }

    private Case kafka(String column) {
        return cases.stream()
                .filter(one -> one.method().equals(KAFKA) && one.column().equals(column))
                .findFirst()
                .orElseThrow();
    }

    private String builds() {
        StringBuilder table = new StringBuilder("| before the first answer | | ms |\n|---|---|---|\n");
        for (Case one : cases) {
            if (!one.column().startsWith("n=")) {
                table.append(
                        "| " + one.label() + " | " + one.column() + " | " + number(rounds.nanos(one) / 1e6) + " |\n");
            }
        }
        return table.toString();
    }

    private String judged() {
        StringBuilder table = new StringBuilder("| limit | measured | |\n|---|---|---|\n");
        for (Limit limit : limits) {
            String measured = number(rounds.median(limit.value())) + " " + limit.unit();
            table.append("| " + limit.promise() + " | " + measured + " | " + verdict(limit) + " |\n");
        }
        return table.toString();
    }

    private Verdict verdict(Limit limit) {
        return limit.judge(rounds, machine.vectors());
    }

    /** Three digits are more than a noisy machine can tell. */
    private static String number(double value) {
        if (value < 1e-3) {
            return "0";
        }
        return String.format(Locale.ROOT, value < 0.995 ? "%.2f" : value < 9.95 ? "%.1f" : "%,.0f", value);
    }
}
