package io.keystead.benchmarks.keyby;

import io.keystead.flink.slots.SlotRule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.jspecify.annotations.Nullable;

/**
 * Which subtask every key has, by calculation: the keys are {@code order-0}, {@code order-1} and so on. Not thread-safe.
 *
 * <p>A key's key group is calculated once for each number of slots, and kept: 4 bytes a key.
 */
final class Movement {
    private final int keys;
    private final Map<Integer, int[]> groups = new HashMap<>();

    Movement(int keys) {
        this.keys = keys;
    }

    /**
     * A way to give slots to subtasks.
     *
     * @param rule by which; none for Flink's own, which gives each subtask a range
     */
    record Placing(String name, int slots, @Nullable SlotRule rule) {
        static Placing keyBy(int slots) {
            return new Placing("keyBy, " + slots, slots, null);
        }

        static Placing hrw(int slots) {
            return new Placing("HRW, " + slots, slots, SlotRule.PLAIN);
        }

        static Placing hrw(int slots, double slack) {
            return new Placing("HRW, " + slots + ", slack " + slack, slots, SlotRule.PLAIN.withSlack(slack));
        }

        /** Whether it promises to move nothing between subtasks that stay. */
        boolean isPlainHrw() {
            return rule != null && !rule.isBounded();
        }

        private int[] owners(int parallelism) {
            return rule == null
                    ? IntStream.range(0, slots)
                            .map(slot ->
                                    KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(slots, parallelism, slot))
                            .toArray()
                    : rule.owners(slots, parallelism);
        }
    }

    /**
     * What a rescale moves.
     *
     * @param keys how many have another subtask afterwards
     * @param betweenStaying how many of them have left a subtask that stays for one that was there before
     * @param maxOverMean how many keys the fullest subtask has afterwards, over the mean
     */
    record Moved(int keys, int betweenStaying, double maxOverMean) {
        /**
         * @param before the subtask of each key, of {@code from} subtasks
         * @param after the same of {@code to}
         */
        static Moved between(int[] before, int from, int[] after, int to) {
            int staying = Math.min(from, to);
            int moved = 0;
            int betweenStaying = 0;
            int[] loads = new int[to];
            for (int key = 0; key < before.length; key++) {
                loads[after[key]]++;
                if (before[key] != after[key]) {
                    moved++;
                    betweenStaying += before[key] < staying && after[key] < staying ? 1 : 0;
                }
            }
            double mean = (double) before.length / to;
            return new Moved(moved, betweenStaying, Arrays.stream(loads).max().orElseThrow() / mean);
        }
    }

    static String key(int number) {
        return "order-" + number;
    }

    int keys() {
        return keys;
    }

    /** The subtask of each key, by the key's number. */
    int[] subtasks(Placing placing, int parallelism) {
        int[] owners = placing.owners(parallelism);
        return Arrays.stream(groups.computeIfAbsent(placing.slots(), this::groups))
                .map(group -> owners[group])
                .toArray();
    }

    private int[] groups(int slots) {
        return IntStream.range(0, keys)
                .map(number -> KeyGroupRangeAssignment.assignToKeyGroup(key(number), slots))
                .toArray();
    }

    Moved moved(Placing placing, int from, int to) {
        return Moved.between(subtasks(placing, from), from, subtasks(placing, to), to);
    }
}
