package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.Machine;
import io.keystead.benchmarks.MarkedSection;
import io.keystead.benchmarks.PageOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
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
        try {
            Limits limits = new Limits();
            String text = "Measured on " + Machine.here() + ".\n\n"
                    + measured(directory, quick ? Sizes.QUICK : Sizes.FULL, limits, System.err::println);
            System.out.println(text);
            if (section.isPresent()) {
                section.get().replace(text);
            }
            return limits.kept() ? ExitCode.OK : ExitCode.SOFTWARE;
        } finally {
            delete(directory);
        }
    }

    private static String measured(Path directory, Sizes sizes, Limits limits, Progress progress) throws Exception {
        return "### Movement\n\n" + movement(directory, sizes, limits, progress) + '\n'
                + costs(directory, sizes, limits, progress);
    }

    /** On a cluster of its own: many subtasks with next to no memory each. */
    private static String movement(Path directory, Sizes sizes, Limits limits, Progress progress) throws Exception {
        MovementTables tables = new MovementTables(sizes, limits);
        int subtasks = Collections.max(sizes.measuredParallelisms()) + 1;
        Cluster cluster = Cluster.start(directory.resolve("many"), subtasks, MemorySize.parse("64m"));
        try {
            tables.measure(cluster, progress);
        } finally {
            cluster.stop();
        }
        return tables.markdown();
    }

    private static String costs(Path directory, Sizes sizes, Limits limits, Progress progress) throws Exception {
        CheckpointJobs checkpoints = new CheckpointJobs(sizes, limits);
        // 256 MB for each subtask's RocksDB.
        Cluster cluster = Cluster.start(directory.resolve("few"), 8, MemorySize.parse("2g"));
        try {
            return "### Records\n\n" + new RecordJobs(sizes, limits).measure(cluster, progress)
                    + "\n### Checkpoints\n\n" + checkpoints.full(cluster, progress)
                    + "\n### What incremental checkpoints would have saved\n\n"
                    + checkpoints.incremental(cluster, progress)
                    + "\n### Restores\n\n" + new RestoreJobs(sizes, limits).measure(cluster, progress)
                    + "\n### Empty slots\n\n" + new SlotCosts(sizes).measure(cluster, progress);
        } finally {
            cluster.stop();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
