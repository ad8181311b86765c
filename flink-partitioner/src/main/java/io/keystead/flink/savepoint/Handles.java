package io.keystead.flink.savepoint;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.operator.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/**
 * Puts another file in the place of each file that operators name, and leaves the rest as it is.
 *
 * <p>Only the kinds of state of canonical savepoints and full checkpoints are known; every other is refused, since its
 * files could not be followed.
 */
final class Handles {
    private final UnaryOperator<FileStateHandle> replacement;

    Handles(UnaryOperator<FileStateHandle> replacement) {
        this.replacement = replacement;
    }

    /** @throws SavepointException if the operator has state of a kind that is not known */
    OperatorState in(OperatorState operator) {
        if (operator.isFullyFinished()) {
            return operator;
        }
        FlinkLine line = Lines.ofThisFlink();
        OperatorState replaced = line.withoutState(operator, operator.getParallelism());
        replaced.setCoordinatorState(operator.getCoordinatorState());
        operator.getSubtaskStates().forEach((index, subtask) -> replaced.putState(index, in(operator, subtask)));
        return replaced;
    }

    private OperatorSubtaskState in(OperatorState operator, OperatorSubtaskState subtask) {
        if (subtask.isFinished()) {
            return subtask;
        }
        return subtask.toBuilder()
                .setManagedOperatorState(ofOperator(operator, subtask.getManagedOperatorState()))
                .setRawOperatorState(ofOperator(operator, subtask.getRawOperatorState()))
                .setManagedKeyedState(keyed(operator, subtask.getManagedKeyedState()))
                .setRawKeyedState(keyed(operator, subtask.getRawKeyedState()))
                .build();
    }

    private StateObjectCollection<OperatorStateHandle> ofOperator(
            OperatorState operator, StateObjectCollection<OperatorStateHandle> handles) {
        List<OperatorStateHandle> replaced = new ArrayList<>();
        for (OperatorStateHandle handle : handles) {
            if (handle.getClass() != OperatorStreamStateHandle.class) {
                throw unknown(operator, handle);
            }
            replaced.add(new OperatorStreamStateHandle(
                    handle.getStateNameToPartitionOffsets(), file(operator, handle.getDelegateStateHandle())));
        }
        return new StateObjectCollection<>(replaced);
    }

    private StateObjectCollection<KeyedStateHandle> keyed(
            OperatorState operator, StateObjectCollection<KeyedStateHandle> handles) {
        List<KeyedStateHandle> replaced = new ArrayList<>();
        for (KeyedStateHandle handle : handles) {
            if (!(handle instanceof KeyGroupsStateHandle)) {
                throw new SavepointException(
                        KeyedOperator.label(operator) + " cannot be taken over: " + Obstacles.unreadable(handle));
            }
            replaced.add(keyed(operator, (KeyGroupsStateHandle) handle));
        }
        return new StateObjectCollection<>(replaced);
    }

    private KeyGroupsStateHandle keyed(OperatorState operator, KeyGroupsStateHandle handle) {
        StreamStateHandle file = file(operator, handle.getDelegateStateHandle());
        return handle instanceof KeyGroupsSavepointStateHandle
                ? new KeyGroupsSavepointStateHandle(handle.getGroupRangeOffsets(), file)
                : KeyGroupsStateHandle.restore(handle.getGroupRangeOffsets(), file, handle.getStateHandleId());
    }

    private StreamStateHandle file(OperatorState operator, StreamStateHandle file) {
        if (file instanceof FileStateHandle) {
            return replacement.apply((FileStateHandle) file);
        }
        // State in the metadata itself.
        if (file instanceof ByteStreamStateHandle) {
            return file;
        }
        throw unknown(operator, file);
    }

    private static SavepointException unknown(OperatorState operator, Object handle) {
        return new SavepointException(KeyedOperator.label(operator) + " cannot be taken over: it has state in a "
                + handle.getClass().getSimpleName() + "; allowed: a savepoint, or a checkpoint without file merging");
    }
}
