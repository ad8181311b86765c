package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import io.keystead.cli.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a topic with one or several threads, a consumer each. Use once, from one thread. */
public final class Scan<S extends RecordSink> {
    private static final long LOOK_MILLIS = 100;

    private final ScanLimits limits;
    private final List<PartitionReader> readers = new ArrayList<>();
    private final List<S> sinks = new ArrayList<>();
    private final LongFunction<String> shownNote;
    private final long start = System.nanoTime();
    private @Nullable BadInput failure;
    private long shown;

    /**
     * A scan that has not begun.
     *
     * @param threads how many partitions are read at a time at most, 1 or above
     * @param sink makes one for each thread
     * @param shownNote says what the sinks' notes together mean, beside the progress
     */
    public Scan(
            Cluster cluster,
            ScanPlan plan,
            ScanLimits limits,
            int threads,
            Supplier<S> sink,
            LongFunction<String> shownNote) {
        this.limits = limits;
        this.shownNote = shownNote;
        for (List<Integer> share : shares(plan, threads)) {
            S next = sink.get();
            sinks.add(next);
            readers.add(new PartitionReader(cluster, plan, share, next, limits));
        }
    }

    /** The largest partitions first, each to the thread that has the least to read; without those that have nothing. */
    private static List<List<Integer>> shares(ScanPlan plan, int threads) {
        List<Integer> partitions = plan.spans().navigableKeySet().stream()
                .filter(partition -> plan.span(partition).length() > 0)
                .sorted(Comparator.comparing(
                                (Integer partition) -> plan.span(partition).length())
                        .reversed())
                .toList();
        int count = Math.min(threads, partitions.size());
        List<List<Integer>> shares = new ArrayList<>();
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            shares.add(new ArrayList<>());
        }
        for (int partition : partitions) {
            int least = 0;
            for (int i = 1; i < count; i++) {
                least = lengths[i] < lengths[least] ? i : least;
            }
            shares.get(least).add(partition);
            // Those that are followed have no length; each counts alike.
            lengths[least] += plan.isLive() ? 1 : plan.span(partition).length();
        }
        return shares;
    }

    /**
     * Reads until the end of the plan, a limit, a failure or an interruption of this thread, whichever comes first.
     *
     * @param longest how long at most, null for as long as it takes
     */
    public ScanResult run(Progress progress, @Nullable Duration longest) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, readers.size()), Scan::thread);
        try {
            ExecutorCompletionService<@Nullable Void> done = new ExecutorCompletionService<>(threads);
            readers.forEach(done::submit);
            for (int left = readers.size(); left > 0; ) {
                Future<@Nullable Void> next = await(done);
                show(progress);
                if (next != null) {
                    left--;
                    check(next);
                }
                if (longest != null
                        && Duration.ofNanos(System.nanoTime() - start).compareTo(longest) > 0) {
                    limits.end(Ending.TIME);
                }
            }
        } finally {
            threads.shutdown();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds =
                readers.stream().mapToLong(PartitionReader::cpuNanos).sum() / 1e9;
        return new ScanResult(limits.ending(), seconds, cpuSeconds, readers.size(), failure);
    }

    /** What took the records, one a thread; only after {@link #run} has ended. */
    public List<S> sinks() {
        return List.copyOf(sinks);
    }

    /** One that does not keep the process alive when it is told to end. */
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "topic-reader");
        thread.setDaemon(true);
        return thread;
    }

    /** The readers see within their next poll that the scan is over, so an interruption need not cut them off. */
    private @Nullable Future<@Nullable Void> await(ExecutorCompletionService<@Nullable Void> done) {
        try {
            return done.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            limits.end(Ending.INTERRUPTED);
            return null;
        }
    }

    private void check(Future<@Nullable Void> done) {
        try {
            done.get();
        } catch (ExecutionException e) {
            limits.end(Ending.FAILED);
            if (e.getCause() instanceof BadInput refused) {
                failure = failure == null ? refused : failure;
            } else {
                throw new IllegalStateException("a reading thread failed", e.getCause());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing waits here", e);
        }
    }

    private void show(Progress progress) {
        long passed = readers.stream().mapToLong(PartitionReader::passed).sum();
        progress.now(shownNote.apply(
                readers.stream().mapToLong(PartitionReader::noted).sum()));
        progress.step(passed - shown);
        shown = passed;
    }
}
