package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Job.Feed;
import io.keystead.benchmarks.keyby.Job.KeyBy;
import io.keystead.benchmarks.keyby.Job.State;
import io.keystead.flink.savepoint.KeyedOperator;
import io.keystead.flink.savepoint.Rescale;
import io.keystead.flink.savepoint.Savepoint;
import java.util.Arrays;
import java.util.Locale;
import org.apache.flink.api.common.JobID;

/** What a restore costs: canonical savepoints of both kinds, restored in turn with as many subtasks and with one more. */
final class RestoreJobs {
    private static final double BOUND = 1.3;
    private static final int PARALLELISM = 4;

    private final Sizes sizes;
    private final Limits limits;
    private final StringBuilder times;
    private final StringBuilder reads;

    RestoreJobs(Sizes sizes, Limits limits) {
        this.sizes = sizes;
        this.limits = limits;
        this.times = new StringBuilder(
                "| state backend, state | subtasks |" + Ratios.heads() + " at most 1.3 |\n|---|---|---|---|---|---|\n");
        this.reads = new StringBuilder("| state backend | subtasks | | all state | its owner changes |"
                + " the subtask that reads most | and least | old files that subtasks open |\n"
                + "|---|---|---|---|---|---|---|---|\n");
    }

    String measure(Cluster cluster, Progress progress) throws Exception {
        for (String backend : Job.BACKENDS) {
            progress.say("savepoints, " + backend);
            String flink = savepoint(cluster, KeyBy.FLINK, backend);
            String hrw = savepoint(cluster, KeyBy.HRW, backend);
            for (int after : new int[] {PARALLELISM, PARALLELISM + 1}) {
                restores(cluster, progress, backend, after, flink, hrw);
                read(backend, after, "keyBy", Rescale.keyBy(held(flink), after), held(flink));
                read(backend, after, "HRW", Rescale.hrw(held(hrw), after), held(hrw));
            }
            cluster.dispose(flink);
            cluster.dispose(hrw);
        }
        return times + "\nWhat the subtasks read of the savepoints, by their metadata:\n\n" + reads;
    }

    private void restores(Cluster cluster, Progress progress, String backend, int after, String flink, String hrw)
            throws Exception {
        Ratios ratios = Ratios.inTurn(
                sizes.warmUps(),
                sizes.restorePairs(),
                progress.in("restores, " + backend + ", " + PARALLELISM + " to " + after),
                () -> restore(cluster, KeyBy.FLINK, backend, after, flink),
                () -> restore(cluster, KeyBy.HRW, backend, after, hrw));
        times.append("| " + backend + ", " + Limits.mebibytes(1024L * sizes.restoreKeys()) + " |")
                .append(" " + PARALLELISM + " → " + after + " |")
                .append(ratios.cells())
                .append(' ' + limits.atMost(BOUND, ratios) + " |\n");
    }

    private void read(String backend, int after, String kind, Rescale rescale, KeyedOperator operator) {
        long[] bytes = rescale.bytesBySubtask();
        reads.append("| " + backend + " | " + PARALLELISM + " → " + after + " | " + kind)
                .append(" | " + Limits.mebibytes(operator.bytes()))
                .append(" | " + Limits.mebibytes(rescale.bytesMoved()))
                .append(" | " + Limits.mebibytes(Arrays.stream(bytes).max().orElseThrow()))
                .append(" | " + Limits.mebibytes(Arrays.stream(bytes).min().orElseThrow()))
                .append(String.format(
                        Locale.ROOT,
                        " | %s |\n",
                        Arrays.toString(rescale.filesOpened()).replaceAll("[\\[\\]]", "")));
    }

    private static KeyedOperator held(String savepoint) {
        return Savepoint.read(savepoint).keyedOperators().get(0);
    }

    private String savepoint(Cluster cluster, KeyBy keyBy, String backend) throws Exception {
        JobID job = job(keyBy, backend, PARALLELISM).filled(cluster, State.kibibytes(sizes.restoreKeys()));
        return cluster.stopWithSavepoint(job);
    }

    private double restore(Cluster cluster, KeyBy keyBy, String backend, int parallelism, String savepoint)
            throws Exception {
        Feed.reset();
        System.gc();
        long start = System.nanoTime();
        JobID job =
                cluster.restore(job(keyBy, backend, parallelism).fed(State.kibibytes(sizes.restoreKeys())), savepoint);
        cluster.awaitRunning(job);
        double seconds = (System.nanoTime() - start) / 1e9;
        cluster.cancel(job);
        return seconds;
    }

    private static Job job(KeyBy keyBy, String backend, int parallelism) {
        return new Job(keyBy, backend, false, parallelism, Job.SLOTS);
    }
}
