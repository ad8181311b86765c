package io.keystead.kafka.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** An instance of a Streams application as an assignor is told of it, from plain values. */
final class TaskInstance implements KafkaStreamsState {
    /** What Streams tells in place of the lag of a task that runs there. */
    static final long RUNNING = -2;

    /** What it tells in place of lags that it does not know. */
    static final long NOT_TOLD = -3;

    private final ProcessId processId;
    private final Map<String, String> tags = new HashMap<>();
    private final Map<TaskId, Long> lags = new TreeMap<>();
    private final SortedSet<TaskId> active = new TreeSet<>();
    private final SortedSet<TaskId> standby = new TreeSet<>();
    private int threads;
    private @Nullable String rack;

    TaskInstance(long number, int threads) {
        this.processId = new ProcessId(new UUID(0, number));
        this.threads = threads;
    }

    TaskInstance threads(int count) {
        threads = count;
        return this;
    }

    TaskInstance tag(String name, String value) {
        tags.put(name, value);
        return this;
    }

    TaskInstance rack(@Nullable String name) {
        rack = name;
        return this;
    }

    /** The task has a changelog, and this instance is so far behind its end. */
    TaskInstance lag(TaskId task, long records) {
        lags.put(task, records);
        return this;
    }

    /** The task ran here before this rebalance. */
    TaskInstance ran(TaskId task) {
        active.add(task);
        return this;
    }

    /** There is state of the task here, and it did not run. */
    TaskInstance held(TaskId task) {
        standby.add(task);
        return this;
    }

    /** Forgets what it holds. */
    void clear() {
        lags.clear();
        active.clear();
        standby.clear();
    }

    @Override
    public ProcessId processId() {
        return processId;
    }

    @Override
    public int numProcessingThreads() {
        return threads;
    }

    @Override
    public SortedSet<String> consumerClientIds() {
        return new TreeSet<>(java.util.List.of("app-" + processId + "-consumer-member"));
    }

    @Override
    public SortedSet<TaskId> previousActiveTasks() {
        return active;
    }

    @Override
    public SortedSet<TaskId> previousStandbyTasks() {
        return standby;
    }

    @Override
    public long lagFor(TaskId task) {
        Long lag = lags.get(task);
        if (lag == null) {
            throw new IllegalStateException("Tried to lookup lag for unknown task " + task);
        }
        return lag;
    }

    @Override
    public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<TaskId, Long> statefulTasksToLagSums() {
        return Map.copyOf(lags);
    }

    @Override
    public Optional<HostInfo> hostInfo() {
        return Optional.empty();
    }

    @Override
    public Map<String, String> clientTags() {
        return tags;
    }

    @Override
    public Optional<String> rackId() {
        return Optional.ofNullable(rack);
    }

    @Override
    public String toString() {
        return processId + " of " + threads + " threads " + tags + " in " + rack;
    }
}
