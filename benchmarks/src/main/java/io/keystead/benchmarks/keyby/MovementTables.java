package io.keystead.benchmarks.keyby;

import io.keystead.benchmarks.keyby.Job.KeyBy;
import io.keystead.benchmarks.keyby.Movement.Moved;
import io.keystead.benchmarks.keyby.Movement.Placing;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a rescale moves: calculated for every way to place keys, and measured on a cluster for the defaults of both kinds,
 * by jobs that note the subtask of each key. Not thread-safe.
 */
final class MovementTables {
    private static final int[] PARALLELISMS = {4, 8, 16, 32, 100};
    private static final List<Placing> CALCULATED = List.of(
            Placing.keyBy(128),
            Placing.keyBy(720),
            Placing.keyBy(4096),
            Placing.hrw(128),
            Placing.hrw(720),
            Placing.hrw(4096),
            Placing.hrw(32768),
            Placing.hrw(4096, 0.05));
    /** What each has where nothing is set. */
    private static final List<Placing> MEASURED = List.of(Placing.keyBy(128), Placing.hrw(4096));

    private final Movement movement;
    private final List<Integer> measuredParallelisms;
    private final Limits limits;
    private final Map<Placing, Map<Integer, int[]>> noted = new HashMap<>();

    MovementTables(Sizes sizes, Limits limits) {
        this.movement = new Movement(sizes.movedKeys());
        this.measuredParallelisms = sizes.measuredParallelisms();
        this.limits = limits;
    }

    /** Where the keys go on a cluster, which has a slot more than the highest parallelism that is measured. */
    void measure(Cluster cluster, Progress progress) throws Exception {
        for (Placing placing : MEASURED) {
            Map<Integer, int[]> byParallelism = new TreeMap<>();
            for (int p : measuredParallelisms) {
                for (int parallelism : new int[] {p, p + 1}) {
                    progress.say(placing.name() + " at " + parallelism + " subtasks");
                    KeyBy keyBy = placing.rule() == null ? KeyBy.FLINK : KeyBy.HRW;
                    Job job = new Job(keyBy, "hashmap", false, parallelism, placing.slots());
                    byParallelism.put(parallelism, job.noted(cluster, movement.keys()));
                }
            }
            noted.put(placing, byParallelism);
        }
    }

    /** The tables, of growth by one and of shrinkage by one, and the limits. */
    String markdown() {
        String keys = String.format(Locale.ROOT, "%,d", movement.keys());
        return "Share of " + keys + " string keys whose subtask changes; in brackets the share that moves between"
                + " subtasks that are there before and after, where there are any; then the fullest subtask's keys after the"
                + " change, over the mean. The number is that of the slots, for keyBy the max parallelism.\n"
                + table("grow by one", 1) + table("shrink by one", -1)
                + "\nLimit: without a slack HRW moves no key between subtasks that stay, calculated and measured: "
                + limits.judge(nothingMovesBetweenStaying())
                + ".\n\nLimit: each of the " + keys
                + " keys was processed where the calculation says, by both kinds and at"
                + " each parallelism that was measured: " + limits.judge(measuredAsCalculated()) + ".\n";
    }

    private String table(String title, int change) {
        StringBuilder table = new StringBuilder("\n| " + title + " |");
        StringBuilder fewest = new StringBuilder("\n| *fewest* |");
        for (int p : PARALLELISMS) {
            table.append(' ')
                    .append(from(p, change))
                    .append(" → ")
                    .append(to(p, change))
                    .append(" |");
            fewest.append(String.format(Locale.ROOT, " *%.3f* |", 1.0 / (p + 1)));
        }
        table.append("\n|---|").append("---|".repeat(PARALLELISMS.length)).append(fewest);
        for (Placing placing : CALCULATED) {
            table.append("\n| ").append(placing.name()).append(" |");
            for (int p : PARALLELISMS) {
                table.append(cell(movement.moved(placing, from(p, change), to(p, change))));
            }
        }
        for (Placing placing : MEASURED) {
            table.append("\n| ").append(placing.name()).append(", **measured** |");
            for (int p : PARALLELISMS) {
                Moved moved = measured(placing, from(p, change), to(p, change));
                table.append(moved == null ? " |" : cell(moved));
            }
        }
        return table.append('\n').toString();
    }

    private static int from(int p, int change) {
        return change > 0 ? p : p + 1;
    }

    private static int to(int p, int change) {
        return change > 0 ? p + 1 : p;
    }

    private String cell(Moved moved) {
        String between = moved.betweenStaying() == 0
                ? ""
                : String.format(Locale.ROOT, " (%.3f)", (double) moved.betweenStaying() / movement.keys());
        return String.format(
                Locale.ROOT, " %.3f%s, %.2f |", (double) moved.keys() / movement.keys(), between, moved.maxOverMean());
    }

    private @Nullable Moved measured(Placing placing, int from, int to) {
        Map<Integer, int[]> byParallelism = noted.getOrDefault(placing, Map.of());
        int[] before = byParallelism.get(from);
        int[] after = byParallelism.get(to);
        return before == null || after == null ? null : Moved.between(before, from, after, to);
    }

    /** What grows by one and shrinks by one again is moved back, so one direction tells both. */
    private boolean nothingMovesBetweenStaying() {
        return CALCULATED.stream()
                .filter(Placing::isPlainHrw)
                .allMatch(placing -> Arrays.stream(PARALLELISMS).allMatch(p -> {
                    Moved measured = measured(placing, p, p + 1);
                    return movement.moved(placing, p, p + 1).betweenStaying() == 0
                            && (measured == null || measured.betweenStaying() == 0);
                }));
    }

    private boolean measuredAsCalculated() {
        return MEASURED.stream().allMatch(placing -> {
            Map<Integer, int[]> byParallelism = noted.getOrDefault(placing, Map.of());
            return !byParallelism.isEmpty()
                    && byParallelism.entrySet().stream()
                            .allMatch(one -> Arrays.equals(one.getValue(), movement.subtasks(placing, one.getKey())));
        });
    }
}
