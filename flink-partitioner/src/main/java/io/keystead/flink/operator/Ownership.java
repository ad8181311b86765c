package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import java.util.BitSet;
import org.apache.flink.api.common.TaskInfo;

/** The slots that one subtask owns while its job runs. Immutable by convention: nobody changes the bits. */
final class Ownership {
    private final SlotRule rule;
    private final int slots;
    private final int parallelism;
    private final int subtask;
    private final BitSet owned;

    private Ownership(SlotRule rule, int slots, int parallelism, int subtask) {
        this.rule = rule;
        this.slots = slots;
        this.parallelism = parallelism;
        this.subtask = subtask;
        this.owned = new BitSet(slots);
        int[] owners = rule.owners(slots, parallelism);
        for (int slot = 0; slot < slots; slot++) {
            owned.set(slot, owners[slot] == subtask);
        }
    }

    static Ownership of(TaskInfo task, SlotRule rule) {
        return new Ownership(
                rule,
                task.getMaxNumberOfParallelSubtasks(),
                task.getNumberOfParallelSubtasks(),
                task.getIndexOfThisSubtask());
    }

    SlotRule rule() {
        return rule;
    }

    int slots() {
        return slots;
    }

    int parallelism() {
        return parallelism;
    }

    int subtask() {
        return subtask;
    }

    BitSet owned() {
        return owned;
    }

    boolean owns(int slot) {
        return owned.get(slot);
    }

    @Override
    public String toString() {
        return "subtask " + subtask + " of " + parallelism;
    }
}
