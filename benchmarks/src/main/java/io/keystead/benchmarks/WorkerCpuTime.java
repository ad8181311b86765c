package io.keystead.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Asks how long the processor worked for a call, where JMH's own clock also counts the time that others had it.
 *
 * <p>On a machine that does nothing else both say the same. Runs in the measured JVM; JMH makes it by name.
 */
public final class WorkerCpuTime implements InternalProfiler {
    static final String NANOS = "cpu";

    private static final String WORKER = "-jmh-worker-";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long before;

    @Override
    public String getDescription() {
        return "CPU time of the measuring thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = ofWorkers();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = (double) (ofWorkers() - before) / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(NANOS, nanos, "ns/op", AggregationPolicy.AVG));
    }

    private static long ofWorkers() {
        long sum = 0;
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo thread = THREADS.getThreadInfo(id);
            if (thread != null && thread.getThreadName().contains(WORKER)) {
                sum += Math.max(0, THREADS.getThreadCpuTime(id));
            }
        }
        return sum;
    }
}
