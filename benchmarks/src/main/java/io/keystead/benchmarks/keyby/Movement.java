package io.keystead.benchmarks.keyby;

import io.keystead.flink.slots.SlotRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.jspecify.annotations.Nullable;

/**
 * Which keys change their subtask when a job is rescaled, by calculation over a million keys.
 *
 * <p>Keys are counted by key group once; a rescale then looks at key groups only. Immutable.
 */
final class Movement {
    private static final int KEYS = 1_000_000;
    private static final int[] PARALLELISMS = {4, 8, 16, 32, 100};

    /** A way to give key groups to subtasks; no rule for Flink's own. */
    record Placing(String name, int slots, @Nullable SlotRule rule) {
        int[] owners(int parallelism) {
            return rule == null
                    ? IntStream.range(0, slots)
                            .map(slot ->
                                    KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(slots, parallelism, slot))
                            .toArray()
                    : rule.owners(slots, parallelism);
        }
    }

    /** The share of the keys that moved, those between subtasks that stay, and how full the fullest subtask is after. */
    record Moved(double share, double betweenOld, double maxOfMean) {}

    private static final Placing[] PLACINGS = {
        new Placing("keyBy, 128", 128, null),
        new Placing("keyBy, 720", 720, null),
        new Placing("keyBy, 4096", 4096, null),
        new Placing("HRW, 128", 128, SlotRule.PLAIN),
        new Placing("HRW, 720", 720, SlotRule.PLAIN),
        new Placing("HRW, 4096", 4096, SlotRule.PLAIN),
        new Placing("HRW, 32768", 32768, SlotRule.PLAIN),
        new Placing("HRW, 4096, slack 0.05", 4096, SlotRule.PLAIN.withSlack(0.05)),
    };

    private Movement() {}

    static String key(int number) {
        return "order-" + number;
    }

    static Moved moved(Placing placing, int before, int after) {
        int[] keys = new int[placing.slots()];
        for (int number = 0; number < KEYS; number++) {
            keys[KeyGroupRangeAssignment.assignToKeyGroup(key(number), placing.slots())]++;
        }
        return moved(placing, keys, before, after);
    }

    private static Moved moved(Placing placing, int[] keys, int before, int after) {
        int[] old = placing.owners(before);
        int[] now = placing.owners(after);
        int fewer = Math.min(before, after);
        long moved = 0;
        long betweenOld = 0;
        long[] loads = new long[after];
        for (int slot = 0; slot < keys.length; slot++) {
            loads[now[slot]] += keys[slot];
            if (old[slot] != now[slot]) {
                moved += keys[slot];
                betweenOld += old[slot] < fewer && now[slot] < fewer ? keys[slot] : 0;
            }
        }
        double mean = Arrays.stream(loads).average().orElseThrow();
        return new Moved(
                (double) moved / KEYS,
                (double) betweenOld / KEYS,
                Arrays.stream(loads).max().orElseThrow() / mean);
    }

    /** Whether plain HRW moves nothing between subtasks that stay, at every size of the table. */
    static boolean limitIsKept() {
        return Arrays.stream(PLACINGS)
                .filter(placing -> placing.rule() != null && !placing.rule().isBounded())
                .allMatch(placing -> Arrays.stream(PARALLELISMS)
                        .allMatch(p -> moved(placing, p, p + 1).betweenOld() == 0
                                && moved(placing, p + 1, p).betweenOld() == 0));
    }

    /** Tables of growth by one and shrinkage by one. */
    static String tables() {
        return "Share of " + String.format(Locale.ROOT, "%,d", KEYS)
                + " string keys whose subtask changes; in brackets the share that moves between subtasks that are there before"
                + " and after, where it is not 0; then the fullest subtask's keys, of the mean, after the change.\n"
                + table("grow by one", 1) + table("shrink by one", -1);
    }

    private static String table(String title, int change) {
        StringBuilder table = new StringBuilder("\n| " + title + " |");
        StringBuilder line = new StringBuilder("\n|---|");
        StringBuilder ideal = new StringBuilder("\n| *fewest* |");
        for (int p : PARALLELISMS) {
            int before = change > 0 ? p : p + 1;
            table.append(' ')
                    .append(before)
                    .append(" → ")
                    .append(before + change)
                    .append(" |");
            line.append("---|");
            ideal.append(String.format(Locale.ROOT, " *%.3f* |", 1.0 / (p + 1)));
        }
        table.append(line).append(ideal);
        for (Placing placing : PLACINGS) {
            table.append("\n| ").append(placing.name()).append(" |");
            for (int p : PARALLELISMS) {
                Moved moved = change > 0 ? moved(placing, p, p + 1) : moved(placing, p + 1, p);
                table.append(String.format(Locale.ROOT, " %.3f", moved.share()));
                if (moved.betweenOld() > 0) {
                    table.append(String.format(Locale.ROOT, " (%.3f)", moved.betweenOld()));
                }
                table.append(String.format(Locale.ROOT, ", %.2f |", moved.maxOfMean()));
            }
        }
        return table.append('\n').toString();
    }
}
