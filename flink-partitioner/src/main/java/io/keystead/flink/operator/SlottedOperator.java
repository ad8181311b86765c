package io.keystead.flink.operator;

import io.keystead.flink.line.KeyedStateRequest;
import io.keystead.flink.slots.SlotRule;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.query.KvStateRegistry;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.BackendBuildingException;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.ttl.TtlTimeProvider;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.OperatorAttributes;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one of Flink's keyed operators, unmodified, over the slots that its subtask owns.
 *
 * <p>Flink ties keyed state to contiguous ranges of key groups: which range a subtask has follows from its number, and so
 * does the state that it is given on a restore. HRW owns scattered slots. So the operator in here gets a state backend
 * over <i>all</i> key groups, fed with the state of the slots that the subtask owns and of no others; and what the backend
 * writes for a checkpoint is handed to Flink as raw operator state in union mode, which Flink gives to every subtask on a
 * restore, whatever the parallelism. The bytes of state are the backend's own and Flink's garbage collection of
 * checkpoints applies, because only the labels differ.
 *
 * <pre>
 *   restore   raw operator state of all old subtasks
 *               -> {@link Restore}: the files and offsets of the slots owned now -> state backend -> operator
 *   key       the operator sets it, for a record or a timer -> is its slot owned here? -> state backend
 *   snapshot  operator -> state backend -> {@link Snapshot}: keyed state, relabelled -> raw operator state
 * </pre>
 *
 * <p>The check of each key is what makes the rest safe: a key that reaches a subtask which does not own its slot fails the
 * job, since its state would be in no checkpoint. The state backend itself calls for it, whoever sets the key.
 *
 * <p>Runs in the task's thread, as every operator does.
 *
 * @param <OUT> what the operator emits
 * @param <O> the operator inside
 */
abstract class SlottedOperator<OUT, O extends StreamOperator<OUT>> implements StreamOperator<OUT> {
    private static final Logger LOG = LoggerFactory.getLogger(SlottedOperator.class);

    /** The operator inside. */
    final O operator;

    private final StreamTask<?, ?> task;
    private final StreamConfig config;
    private final Ownership ownership;
    private final Snapshot snapshot;
    private @Nullable AbstractKeyedStateBackend<?> backend;

    SlottedOperator(O operator, StreamOperatorParameters<OUT> parameters, SlotRule rule) {
        this.operator = operator;
        this.task = parameters.getContainingTask();
        this.config = parameters.getStreamConfig();
        this.ownership = Ownership.of(task.getEnvironment().getTaskInfo(), rule);
        this.snapshot = new Snapshot(ownership);
    }

    // State

