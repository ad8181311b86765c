package io.keystead.kafka.streams;

import io.keystead.hrw.balance.TaskTransition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.TaskInfo;

/**
 * What the instances hold of each task, by the names under which tasks and instances are ranked: Streams' lags without their
 * sentinels.
 *
 * <p>Streams tells a lag for the tasks that have a changelog. A task whose stores have none cannot be restored anywhere,
 * no standby would be of use to it, and it counts as stateless here.
 */
final class TaskLags implements TaskTransition.Lags {
    /** {@code Task.LATEST_OFFSET}: the task runs there. */
    private static final long RUNNING = -2;

    private final TaskClients clients;
    private final Map<String, TaskId> tasks = new HashMap<>();
    private final Set<String> stateful = new HashSet<>();
    private final Set<String> stateless = new HashSet<>();
    private final Map<String, Map<TaskId, Long>> lags = new HashMap<>();
    private final boolean known;

    TaskLags(TaskClients clients, Collection<TaskInfo> infos) {
        this.clients = clients;
        clients.candidates()
                .forEach(client ->
                        lags.put(client.id(), clients.state(client.id()).statefulTasksToLagSums()));
        for (TaskInfo info : infos) {
            String name = info.id().toString();
            tasks.put(name, info.id());
            boolean hasChangelog =
                    info.isStateful() && lags.values().stream().anyMatch(client -> client.containsKey(info.id()));
            (hasChangelog ? stateful : stateless).add(name);
        }
        this.known = areKnown(lags.values());
    }

    /**
     * Whether the ends of the changelogs were fetched. Where they were not, Streams tells nothing but sentinels: that the task
     * runs there, and {@code SubscriptionInfo.UNKNOWN_OFFSET_SUM} for the rest. An instance that is as old as to tell no
     * offsets has that one too, beside instances with lags.
     */
    private static boolean areKnown(Collection<Map<TaskId, Long>> lags) {
        boolean told = lags.stream().flatMap(client -> client.values().stream()).anyMatch(lag -> lag >= 0);
        return told || lags.stream().flatMap(client -> client.values().stream()).allMatch(lag -> lag == RUNNING);
    }

    boolean areKnown() {
        return known;
    }

    Set<String> statefulTasks() {
        return stateful;
    }

    Set<String> statelessTasks() {
        return stateless;
    }

    TaskId task(String name) {
        TaskId task = tasks.get(name);
        if (task == null) {
            throw new IllegalArgumentException("there is no task \"" + name + "\"; allowed: " + tasks.keySet());
        }
        return task;
    }

    @Override
    public long of(String task, String client) {
        long lag = lags.getOrDefault(client, Map.of()).getOrDefault(task(task), NOTHING);
        if (lag == RUNNING) {
            return 0;
        }
        return lag < 0 ? NOTHING : lag;
    }

    boolean runs(String task, String client) {
        return state(client).previousActiveTasks().contains(task(task));
    }

    /** Whether it has been a standby, or has state on disk. */
    boolean holds(String task, String client) {
        return state(client).previousStandbyTasks().contains(task(task));
    }

    private KafkaStreamsState state(String client) {
        return clients.state(client);
    }
}
