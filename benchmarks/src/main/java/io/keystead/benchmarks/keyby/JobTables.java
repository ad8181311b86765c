package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Cluster.Checkpoint;
import io.keystead.benchmarks.keyby.Job.Feed;
import io.keystead.benchmarks.keyby.Job.KeyBy;
import io.keystead.flink.slots.SlotRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Runs jobs of both kinds, one after the other in turn, and tells what they cost. Not thread-safe. */
final class JobTables {
    private static final int SLOTS = 4096;
    private static final List<String> BACKENDS = List.of("hashmap", "rocksdb");

    private final Cluster cluster;
    private final Sizes sizes;
    private final Consumer<String> progress;
    private boolean kept = true;

    JobTables(Cluster cluster, Sizes sizes, Consumer<String> progress) {
        this.cluster = cluster;
        this.sizes = sizes;
        this.progress = progress;
    }

    /** How much is done. */
    record Sizes(int pairs, long records, int keys, int checkpointKeys, int restorePairs, int restoreKeys) {
        static final Sizes FULL = new Sizes(7, 4_000_000, 500_000, 256 * 1024, 3, 1024 * 1024);
        static final Sizes QUICK = new Sizes(1, 50_000, 5_000, 2_000, 1, 2_000);

        /** RocksDB takes several times as long for a record. */
        long records(String backend) {
            return backend.equals("rocksdb") ? records / 8 : records;
        }
    }

    /** Whether every limit so far was kept. */
    boolean kept() {
        return kept;
    }

    private String limit(boolean ok) {
        kept &= ok;
        return ok ? " ok |\n" : " **FAIL** |\n";
    }

    // Movement on a cluster

    /** Jobs that note where each key goes; every key must be where the calculation says. */
    String measuredMovement(int keys, int... parallelisms) throws Exception {
        StringBuilder table = new StringBuilder("""
                | rescale | keyBy moved | HRW moved | between old, HRW | as calculated |
                |---|---|---|---|---|
                """);
        for (int p : parallelisms) {
            progress.accept("keys at " + p + " and " + (p + 1) + " subtasks");
            int[] flink = noted(KeyBy.FLINK, p, keys);
            int[] flinkAfter = noted(KeyBy.FLINK, p + 1, keys);
            int[] hrw = noted(KeyBy.HRW, p, keys);
            int[] hrwAfter = noted(KeyBy.HRW, p + 1, keys);
            int betweenOld = 0;
            for (int number = 0; number < keys; number++) {
                betweenOld += hrw[number] != hrwAfter[number] && hrwAfter[number] != p ? 1 : 0;
            }
            table.append(String.format(
                    Locale.ROOT,
                    "| %d → %d | %.3f | %.3f | %d |",
                    p,
                    p + 1,
                    moved(flink, flinkAfter),
                    moved(hrw, hrwAfter),
                    betweenOld));
            table.append(limit(betweenOld == 0 && isCalculated(hrw, p) && isCalculated(hrwAfter, p + 1)));
        }
        return table.toString();
    }

    private static double moved(int[] before, int[] after) {
        return (double) IntStream.range(0, before.length)
                        .filter(key -> before[key] != after[key])
                        .count()
                / before.length;
    }

    private static boolean isCalculated(int[] subtasks, int parallelism) {
        int[] owners = SlotRule.PLAIN.owners(SLOTS, parallelism);
        return IntStream.range(0, subtasks.length)
                .allMatch(key ->
                        subtasks[key] == owners[KeyGroupRangeAssignment.assignToKeyGroup(Movement.key(key), SLOTS)]);
    }

    /** The subtask of each key, by its number; -1 where none was seen. */
    private int[] noted(KeyBy keyBy, int parallelism, int keys) throws Exception {
        Feed.reset();
        cluster.awaitFinished(cluster.submit(new Job(keyBy, "hashmap", false, parallelism, SLOTS).noting(keys)));
        return IntStream.range(0, keys)
                .map(key -> Feed.SUBTASKS.getOrDefault(Movement.key(key), -1))
                .toArray();
    }

    // Records

