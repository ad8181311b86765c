package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Cluster.Checkpoint;
import io.keystead.benchmarks.keyby.Job.KeyBy;
import io.keystead.flink.HrwKeyedStream;
import io.keystead.flink.slots.SlotRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.JobID;

/** What a slot costs with nothing in it: heap and bytes in checkpoints, by a job of few slots and one of many. */
final class SlotCosts {
    private static final int FEW = 128;
    private static final int[] SHOWN = {Job.SLOTS, HrwKeyedStream.MAX_SLOTS};
    private static final int SUBTASKS = 100;

    private final Sizes sizes;

    SlotCosts(Sizes sizes) {
        this.sizes = sizes;
    }

    /** What one job takes. */
    private record Held(double heap, double data, double metadata) {
        Held minus(Held other) {
            return new Held(heap - other.heap, data - other.data, metadata - other.metadata);
        }

        Held over(int divisor) {
            return new Held(heap / divisor, data / divisor, metadata / divisor);
        }
    }

    String measure(Cluster cluster, Progress progress) throws Exception {
        StringBuilder table = new StringBuilder(
                "| state backend | for each subtask of an operator and | heap for a slot | heap with 4096 slots | heap with 32768"
                        + " slots | data in a checkpoint for a slot | metadata for a slot |\n|---|---|---|---|---|---|---|\n");
        for (String backend : Job.BACKENDS) {
            progress.say("empty slots, " + backend);
            Held state = slot(cluster, backend, false);
            table.append(row(backend, "each state", state));
            Held both = slot(cluster, backend, true);
            table.append(row(backend, "its timers, if it can have any", both.minus(state)));
        }
        return table + "\n" + tables();
    }

    private static String row(String backend, String what, Held slot) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.0f bytes | %s | %s | %.1f bytes | %.1f bytes |\n",
                backend,
                what,
                // Nothing is what is lost in what else the heap does.
                Math.max(0, slot.heap()),
                Limits.mebibytes(Math.max(0, Math.round(slot.heap() * Job.SLOTS))),
                Limits.mebibytes(Math.max(0, Math.round(slot.heap() * HrwKeyedStream.MAX_SLOTS))),
                slot.data(),
                slot.metadata());
    }

    private Held slot(Cluster cluster, String backend, boolean timers) throws Exception {
        return held(cluster, backend, sizes.manySlots(), timers)
                .minus(held(cluster, backend, FEW, timers))
                .over(sizes.manySlots() - FEW);
    }

    private Held held(Cluster cluster, String backend, int slots, boolean timers) throws Exception {
        double[] heap = new double[sizes.heapRounds()];
        Checkpoint checkpoint = new Checkpoint(0, 0, 0);
        for (int round = 0; round < heap.length; round++) {
            JobID job = new Job(KeyBy.HRW, backend, false, 1, slots).single(cluster, timers);
            heap[round] = usedHeap();
            checkpoint = cluster.checkpoint(job);
            cluster.cancel(job);
        }
        Arrays.sort(heap);
        return new Held(heap[heap.length / 2], checkpoint.bytes(), checkpoint.metadataBytes());
    }

    private static long usedHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(50);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** The tables of owners, which each task before and behind the exchange makes when it starts. */
    private static String tables() {
        StringBuilder table = new StringBuilder("| the owners of all slots, " + SUBTASKS + " subtasks | to calculate |"
                + " with a slack of 0.05 | kept before the exchange | kept behind it |\n|---|---|---|---|---|\n");
        for (int slots : SHOWN) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %d slots | %.1f ms | %.1f ms | %,d bytes | %,d bytes |\n",
                    slots,
                    millis(SlotRule.PLAIN, slots),
                    millis(SlotRule.PLAIN.withSlack(0.05), slots),
                    slots * Integer.BYTES,
                    slots / Byte.SIZE));
        }
        return table.toString();
    }

    /** The median of several, the first ones left out. */
    private static double millis(SlotRule rule, int slots) {
        List<Double> millis = new ArrayList<>();
        for (int round = -5; round < 9; round++) {
            long start = System.nanoTime();
            int calculated = rule.owners(slots, SUBTASKS).length;
            double took = (System.nanoTime() - start) / 1e6;
            if (round >= 0 && calculated == slots) {
                millis.add(took);
            }
        }
        millis.sort(null);
        return millis.get(millis.size() / 2);
    }
}
