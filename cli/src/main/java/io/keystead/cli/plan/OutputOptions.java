package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.planner.whatif.WhatIf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a report is told. */
final class OutputOptions {
    private static final String HTML = "--html";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV, a row for each algorithm and unit.")
    private boolean csv;

    @Option(names = HTML, paramLabel = "FILE", description = "Write a page with charts too; it needs no network.")
    private @Nullable Path html;

    /** Refuses before any work what cannot be done after it. */
    void check() {
        if (json && csv) {
            throw new BadInput("--csv", "does not go with --json; allowed: one of the two");
        }
        Path file = html;
        if (file != null && (Files.isDirectory(file) || !Files.isDirectory(directory(file)))) {
            throw new BadInput(HTML, "\"" + file + "\" cannot be written; allowed: a file in a directory that exists");
        }
    }

    /** Tells a report. */
    void tell(WhatIf whatIf, Console console) {
        Path file = html;
        if (file != null) {
            write(file, ReportPage.of(whatIf));
            console.note("page written to " + file);
        }
        console.print(
                json ? ReportJson.of(whatIf) : csv ? ReportCsv.of(whatIf) : ReportText.of(whatIf, console.color()));
    }

    private static Path directory(Path file) {
        @Nullable Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /** Whole or not at all. */
    private static void write(Path file, String page) {
        try {
            Path whole = Files.createTempFile(directory(file), ".keystead", ".html");
            try {
                Files.writeString(whole, page);
                share(whole);
                Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException e) {
            throw new BadInput(HTML, "\"" + file + "\" cannot be written: " + e.getMessage(), e);
        }
    }

    /** A temporary file is its owner's alone, and a page is made to be shown. */
    private static void share(Path file) {
        file.toFile().setReadable(true, false);
    }
}