    /** The same bounded job of both kinds in turn. */
    String throughput() throws Exception {
        StringBuilder table = new StringBuilder("""
                | state backend | keyBy | HRW | HRW of keyBy, median (spread) | at most 1.05 |
                |---|---|---|---|---|
                """);
        for (String backend : BACKENDS) {
            Ratios ratios = new Ratios();
            // The first pair warms up.
            for (int pair = 0; pair <= sizes.pairs(); pair++) {
                progress.accept("records, " + backend + ", pair " + pair + " of " + sizes.pairs());
                boolean hrwFirst = pair % 2 == 1;
                double first = run(hrwFirst ? KeyBy.HRW : KeyBy.FLINK, backend);
                double second = run(hrwFirst ? KeyBy.FLINK : KeyBy.HRW, backend);
                if (pair > 0) {
                    ratios.add(hrwFirst ? second : first, hrwFirst ? first : second);
                }
            }
            table.append("| ").append(backend).append(" |").append(ratios.cells());
            table.append(limit(ratios.median() <= 1.05));
        }
        return table.toString();
    }

    private double run(KeyBy keyBy, String backend) throws Exception {
        System.gc();
        return cluster.awaitFinished(
                cluster.submit(new Job(keyBy, backend, false, 2, SLOTS).bounded(sizes.records(backend), sizes.keys())));
    }

    // Checkpoints

    /** Both kinds hold the same state at the same time, and take checkpoints in turn. */
    String checkpoints() throws Exception {
        StringBuilder table = new StringBuilder("""
                | state backend | state | keyBy | HRW | HRW of keyBy, median (spread) | keyBy wrote | HRW wrote | at most 1.05 |
                |---|---|---|---|---|---|---|---|
                """);
        for (String backend : BACKENDS) {
            JobID flink = filled(new Job(KeyBy.FLINK, backend, false, 2, SLOTS), sizes.checkpointKeys());
            JobID hrw = filled(new Job(KeyBy.HRW, backend, false, 2, SLOTS), sizes.checkpointKeys());
            Ratios ratios = new Ratios();
            long flinkBytes = 0;
            long hrwBytes = 0;
            for (int pair = 0; pair <= sizes.pairs(); pair++) {
                progress.accept("checkpoints, " + backend + ", pair " + pair + " of " + sizes.pairs());
                boolean hrwFirst = pair % 2 == 1;
                Checkpoint first = cluster.checkpoint(hrwFirst ? hrw : flink);
                Checkpoint second = cluster.checkpoint(hrwFirst ? flink : hrw);
                flinkBytes = (hrwFirst ? second : first).bytes();
                hrwBytes = (hrwFirst ? first : second).bytes();
                if (pair > 0) {
                    ratios.add((hrwFirst ? second : first).seconds(), (hrwFirst ? first : second).seconds());
                }
            }
            cluster.cancel(flink);
            cluster.cancel(hrw);
            table.append("| ").append(backend).append(" | ").append(mebibytes(1024L * sizes.checkpointKeys()));
            table.append(" |").append(ratios.cells());
            table.append(' ')
                    .append(mebibytes(flinkBytes))
                    .append(" | ")
                    .append(mebibytes(hrwBytes))
                    .append(" |");
            table.append(limit(ratios.median() <= 1.05));
        }
        return table.toString();
    }

