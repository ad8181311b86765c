package io.keystead.kafka.streams;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;

/** A Streams application as an assignor sees it, from plain values; in the order in which they are given. */
record TaskApplication(
        AssignmentConfigs assignmentConfigs,
        Map<TaskId, TaskInfo> allTasks,
        Map<ProcessId, KafkaStreamsState> kafkaStreamsStates)
        implements ApplicationState {

    static TaskApplication of(
            AssignmentConfigs configs,
            Collection<TaskId> stateful,
            Collection<TaskId> stateless,
            Collection<TaskInstance> instances) {
        Map<TaskId, TaskInfo> tasks = new LinkedHashMap<>();
        stateful.forEach(id -> tasks.put(id, new Task(id, true)));
        stateless.forEach(id -> tasks.put(id, new Task(id, false)));
        Map<ProcessId, KafkaStreamsState> states = new LinkedHashMap<>();
        instances.forEach(instance -> states.put(instance.processId(), instance));
        return new TaskApplication(configs, tasks, states);
    }

    /** Follow-ups come after a minute. */
    static AssignmentConfigs configs(long acceptableLag, int maxWarmups, int standbys, List<String> tags) {
        return new AssignmentConfigs(acceptableLag, maxWarmups, standbys, 60_000L, tags);
    }

    @Override
    public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
        return kafkaStreamsStates;
    }

    private record Task(TaskId id, boolean isStateful) implements TaskInfo {
        @Override
        public Set<String> stateStoreNames() {
            return isStateful ? Set.of("store") : Set.of();
        }

        @Override
        public Set<TaskTopicPartition> topicPartitions() {
            return Set.of();
        }
    }
}
