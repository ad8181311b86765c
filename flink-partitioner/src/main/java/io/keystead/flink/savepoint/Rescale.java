package io.keystead.flink.savepoint;

import io.keystead.flink.slots.SlotRule;
import java.util.BitSet;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * What changing an operator's parallelism moves from one subtask to another.
 *
 * <p>Owners before and after are those by the rule, at the parallelism of the savepoint and at the new one. Immutable and
 * thread-safe.
 */
public final class Rescale {
    private final int from;
    private final int to;
    private final long[] bytesBySlot;
    private final int[] before;
    private final int[] after;

    private Rescale(KeyedOperator operator, int to, int[] before, int[] after) {
        this.from = operator.parallelism();
        this.to = to;
        this.bytesBySlot = operator.bytesBySlot();
        this.before = before;
        this.after = after;
    }

    /**
     * Under HrwStreams.keyBy, by the operator's rule.
     *
     * @param to the new parallelism
     * @throws SavepointException unless it is from 1 to the number of slots
     */
    public static Rescale hrw(KeyedOperator operator, int to) {
        require(operator, to);
        SlotRule rule = operator.rule();
        return new Rescale(
                operator, to, rule.owners(operator.slots(), operator.parallelism()), rule.owners(operator.slots(), to));
    }

    /**
     * Under Flink's own keyBy, which gives each subtask one range of slots.
     *
     * @param to the new parallelism
     * @throws SavepointException unless it is from 1 to the number of slots
     */
    public static Rescale keyBy(KeyedOperator operator, int to) {
        require(operator, to);
        return new Rescale(
                operator, to, ranges(operator.slots(), operator.parallelism()), ranges(operator.slots(), to));
    }

    private static void require(KeyedOperator operator, int to) {
        if (to < 1 || to > operator.slots()) {
            throw new SavepointException("the parallelism " + to + " is out of range for " + operator.label()
                    + "; allowed: 1 to its " + operator.slots() + " slots");
        }
    }

    private static int[] ranges(int slots, int parallelism) {
        int[] owners = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            owners[slot] = KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(slots, parallelism, slot);
        }
        return owners;
    }

    /** The new parallelism. */
    public int to() {
        return to;
    }

    /** How many slots get another owner, those without state too. */
    public int slotsMoved() {
        int moved = 0;
        for (int slot = 0; slot < before.length; slot++) {
            moved += before[slot] == after[slot] ? 0 : 1;
        }
        return moved;
    }

    /** What those slots take. */
    public long bytesMoved() {
        long moved = 0;
        for (int slot = 0; slot < before.length; slot++) {
            moved += before[slot] == after[slot] ? 0 : bytesBySlot[slot];
        }
        return moved;
    }

    /** How many slots get another owner although the old one stays, and from no newcomer: what need not have moved. */
    public int slotsMovedBetweenStaying() {
        int moved = 0;
        int staying = Math.min(from, to);
        for (int slot = 0; slot < before.length; slot++) {
            moved += before[slot] != after[slot] && before[slot] < staying && after[slot] < staying ? 1 : 0;
        }
        return moved;
    }

    /** How many old files each new subtask opens, by subtask, if each old subtask wrote one. */
    public int[] filesOpened() {
        BitSet[] opened = new BitSet[to];
        int[] counts = new int[to];
        for (int slot = 0; slot < before.length; slot++) {
            if (bytesBySlot[slot] > 0) {
                BitSet files = opened[after[slot]] == null ? new BitSet() : opened[after[slot]];
                opened[after[slot]] = files;
                files.set(before[slot]);
                counts[after[slot]] = files.cardinality();
            }
        }
        return counts;
    }

    /** What each new subtask holds afterwards, by subtask. */
    public long[] bytesBySubtask() {
        long[] bytes = new long[to];
        for (int slot = 0; slot < before.length; slot++) {
            bytes[after[slot]] += bytesBySlot[slot];
        }
        return bytes;
    }
}
