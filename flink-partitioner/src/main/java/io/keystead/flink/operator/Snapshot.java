package io.keystead.flink.operator;

import io.keystead.flink.state.NativeGuard;
import io.keystead.flink.state.SlottedState;
import io.keystead.flink.state.StateName;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.state.DoneFuture;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateObject;
import org.apache.flink.runtime.state.StateUtil;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshot of an operator and labels its keyed state as slotted state. Immutable.
 *
 * <p>What a state backend writes is left as it is. The two asynchronous parts run one after the other in one future, in
 * Flink's own thread for them.
 */
final class Snapshot {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshot.class);

    private final Ownership ownership;

    Snapshot(Ownership ownership) {
        this.ownership = ownership;
    }

    /**
     * What to ask the state backend for. Only a heap backend's own checkpoints know each key group's place in the file;
     * the others are asked for the canonical format, which does, so their checkpoints are never incremental.
     */
    static CheckpointOptions options(CheckpointOptions asked, Object backend) {
        return backend instanceof HeapKeyedStateBackend
                ? asked
                : CheckpointOptions.alignedNoTimeout(
                        SavepointType.savepoint(SavepointFormatType.CANONICAL), asked.getTargetLocation());
    }

    /** Moves the keyed state of a snapshot to its raw operator state. */
    OperatorSnapshotFutures label(OperatorSnapshotFutures snapshot) {
        snapshot.setOperatorStateRawFuture(new Labelling(
                snapshot.getKeyedStateManagedFuture(),
                snapshot.getKeyedStateRawFuture(),
                snapshot.getOperatorStateRawFuture()));
        snapshot.setKeyedStateManagedFuture(guard());
        snapshot.setKeyedStateRawFuture(DoneFuture.of(SnapshotResult.empty()));
        return snapshot;
    }

    private RunnableFuture<SnapshotResult<KeyedStateHandle>> guard() {
        return DoneFuture.of(
                ownership.subtask() == 0
                        ? SnapshotResult.of(NativeGuard.of(ownership.slots()))
                        : SnapshotResult.empty());
    }

    private SnapshotResult<OperatorStateHandle> slotted(@Nullable KeyedStateHandle keyed) {
        if (keyed == null) {
            return SnapshotResult.empty();
        }
        if (!(keyed instanceof KeyGroupsStateHandle)) {
            throw new UnsupportedOperationException(
                    "the state backend wrote " + keyed.getClass().getSimpleName()
                            + ", which has no key groups; allowed: the state backends hashmap and rocksdb");
        }
        KeyGroupsStateHandle groups = (KeyGroupsStateHandle) keyed;
        StateName name = new StateName(
                SlottedState.format(groups),
                ownership.slots(),
                ownership.parallelism(),
                ownership.subtask(),
                ownership.rule());
        return SnapshotResult.of(
                SlottedState.of(groups, ownership.owned(), name).toRawState());
    }

    private SnapshotResult<OperatorStateHandle> label(
            RunnableFuture<SnapshotResult<KeyedStateHandle>> managed,
            RunnableFuture<SnapshotResult<KeyedStateHandle>> rawKeyed,
            RunnableFuture<SnapshotResult<OperatorStateHandle>> rawOperator)
            throws Exception {
        try {
            refuse(result(rawKeyed), "raw keyed state");
            refuse(result(rawOperator), "raw operator state");
            return slotted(result(managed));
        } catch (Exception | Error e) {
            discard(List.of(managed, rawKeyed, rawOperator));
            throw e;
        }
    }

    /** Labels the keyed state once it is there, and passes a cancellation on to it. */
    private final class Labelling extends FutureTask<SnapshotResult<OperatorStateHandle>> {
        private final List<RunnableFuture<? extends SnapshotResult<? extends StateObject>>> parts;

        Labelling(
                RunnableFuture<SnapshotResult<KeyedStateHandle>> managed,
                RunnableFuture<SnapshotResult<KeyedStateHandle>> rawKeyed,
                RunnableFuture<SnapshotResult<OperatorStateHandle>> rawOperator) {
            super(() -> label(managed, rawKeyed, rawOperator));
            this.parts = List.of(managed, rawKeyed, rawOperator);
        }

        /** Where it comes too late, whoever cancels discards the result, which has the files of the parts. */
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                discard(parts);
            }
            return cancelled;
        }
    }

    /** Cancels what has not run and deletes what has written; a part that cannot does not keep the others. */
    private static void discard(List<RunnableFuture<? extends SnapshotResult<? extends StateObject>>> parts) {
        for (RunnableFuture<? extends SnapshotResult<? extends StateObject>> part : parts) {
            try {
                StateUtil.discardStateFuture(part);
            } catch (Exception e) {
                LOG.warn("a part of a snapshot that failed or was cancelled could not be discarded", e);
            }
        }
    }

    private static void refuse(@Nullable StateObject state, String kind) {
        if (state != null) {
            throw new UnsupportedOperationException(
                    "the operator writes " + kind
                            + ", where HrwStreams.keyBy keeps the keyed state; allowed: managed state (ValueState, ListState, ...)");
        }
    }

    private static <T extends StateObject> @Nullable T result(RunnableFuture<SnapshotResult<T>> future)
            throws Exception {
        if (!future.isDone()) {
            future.run();
        }
        SnapshotResult<T> result = future.get();
        return result == null ? null : result.getJobManagerOwnedSnapshot();
    }
}
