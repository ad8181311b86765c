package io.keystead.flink.rescale;

import io.keystead.flink.slots.SlotRule;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Which subtask got the records of each key, by operator and parallelism: one for the JVM, thread-safe.
 *
 * <p>Every record is checked at once against {@link SlotRule}, which knows nothing of what the job did before.
 */
final class Whereabouts {
    private static final Map<Integer, int[]> OWNERS = new ConcurrentHashMap<>();
    private static final Map<Integer, Map<String, Integer>> SUBTASKS = new ConcurrentHashMap<>();

    private Whereabouts() {}

    static void reset() {
        SUBTASKS.clear();
    }

    /** A record of the key came to the subtask whose context this is. */
    static void saw(String operator, String key, RuntimeContext context) {
        TaskInfo task = context.getTaskInfo();
        int subtask = task.getIndexOfThisSubtask();
        int parallelism = task.getNumberOfParallelSubtasks();
        int slots = task.getMaxNumberOfParallelSubtasks();
        Integer before = SUBTASKS.computeIfAbsent(parallelism, p -> new ConcurrentHashMap<>())
                .put(operator + " " + key, subtask);
        if (before == null || before != subtask) {
            int owner = owners(slots, parallelism)[KeyGroupRangeAssignment.assignToKeyGroup(key, slots)];
            if (owner != subtask) {
                Findings.wrong(key + " came to subtask " + subtask + " of " + operator + " at parallelism "
                        + parallelism + "; its owner is " + owner);
            }
        }
    }

    private static int[] owners(int slots, int parallelism) {
        return OWNERS.computeIfAbsent(parallelism << 16 | slots, both -> SlotRule.PLAIN.owners(slots, parallelism));
    }

    /** The subtask of each operator and key that was seen at a parallelism. */
    static Map<String, Integer> at(int parallelism) {
        return new TreeMap<>(SUBTASKS.getOrDefault(parallelism, Map.of()));
    }
}