    @Override
    public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
        operator.initializeState(Lines.ofThisFlink().initializer(task, initializer, this::restored));
    }

    private CheckpointableKeyedStateBackend<?> restored(KeyedStateRequest request) throws Exception {
        Restore restore = Restore.of(
                ownership,
                request.operator(),
                task.getEnvironment().getTaskStateManager().prioritizedOperatorState(request.operator()));
        AbstractKeyedStateBackend<?> made = create(request, restore.handles());
        backend = made;
        SlotMetrics metrics = new SlotMetrics(request.metrics(), ownership, restore);
        made.registerKeySelectionListener(key -> checkOwner(key, metrics));
        LOG.info(
                "{} {}: owns {} of {} slots ({}); {}",
                config.getOperatorName(),
                ownership,
                ownership.owned().cardinality(),
                ownership.slots(),
                ownership.rule(),
                restore);
        warnOfFullCheckpoints(made);
        return made;
    }

    /** Once for an operator: who set incremental checkpoints sized the job for them. */
    private void warnOfFullCheckpoints(AbstractKeyedStateBackend<?> made) {
        boolean incremental =
                task.getEnvironment().getJobConfiguration().get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS);
        if (incremental && ownership.subtask() == 0 && !(made instanceof HeapKeyedStateBackend)) {
            LOG.warn(
                    "{}={} has no effect on {}: checkpoints of HrwStreams.keyBy's state are always full",
                    CheckpointingOptions.INCREMENTAL_CHECKPOINTS.key(),
                    incremental,
                    config.getOperatorName());
        }
    }

    /** As Flink's own initializer makes a backend, but for the range of key groups, which is all of them. */
    private AbstractKeyedStateBackend<?> create(KeyedStateRequest request, Collection<KeyedStateHandle> handles)
            throws Exception {
        StateBackend kind = stateBackend();
        CloseableRegistry whileRestoring = new CloseableRegistry();
        request.closeables().registerCloseable(whileRestoring);
        CheckpointableKeyedStateBackend<?> made;
        try {
            made = kind.createKeyedStateBackend(parameters(request, handles, whileRestoring));
        } catch (BackendBuildingException e) {
            throw handles.isEmpty() ? e : unreadable(handles, e);
        } finally {
            if (request.closeables().unregisterCloseable(whileRestoring)) {
                IOUtils.closeQuietly(whileRestoring);
            }
        }
        try {
            if (!(made instanceof AbstractKeyedStateBackend)) {
                throw StateSupport.unsupported(kind);
            }
            // Fails if the task was cancelled meanwhile.
            request.closeables().registerCloseable(made);
            return (AbstractKeyedStateBackend<?>) made;
        } catch (Exception | Error e) {
            // Nobody else knows of it yet, and closing alone does not free RocksDB's memory.
            made.dispose();
            throw e;
        }
    }

    /** Flink does not say which of the files it was. */
    private BackendBuildingException unreadable(Collection<KeyedStateHandle> handles, BackendBuildingException cause) {
        String files = handles.stream()
                .map(handle -> String.valueOf(((KeyGroupsStateHandle) handle).getDelegateStateHandle()))
                .collect(Collectors.joining(", "));
        return new BackendBuildingException(
                config.getOperatorName() + " " + ownership + " cannot restore its state from " + files, cause);
    }

    private StateBackend stateBackend() throws Exception {
        Environment environment = task.getEnvironment();
        ClassLoader loader = environment.getUserCodeClassLoader().asClassLoader();
        StateBackend kind = StateBackendLoader.fromApplicationOrConfigOrDefault(
                config.getStateBackend(loader),
                environment.getJobConfiguration(),
                environment.getTaskManagerInfo().getConfiguration(),
                loader,
                LOG);
        StateSupport.check(kind);
        return kind;
    }

    private KeyedStateBackendParametersImpl<?> parameters(
            KeyedStateRequest request, Collection<KeyedStateHandle> handles, CloseableRegistry whileRestoring) {
        Environment environment = task.getEnvironment();
        return new KeyedStateBackendParametersImpl<>(
                environment,
                environment.getJobID(),
                request.operatorClass() + "_" + request.operator() + "_(" + (ownership.subtask() + 1) + "/"
                        + ownership.parallelism() + ")",
                request.keySerializer(),
                ownership.slots(),
                KeyGroupRange.of(0, ownership.slots() - 1),
                // One that nobody asks: Flink finds the subtask of a queried key by its own formula.
                new KvStateRegistry().createTaskRegistry(environment.getJobID(), environment.getJobVertexId()),
                TtlTimeProvider.DEFAULT,
                request.metrics(),
                (name, value) -> {},
                handles,
                whileRestoring,
                request.managedMemoryFraction());
    }

    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory storage)
            throws Exception {
        Object keyed = Objects.requireNonNull(backend, "the operator's state is not initialised");
        return snapshot.label(
                operator.snapshotState(checkpointId, timestamp, Snapshot.options(options, keyed), storage));
    }

    // Keys

    /** Fails the job if the slot of a key that the state backend is about to take is another subtask's. */
    private void checkOwner(Object key, SlotMetrics metrics) {
        int slot = KeyGroupRangeAssignment.assignToKeyGroup(key, ownership.slots());
        if (!ownership.owns(slot)) {
            throw new IllegalStateException("a key (" + key.getClass().getName() + ") of slot " + slot + " came to "
                    + ownership + " of " + config.getOperatorName()
                    + ", which does not own it; the key's hashCode differs between JVMs, the operator sets keys of its own,"
                    + " or the record came by another exchange than HrwStreams.keyBy's");
        }
        metrics.saw(key);
    }

    @Override
    public void setKeyContextElement1(StreamRecord<?> record) throws Exception {
        operator.setKeyContextElement1(record);
    }

    @Override
    public void setKeyContextElement2(StreamRecord<?> record) throws Exception {
        operator.setKeyContextElement2(record);
    }

    @Override
    public void setCurrentKey(Object key) {
        operator.setCurrentKey(key);
    }

    @Override
    public Object getCurrentKey() {
        return operator.getCurrentKey();
    }

    // The rest is the operator's own

    @Override
    public void open() throws Exception {
        operator.open();
    }

    @Override
    public void finish() throws Exception {
        operator.finish();
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        operator.prepareSnapshotPreBarrier(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        operator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        operator.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return operator.getMetricGroup();
    }

    @Override
    public OperatorID getOperatorID() {
        return operator.getOperatorID();
    }

    @Override
    public OperatorAttributes getOperatorAttributes() {
        return operator.getOperatorAttributes();
    }
}
