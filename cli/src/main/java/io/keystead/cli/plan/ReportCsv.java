package io.keystead.cli.plan;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.WhatIf;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** A report for spreadsheets: a row for each algorithm and unit. Shares are parts of 1; what is not known is empty. */
final class ReportCsv {
    private static final List<String> HEADER = List.of(
            "scenario",
            "algorithm",
            "unit",
            "looked",
            "moved",
            "moved_sigma",
            "to_new",
            "from_old",
            "to_weight",
            "needless",
            "least_possible",
            "adoption",
            "max_to_mean",
            "variation",
            "p_value",
            "spread_sigma",
            "largest_receiver",
            "replica_changes",
            "lookup_nanos",
            "memory_bytes",
            "build_nanos",
            "change_nanos",
            "fits");

    private ReportCsv() {}

    static String of(WhatIf whatIf) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(HEADER);
            for (AlgorithmReport algorithm : whatIf.algorithms()) {
                for (Unit unit : Unit.values()) {
                    Reports.unit(algorithm, unit)
                            .ifPresent(report -> csv.writeRecord(row(whatIf, algorithm, unit, report)));
                }
            }
        } catch (IOException e) {
            // What it writes to is memory.
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static List<String> row(WhatIf whatIf, AlgorithmReport algorithm, Unit unit, UnitReport report) {
        Moved moved = report.moved();
        return List.of(
                text(whatIf.scenario().name()),
                text(algorithm.name()),
                Words.of(unit),
                Long.toString(algorithm.looked()),
                number(moved.all()),
                number(moved.sigma()),
                number(moved.toNew()),
                number(moved.fromOld()),
                number(moved.toWeight()),
                number(moved.needless()),
                number(whatIf.scenario().leastMoved()),
                number(report.adoption().all()),
                number(report.after().maxToMean()),
                number(report.after().variation()),
                number(report.after().pValue()),
                number(report.after().sigma()),
                number(report.largestReceiver()),
                number(Reports.replicaChanges(algorithm)),
                number(algorithm.cost().lookupNanos()),
                Long.toString(algorithm.cost().memoryBytes()),
                number(algorithm.cost().buildNanos()),
                number(algorithm.cost().changeNanos()),
                Boolean.toString(
                        whatIf.verdict().fits().filter(algorithm.name()::equals).isPresent()));
    }

    /** A spreadsheet takes what begins so for a formula, and a name may come from anywhere. */
    static String text(String name) {
        String safe = Shown.safe(name);
        return !safe.isEmpty() && "=+-@".indexOf(safe.charAt(0)) >= 0 ? "'" + safe : safe;
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }
}
