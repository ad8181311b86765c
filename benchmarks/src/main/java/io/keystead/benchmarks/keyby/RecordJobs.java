package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Job.KeyBy;
import java.util.Locale;

/** The same bounded jobs of both kinds in turn: what a record costs. */
final class RecordJobs {
    private static final double BOUND = 1.05;

    private final Sizes sizes;
    private final Limits limits;

    RecordJobs(Sizes sizes, Limits limits) {
        this.sizes = sizes;
        this.limits = limits;
    }

    String measure(Cluster cluster, Progress progress) throws Exception {
        StringBuilder table = new StringBuilder(
                "| state backend | records |" + Ratios.heads() + " at most 1.05 |\n" + "|---|---|---|---|---|---|\n");
        for (String backend : Job.BACKENDS) {
            Ratios ratios = Ratios.inTurn(
                    sizes.warmUps(),
                    sizes.pairs(),
                    progress.in("records, " + backend),
                    () -> run(cluster, KeyBy.FLINK, backend),
                    () -> run(cluster, KeyBy.HRW, backend));
            table.append(String.format(Locale.ROOT, "| %s | %,d |", backend, sizes.records(backend)))
                    .append(ratios.cells())
                    .append(' ')
                    .append(limits.atMost(BOUND, ratios))
                    .append(" |\n");
        }
        return table.toString();
    }

    private double run(Cluster cluster, KeyBy keyBy, String backend) throws Exception {
        // What the job before has left is collected on nobody's time.
        System.gc();
        Job job = new Job(keyBy, backend, false, 2, Job.SLOTS);
        return cluster.awaitFinished(cluster.submit(job.bounded(sizes.records(backend), sizes.keys())));
    }
}
