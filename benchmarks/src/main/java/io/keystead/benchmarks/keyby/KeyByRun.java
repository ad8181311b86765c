package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.Machine;
import io.keystead.benchmarks.MarkedSection;
import io.keystead.benchmarks.PageOption;
import io.keystead.benchmarks.keyby.JobTables.Sizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures HrwStreams.keyBy beside Flink's own, prints the tables and fails if a limit is broken. */
@Command(
        name = "benchmarks/keyby",
        mixinStandardHelpOptions = true,
        description =
                "Measures HrwStreams.keyBy beside Flink's own keyBy in the same run: movement, records, checkpoints,"
                        + " restores.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every limit is kept", "1:a limit is broken", "2:the command line is wrong"})
public final class KeyByRun implements Callable<Integer> {
    @Option(
            names = "--quick",
            description = "Small states and one pair of each: shows that it works, measures nothing.")
    private boolean quick;

    @Mixin
    private PageOption page = new PageOption();

    private KeyByRun() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new KeyByRun());
    }

    @Override
    public Integer call() throws Exception {
        Optional<MarkedSection> section = page.section();
        Path directory = Files.createTempDirectory("keystead-keyby");
        Cluster cluster = Cluster.start(directory, quick ? 8 : 33);
        try {
            JobTables jobs = new JobTables(cluster, quick ? Sizes.QUICK : Sizes.FULL, System.err::println);
            String text = text(jobs);
            boolean kept = jobs.kept() && Movement.limitIsKept();
            System.out.println(text);
            if (section.isPresent()) {
                section.get().replace(text);
            }
            return kept ? ExitCode.OK : ExitCode.SOFTWARE;
        } finally {
            cluster.stop();
            delete(directory);
        }
    }

    private String text(JobTables jobs) throws Exception {
        return "Measured on " + Machine.here() + ".\n\n### Movement, calculated\n\n" + Movement.tables()
                + "\nLimit: without a slack nothing moves between subtasks that stay: "
                + (Movement.limitIsKept() ? "ok" : "**FAIL**") + ".\n"
                + "\n### Movement, measured\n\n"
                + (quick ? jobs.measuredMovement(2_000, 4) : jobs.measuredMovement(20_000, 4, 8, 16, 32))
                + "\n### Records\n\n" + jobs.throughput()
                + "\n### Checkpoints\n\n" + jobs.checkpoints()
                + "\n### What incremental checkpoints would have saved\n\n" + jobs.incremental()
                + "\n### Restores\n\n" + jobs.restores()
                + "\n### Empty slots\n\n" + jobs.slots();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
