package io.keystead.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures everything in rounds, prints the report and fails if a limit is broken. */
@Command(
        name = "benchmarks/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures look-ups beside peers in the same run and judges them by the limits in docs/benchmarks.md.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every limit is kept", "1:a limit is broken", "2:the command line is wrong"})
public final class BenchmarkRun implements Callable<Integer> {
    private static final int QUICK_ROUNDS = 1;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "How many rounds; 1 or more (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--quick", description = "One round: a first look in two minutes, too noisy for a judgement.")
    private boolean quick;

    @Mixin
    private PageOption page = new PageOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    private BenchmarkRun() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchmarkRun());
    }

    @Override
    public Integer call() throws RunnerException, IOException {
        if (rounds < 1) {
            throw wrong("--rounds " + rounds + " is out of range; allowed: 1 and above");
        }
        Optional<MarkedSection> section = page.section();
        Path log = Files.createTempFile("benchmarks", ".log");
        log.toFile().deleteOnExit();
        List<Round> measured = new ArrayList<>();
        int wanted = quick ? QUICK_ROUNDS : rounds;
        while (measured.size() < wanted) {
            measured.add(round(measured.size() + 1, wanted, log));
        }
        Report report = new Report(Machine.here(), Suite.cases(), Suite.limits(), new Rounds(measured));
        System.out.println(report.markdown());
        if (section.isPresent()) {
            section.get().replace(report.markdown());
        }
        return report.broken() ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    private static Round round(int number, int of, Path log) throws RunnerException {
        Map<Case, Measured> measured = new LinkedHashMap<>();
        for (Case one : Suite.cases()) {
            Measured result = measure(one, log);
            System.err.printf("round %d of %d: %s: %.1f ns%n", number, of, one, result.nanos());
            measured.put(one, result);
        }
        return new Round(measured);
    }

    /** A JVM of its own for every measurement, so that no case profits or suffers from what ran before it. */
    private static Measured measure(Case one, Path log) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + one.method().replace(".", "\\.") + "$")
                .forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(200))
                .jvmArgsAppend("-Xms1g", "-Xmx1g")
                .addProfiler(WorkerCpuTime.class)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                // Warnings of the forked JVM go there; they are no part of the report.
                .output(log.toString());
        one.parameters().forEach(options::param);
        Collection<RunResult> results = new Runner(options.build()).run();
        if (results.size() != 1) {
            throw new IllegalStateException(one + " has " + results.size() + " results; expected one");
        }
        RunResult result = results.iterator().next();
        return new Measured(secondary(result, WorkerCpuTime.NANOS), secondary(result, "gc.alloc.rate.norm"));
    }

    private static double secondary(RunResult result, String name) {
        @Nullable Result<?> found = result.getSecondaryResults().get(name);
        if (found == null) {
            throw new IllegalStateException("this JVM does not tell " + name + "; use one from OpenJDK");
        }
        return found.getScore();
    }
}
