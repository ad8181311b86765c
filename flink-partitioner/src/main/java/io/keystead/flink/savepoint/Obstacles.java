package io.keystead.flink.savepoint;

import io.keystead.flink.state.NativeGuard;
import io.keystead.flink.state.SlottedState;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateBackendHandle;
import org.jspecify.annotations.Nullable;

/** The kinds of state that cannot be told slot by slot, each with what to do about it. */
final class Obstacles {
    private static final String CANONICAL =
            "allowed: a canonical savepoint (flink savepoint --type canonical, or flink" + " stop --type canonical)";

    private Obstacles() {}

    static @Nullable String ofNative(OperatorState state) {
        @Nullable String keyed = keyed(state, handle -> true);
        if (keyed != null) {
            return keyed;
        }
        if (any(state, subtask -> subtask.getRawOperatorState().hasState())) {
            return "it keeps raw operator state beside its keyed state; allowed: an operator without";
        }
        return common(state);
    }

    static @Nullable String ofSlotted(OperatorState state) {
        @Nullable String keyed = keyed(state, handle -> !NativeGuard.is(handle));
        if (keyed != null) {
            return keyed;
        }
        if (any(
                state,
                subtask -> subtask.getManagedKeyedState().stream().anyMatch(handle -> !NativeGuard.is(handle)))) {
            return "it has keyed state of Flink's own keyBy beside the slotted state; the savepoint is damaged";
        }
        if (any(state, Obstacles::hasOtherRawState)) {
            return "it keeps raw operator state beside its slotted state; allowed: an operator without";
        }
        return common(state);
    }

    private static boolean hasOtherRawState(OperatorSubtaskState subtask) {
        int names = subtask.getRawOperatorState().stream()
                .mapToInt(handle -> handle.getStateNameToPartitionOffsets().size())
                .sum();
        List<SlottedState> slotted = SlottedState.in(subtask.getRawOperatorState());
        return names != slotted.size() || slotted.size() > 1;
    }

    private static @Nullable String keyed(OperatorState state, Predicate<KeyedStateHandle> counted) {
        for (OperatorSubtaskState subtask : state.getStates()) {
            for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
                if (counted.test(handle) && !(handle instanceof KeyGroupsStateHandle)) {
                    return unreadable(handle);
                }
            }
        }
        return null;
    }

    /** Why a keyed state cannot be told slot by slot. */
    static String unreadable(KeyedStateHandle handle) {
        String what = handle instanceof IncrementalKeyedStateHandle
                ? "in RocksDB's own format"
                : handle instanceof ChangelogStateBackendHandle
                        ? "of the changelog state backend"
                        : "in a " + handle.getClass().getSimpleName();
        return "its keyed state is " + what + "; " + CANONICAL;
    }

    private static @Nullable String common(OperatorState state) {
        if (any(state, subtask -> subtask.getRawKeyedState().hasState())) {
            return "it keeps raw keyed state, such as timers on the heap beside state in RocksDB; " + CANONICAL;
        }
        if (any(state, OperatorSubtaskState::isFinished)) {
            return "some of its subtasks had finished; allowed: a savepoint from before the first of them did";
        }
        return null;
    }

    /** Whether the savepoint holds in-flight records, which belong to the subtasks that they were sent to. */
    static boolean hasInFlightRecords(OperatorState state) {
        return any(
                state,
                subtask -> subtask.getInputChannelState().hasState()
                        || subtask.getResultSubpartitionState().hasState());
    }

    private static boolean any(OperatorState state, Predicate<OperatorSubtaskState> test) {
        return state.getStates().stream().anyMatch(test);
    }
}
