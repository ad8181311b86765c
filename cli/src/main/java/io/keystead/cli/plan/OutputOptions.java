package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.planner.whatif.RankingCost;
import io.keystead.planner.whatif.WhatIf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;
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

    @Option(names = "--hide-keys", description = "Show no key: hottest keys by rank alone, bad rows by line alone.")
    private boolean hideKeys;

    /** Refuses before any work what cannot be done after it. */
    void check() {
        if (json && csv) {
            throw new BadInput("--csv", "does not go with --json; allowed: one of the two");
        }
        Path file = html;
        if (file != null) {
            Path target = target(file);
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                throw unwritable(file, "is no regular file");
            }
            if (!Files.isDirectory(directory(target)) || !Files.isWritable(directory(target))) {
                throw unwritable(file, "cannot be written");
            }
        }
    }

    private static BadInput unwritable(Path file, String why) {
        return new BadInput(
                HTML,
                "\"" + Shown.safe(file.toString()) + "\" " + why + "; allowed: a file in a directory that exists");
    }

    /** Whether what the first by rank cost is told where it is known. */
    boolean tellsRanking() {
        return !csv;
    }

    /** Tells a report. */
    void tell(WhatIf report, Console console) {
        tell(report, null, console);
    }

    /** Tells a report, and what the first by rank cost, for which CSV and the page have no place. */
    void tell(WhatIf report, @Nullable RankingCost ranking, Console console) {
        WhatIf whatIf = hideKeys ? HiddenKeys.in(report) : report;
        Path file = html;
        if (file != null) {
            write(file, ReportPage.of(whatIf));
            console.note("page written to " + Shown.safe(file.toString()));
        }
        if (csv) {
            // Its rows have no place for them, and none is dropped silently.
            Notes.withRefusals(whatIf).forEach(note -> console.note(Shown.safe(note)));
        }
        if (json) {
            console.print(ReportJson.of(whatIf, ranking));
        } else {
            console.print(csv ? ReportCsv.of(whatIf) : ReportText.of(whatIf, ranking, console.color()));
        }
    }

    /** Where a link leads: it is what it leads to that is written, and the link stays. */
    private static Path target(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            // Nothing is there yet, or a link to nothing.
            return file;
        }
    }

    private static Path directory(Path file) {
        @Nullable Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /** Whole or not at all. */
    private static void write(Path file, String page) {
        Path target = target(file);
        // Made as any file is, so that the umask says who may read it; a temporary one would be its owner's alone.
        Path whole = directory(target).resolve(".keystead-" + UUID.randomUUID() + ".html");
        try {
            try {
                Files.writeString(whole, page, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                keepPermissions(target, whole);
                Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException e) {
            throw new BadInput(HTML, "\"" + Shown.safe(file.toString()) + "\" cannot be written: " + e.getMessage(), e);
        }
    }

    /** Those of the file that is replaced, where there is one. */
    private static void keepPermissions(Path replaced, Path whole) throws IOException {
        @Nullable PosixFileAttributeView view = Files.getFileAttributeView(whole, PosixFileAttributeView.class);
        if (view != null && Files.exists(replaced)) {
            view.setPermissions(Files.getPosixFilePermissions(replaced));
        }
    }
}