    /** What Flink's own keyBy writes with incremental checkpoints when few keys change, and what HRW writes. */
    String incremental() throws Exception {
        int keys = sizes.checkpointKeys();
        progress.accept("incremental checkpoints");
        JobID flink = filled(new Job(KeyBy.FLINK, "rocksdb", true, 2, SLOTS), keys);
        List<Checkpoint> flinks = changed(flink, keys);
        cluster.cancel(flink);
        JobID hrw = filled(new Job(KeyBy.HRW, "rocksdb", true, 2, SLOTS), keys);
        List<Checkpoint> hrws = changed(hrw, keys);
        cluster.cancel(hrw);
        StringBuilder table = new StringBuilder("""
                | checkpoint | keyBy, incremental | HRW, always full |
                |---|---|---|
                """);
        for (int i = 0; i < flinks.size(); i++) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %s in %.2f s | %s in %.2f s |\n",
                    i == 0 ? "the first" : "after 5 % of the keys changed",
                    mebibytes(flinks.get(i).bytes()),
                    flinks.get(i).seconds(),
                    mebibytes(hrws.get(i).bytes()),
                    hrws.get(i).seconds()));
        }
        return table.toString();
    }

    private List<Checkpoint> changed(JobID job, int keys) throws Exception {
        List<Checkpoint> checkpoints = new ArrayList<>();
        checkpoints.add(cluster.checkpoint(job));
        for (int change = 0; change < 3; change++) {
            feed(keys / 20);
            checkpoints.add(cluster.checkpoint(job));
        }
        return checkpoints;
    }

    private JobID filled(Job job, int keys) throws Exception {
        progress.accept("filling " + job.backend() + ", " + job.keyBy());
        Feed.reset();
        JobID id = cluster.submit(job.fed(keys));
        cluster.awaitRunning(id);
        feed(keys);
        return id;
    }

    /** Lets so many records more through, and waits until they are in the state. */
    private static void feed(long records) throws InterruptedException {
        long all = Feed.ALLOWED.addAndGet(records);
        while (Feed.ARRIVED.sum() < all) {
            Thread.sleep(10);
        }
    }

    // Restores

    /** A savepoint of each kind, restored in turn with the same and with one more subtask. */
    String restores() throws Exception {
        StringBuilder table = new StringBuilder("""
                | state backend, state | rescale | keyBy | HRW | HRW of keyBy, median (spread) | at most 1.3 |
                |---|---|---|---|---|---|
                """);
        for (String backend : BACKENDS) {
            String flink = savepoint(new Job(KeyBy.FLINK, backend, false, 4, SLOTS));
            String hrw = savepoint(new Job(KeyBy.HRW, backend, false, 4, SLOTS));
            for (int after : new int[] {4, 5}) {
                Ratios ratios = new Ratios();
                for (int pair = 0; pair < sizes.restorePairs(); pair++) {
                    progress.accept("restores, " + backend + ", 4 to " + after + ", pair " + (pair + 1));
                    boolean hrwFirst = pair % 2 == 1;
                    double first = restore(hrwFirst ? KeyBy.HRW : KeyBy.FLINK, backend, after, hrwFirst ? hrw : flink);
                    double second = restore(hrwFirst ? KeyBy.FLINK : KeyBy.HRW, backend, after, hrwFirst ? flink : hrw);
                    ratios.add(hrwFirst ? second : first, hrwFirst ? first : second);
                }
                table.append("| ").append(backend).append(", ").append(mebibytes(1024L * sizes.restoreKeys()));
                table.append(" | 4 → ").append(after).append(" |").append(ratios.cells());
                table.append(limit(ratios.median() <= 1.3));
            }
        }
        return table.toString();
    }

    private String savepoint(Job job) throws Exception {
        JobID id = filled(job, sizes.restoreKeys());
        return cluster.stopWithSavepoint(id);
    }

    private double restore(KeyBy keyBy, String backend, int parallelism, String savepoint) throws Exception {
        Feed.reset();
        System.gc();
        long start = System.nanoTime();
        JobID id =
                cluster.restore(new Job(keyBy, backend, false, parallelism, SLOTS).fed(sizes.restoreKeys()), savepoint);
        cluster.awaitRunning(id);
        double seconds = (System.nanoTime() - start) / 1e9;
        cluster.cancel(id);
        return seconds;
    }

    // Slots

    /** What a slot costs where nothing is in it. */
    String slots() throws Exception {
        int few = 128;
        int many = 32768;
        StringBuilder table = new StringBuilder("""
                | state backend | heap, for each subtask, slot and state | checkpoint, for each slot |
                |---|---|---|
                """);
        for (String backend : BACKENDS) {
            progress.accept("empty slots, " + backend);
            long[] heap = new long[2];
            long[] bytes = new long[2];
            for (int i = 0; i < 2; i++) {
                JobID id = filled(new Job(KeyBy.HRW, backend, false, 1, i == 0 ? few : many), 1);
                heap[i] = usedHeap();
                bytes[i] = cluster.checkpoint(id).bytes();
                cluster.cancel(id);
            }
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d bytes | %d bytes |\n",
                    backend,
                    Math.max(0, Math.round((double) (heap[1] - heap[0]) / (many - few))),
                    Math.round((double) (bytes[1] - bytes[0]) / (many - few))));
        }
        return table.toString();
    }

    private static long usedHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,.1f MiB", bytes / 1024.0 / 1024.0);
    }
}
