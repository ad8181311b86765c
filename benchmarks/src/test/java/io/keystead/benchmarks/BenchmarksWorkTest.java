package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs once, in this JVM and for a moment, so that none rots between two real runs. */
class BenchmarksWorkTest {
    private static final String PACKAGE = "io.keystead.benchmarks.";

    @Test
    void every_benchmark_runs_and_every_benchmark_is_in_the_suite() throws Exception {
        Options moment = new OptionsBuilder()
                .include(PACKAGE)
                .param("n", "12")
                .param("slotBits", "8")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(2))
                .addProfiler(WorkerCpuTime.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();

        Collection<RunResult> results = new Runner(moment).run();

        Set<String> measured = results.stream()
                .map(result -> result.getParams().getBenchmark().substring(PACKAGE.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> wanted = Suite.cases().stream().map(Case::method).collect(Collectors.toCollection(TreeSet::new));
        assertThat(measured).isEqualTo(wanted);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.getPrimaryResult().getScore()).isPositive();
            assertThat(result.getSecondaryResults()).containsKey(WorkerCpuTime.NANOS);
        });
    }
}
