package io.keystead.flink.operator;

import io.keystead.flink.state.NativeGuard;
import io.keystead.flink.state.SlottedState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.flink.runtime.checkpoint.PrioritizedOperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyedStateHandle;

/**
 * Picks what one subtask restores out of the files of all old subtasks: a file that holds none of its slots is not
 * opened. Not thread-safe.
 */
final class Restore {
    private final Ownership ownership;
    private final List<KeyedStateHandle> handles = new ArrayList<>();
    private final BitSet restored = new BitSet();
    private int files;
    private int arrived;

    private Restore(Ownership ownership) {
        this.ownership = ownership;
    }

    /**
     * @throws IllegalStateException if the state is Flink's own keyBy's, has another number of slots, or holds a slot twice
     */
    static Restore of(Ownership ownership, OperatorID operator, PrioritizedOperatorSubtaskState state) {
        refuseNative(operator, state);
        Restore restore = new Restore(ownership);
        // The job manager's copy is the only one: there is no local recovery of slotted state.
        for (SlottedState file : SlottedState.in(state.getJobManagerRawOperatorState())) {
            restore.take(file);
        }
        return restore;
    }

    private static void refuseNative(OperatorID operator, PrioritizedOperatorSubtaskState state) {
        for (KeyedStateHandle keyed : state.getJobManagerManagedKeyedState()) {
            if (!NativeGuard.is(keyed)) {
                throw nativeState(operator);
            }
        }
        if (!state.getJobManagerRawKeyedState().isEmpty()) {
            throw nativeState(operator);
        }
    }

    private static IllegalStateException nativeState(OperatorID operator) {
        return new IllegalStateException(
                "the operator " + operator + " runs on HrwStreams.keyBy, but the checkpoint holds"
                        + " state of Flink's own keyBy for it; convert a canonical savepoint first, which copies no state:"
                        + " keystead flink convert-savepoint --to hrw");
    }

    private void take(SlottedState file) {
        if (file.name().slots() != ownership.slots()) {
            throw new IllegalStateException("the checkpoint has " + file.name().slots() + " slots and the job "
                    + ownership.slots() + "; allowed: the same number for the job's whole life (the operator's max"
                    + " parallelism)");
        }
        files++;
        BitSet mine = file.slots();
        mine.and(ownership.owned());
        if (mine.isEmpty()) {
            return;
        }
        if (mine.intersects(restored)) {
            mine.and(restored);
            throw new IllegalStateException("the checkpoint holds slot " + mine.nextSetBit(0)
                    + " twice, the second time in " + file.name() + "; it is damaged");
        }
        restored.or(mine);
        handles.add(file.toKeyed(mine));
        if (file.name().subtask() != ownership.subtask()) {
            arrived += mine.cardinality();
        }
    }

    /** What to give the state backend. */
    List<KeyedStateHandle> handles() {
        return handles;
    }

    /** The files of all old subtasks. */
    int files() {
        return files;
    }

    /** The slots that have state and are owned here now. */
    int slots() {
        return restored.cardinality();
    }

    /** Those of them that another subtask owned before. */
    int arrived() {
        return arrived;
    }

    @Override
    public String toString() {
        return files == 0
                ? "starts without state"
                : "restored " + slots() + " slots from " + handles.size() + " of " + files + " files, " + arrived
                        + " of them from other subtasks";
    }
}
