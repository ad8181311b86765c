package io.keystead.benchmarks.assign;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.assignment.ClientState;
import org.apache.kafka.streams.processor.internals.assignment.HighAvailabilityTaskAssignor;
import org.apache.kafka.streams.processor.internals.assignment.RackAwareTaskAssignor;

/** Kafka's default assignor, which is older than the public interface and is called as Streams does. */
final class HighAvailability implements TaskPeer {
    /** {@code Task.LATEST_OFFSET}: the task runs there. */
    private static final long LATEST = -2;

    private final AssignmentConfigs configs;

    HighAvailability(AssignmentConfigs configs) {
        this.configs = configs;
    }

    @Override
    public Plan assign(List<Streams> alive, Set<TaskId> tasks) {
        Map<ProcessId, ClientState> states = new TreeMap<>();
        for (Streams streams : alive) {
            Map<TaskId, Long> lags = new HashMap<>();
            tasks.forEach(task -> lags.put(task, streams.active.contains(task) ? LATEST : streams.lag(task)));
            states.put(
                    streams.id,
                    new ClientState(
                            streams.active,
                            streams.standby,
                            lags,
                            Map.of("rack", streams.rack),
                            Streams.THREADS,
                            streams.id));
        }
        RackAwareTaskAssignor racks = new RackAwareTaskAssignor(
                Cluster.empty(), Map.of(), Map.of(), Map.of(), Map.of(), null, configs, Time.SYSTEM);
        boolean followUp = new HighAvailabilityTaskAssignor().assign(states, tasks, tasks, racks, configs);
        Map<String, Set<TaskId>> active = new HashMap<>();
        Map<String, Set<TaskId>> standby = new HashMap<>();
        for (Streams streams : alive) {
            ClientState state = Objects.requireNonNull(states.get(streams.id));
            active.put(streams.name, new HashSet<>(state.activeTasks()));
            standby.put(streams.name, new HashSet<>(state.standbyTasks()));
        }
        return new Plan(active, standby, followUp);
    }
}
