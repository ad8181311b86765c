package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Cluster.Checkpoint;
import io.keystead.benchmarks.keyby.Job.Feed;
import io.keystead.benchmarks.keyby.Job.KeyBy;
import io.keystead.benchmarks.keyby.Job.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.JobID;

/** What a checkpoint costs: jobs of both kinds hold the same state at the same time, and take checkpoints in turn. */
final class CheckpointJobs {
    private static final double BOUND = 1.05;
    private static final int SMALL = 64;
    private static final int SAVEPOINTS = 3;
    private static final int CHANGES = 3;
    private static final int PARALLELISM = 2;

    private final Sizes sizes;
    private final Limits limits;

    CheckpointJobs(Sizes sizes, Limits limits) {
        this.sizes = sizes;
        this.limits = limits;
    }

    /** Full checkpoints of both; beside them canonical savepoints of Flink's, the format in which HRW keeps RocksDB's state. */
    String full(Cluster cluster, Progress progress) throws Exception {
        StringBuilder table = new StringBuilder("| state backend, size of a value, of all |" + Ratios.heads()
                + " at most 1.05 | keyBy wrote | HRW wrote | a canonical savepoint of keyBy |\n"
                + "|---|---|---|---|---|---|---|---|\n");
        for (String backend : Job.BACKENDS) {
            table.append(row(cluster, progress, backend, State.kibibytes(sizes.checkpointKeys())));
            table.append(row(cluster, progress, backend, new State(4 * sizes.checkpointKeys(), SMALL)));
        }
        return table.toString();
    }

    private String row(Cluster cluster, Progress progress, String backend, State state) throws Exception {
        String label = backend + ", " + state.bytes() + " bytes, " + Limits.mebibytes(state.size());
        progress.say("filling, " + label);
        JobID flink = job(KeyBy.FLINK, backend, false).filled(cluster, state);
        JobID hrw = job(KeyBy.HRW, backend, false).filled(cluster, state);
        Ratios ratios = Ratios.inTurn(
                sizes.warmUps(),
                sizes.pairs(),
                progress.in("checkpoints, " + label),
                () -> cluster.checkpoint(flink).seconds(),
                () -> cluster.checkpoint(hrw).seconds());
        String row = "| " + label + " |" + ratios.cells() + ' ' + limits.atMost(BOUND, ratios) + " | "
                + Limits.mebibytes(cluster.checkpoint(flink).bytes()) + " | "
                + Limits.mebibytes(cluster.checkpoint(hrw).bytes()) + " | "
                + String.format(Locale.ROOT, "%.2f s |\n", canonical(cluster, flink));
        cluster.cancel(flink);
        cluster.cancel(hrw);
        return row;
    }

    /** The median of some. */
    private static double canonical(Cluster cluster, JobID job) throws Exception {
        double[] seconds = new double[SAVEPOINTS];
        for (int i = 0; i < SAVEPOINTS; i++) {
            long start = System.nanoTime();
            String savepoint = cluster.savepoint(job);
            seconds[i] = (System.nanoTime() - start) / 1e9;
            cluster.dispose(savepoint);
        }
        Arrays.sort(seconds);
        return seconds[SAVEPOINTS / 2];
    }

    /** What RocksDB's incremental checkpoints save Flink's own keyBy when few keys change, and HRW does without. */
    String incremental(Cluster cluster, Progress progress) throws Exception {
        progress.say("incremental checkpoints");
        List<Checkpoint> flink = changing(cluster, KeyBy.FLINK);
        List<Checkpoint> hrw = changing(cluster, KeyBy.HRW);
        StringBuilder table =
                new StringBuilder("| checkpoint | keyBy, incremental | HRW, always full |\n|---|---|---|\n");
        for (int i = 0; i < flink.size(); i++) {
            table.append("| ")
                    .append(i == 0 ? "the first" : "after 5 % of the keys have changed")
                    .append(" | " + shown(flink.get(i)) + " | " + shown(hrw.get(i)) + " |\n");
        }
        return table.toString();
    }

    private static String shown(Checkpoint checkpoint) {
        return String.format(Locale.ROOT, "%s in %.2f s", Limits.mebibytes(checkpoint.bytes()), checkpoint.seconds());
    }

    private List<Checkpoint> changing(Cluster cluster, KeyBy keyBy) throws Exception {
        JobID job = job(keyBy, "rocksdb", true).filled(cluster, State.kibibytes(sizes.checkpointKeys()));
        List<Checkpoint> checkpoints = new ArrayList<>();
        checkpoints.add(cluster.checkpoint(job));
        for (int change = 0; change < CHANGES; change++) {
            Feed.let(sizes.checkpointKeys() / 20);
            checkpoints.add(cluster.checkpoint(job));
        }
        cluster.cancel(job);
        return checkpoints;
    }

    private static Job job(KeyBy keyBy, String backend, boolean incremental) {
        return new Job(keyBy, backend, incremental, PARALLELISM, Job.SLOTS);
    }
}
