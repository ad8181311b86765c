package io.keystead.benchmarks.assign;

import io.keystead.benchmarks.Machine;
import io.keystead.benchmarks.MarkedSection;
import io.keystead.benchmarks.PageOption;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures every assignor beside Kafka's own, prints the tables and fails if a limit is broken. */
@Command(
        name = "benchmarks/assignors",
        mixinStandardHelpOptions = true,
        description = "Measures assignors beside Kafka's own in the same run: loads, movement, and the time to assign.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every limit is kept", "1:a limit is broken", "2:the command line is wrong"})
public final class AssignorRun implements Callable<Integer> {
    @Option(
            names = "--rounds",
            defaultValue = "15",
            description = "How often each assignment is timed; 1 or more (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private PageOption page = new PageOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    private AssignorRun() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new AssignorRun());
    }

    @Override
    public Integer call() throws IOException {
        if (rounds < 1) {
            throw wrong("--rounds " + rounds + " is out of range; allowed: 1 and above");
        }
        Optional<MarkedSection> section = page.section();
        GroupTables groups = new GroupTables(Peers.all(), System.err::println);
        TaskTables tasks = new TaskTables(System.err::println);
        GroupTables.Times times = groups.timed(rounds);
        boolean kept = times.medianMillis(Peers.IN_BROKER) <= Peers.MOST_MILLIS_IN_BROKER;
        String text = "Measured on " + Machine.here() + ".\n\n### Consumer groups: what moves\n" + groups.moved()
                + "\n### Consumer groups: time\n\n" + times.table()
                + "\nLimit: " + Peers.IN_BROKER + " takes at most " + Peers.MOST_MILLIS_IN_BROKER
                + " ms at the largest size: " + (kept ? "ok" : "FAIL") + ".\n"
                + "\n### Streams tasks: what is restored\n" + tasks.restored()
                + "\n### Streams tasks: time\n\n" + tasks.timed(rounds);
        System.out.println(text);
        if (section.isPresent()) {
            section.get().replace(text);
        }
        return kept ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
