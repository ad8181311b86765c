package com.example.flinkorders;

import com.example.flinkorders.Totals.Committed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Which subtask has each order, at one parallelism.
 *
 * @param byOrder from the order's id to the number of its subtask
 */
record Subtasks(Map<String, Integer> byOrder) {
    /**
     * Where the totals of each order were made.
     *
     * @throws IllegalStateException if an order was at two subtasks of one run
     */
    static Subtasks seen(Map<String, List<Committed>> totals, int parallelism) {
        Map<String, Integer> subtasks = new HashMap<>();
        totals.values().stream().flatMap(List::stream).map(Committed::total).forEach(total -> {
            if (total.parallelism() == parallelism) {
                Integer other = subtasks.putIfAbsent(total.id(), total.subtask());
                if (other != null && other != total.subtask()) {
                    throw new IllegalStateException(
                            total.id() + " was at subtask " + other + " and at subtask " + total.subtask());
                }
            }
        });
        return new Subtasks(subtasks);
    }

    /** Where Flink's own keyBy would have them, by its own formula. */
    static Subtasks ofFlinksKeyBy(int orders, int slots, int parallelism) {
        Map<String, Integer> subtasks = new HashMap<>();
        for (int order = 0; order < orders; order++) {
            String id = OrderKeys.id(order);
            subtasks.put(id, KeyGroupRangeAssignment.assignKeyToParallelOperator(id, slots, parallelism));
        }
        return new Subtasks(subtasks);
    }

    /** How many orders a subtask has. */
    long count(int subtask) {
        return byOrder.values().stream().filter(owner -> owner == subtask).count();
    }

    /** How many orders are elsewhere in those, on a subtask that is as asked for. */
    long moved(Subtasks later, IntPredicate to) {
        return byOrder.entrySet().stream()
                .filter(entry -> {
                    Integer owner = later.byOrder.get(entry.getKey());
                    return owner != null && !owner.equals(entry.getValue()) && to.test(owner);
                })
                .count();
    }
}
