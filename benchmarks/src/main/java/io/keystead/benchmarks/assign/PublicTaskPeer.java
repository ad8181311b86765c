package io.keystead.benchmarks.assign;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.state.HostInfo;

/** An assignor by the public interface of KIP-924. */
final class PublicTaskPeer implements TaskPeer {
    private final TaskAssignor plugin;
    private final AssignmentConfigs configs;

    PublicTaskPeer(TaskAssignor plugin, AssignmentConfigs configs) {
        this.plugin = plugin;
        this.configs = configs;
    }

    @Override
    public Plan assign(List<Streams> alive, Set<TaskId> tasks) {
        Map<ProcessId, String> names = new HashMap<>();
        Map<String, Set<TaskId>> active = new HashMap<>();
        Map<String, Set<TaskId>> standby = new HashMap<>();
        for (Streams streams : alive) {
            names.put(streams.id, streams.name);
            active.put(streams.name, new HashSet<>());
            standby.put(streams.name, new HashSet<>());
        }
        boolean followUp = false;
        for (KafkaStreamsAssignment one : plugin.assign(new State(alive, tasks)).assignment()) {
            String name = names.get(one.processId());
            followUp |= one.followupRebalanceDeadline().isPresent();
            one.tasks().forEach((task, assigned) -> {
                boolean runs = assigned.type() == AssignedTask.Type.ACTIVE;
                Objects.requireNonNull((runs ? active : standby).get(name)).add(task);
            });
        }
        return new Plan(active, standby, followUp);
    }

    private final class State implements ApplicationState {
        private final Map<ProcessId, KafkaStreamsState> states = new TreeMap<>();
        private final Map<TaskId, TaskInfo> tasks = new TreeMap<>();

        State(List<Streams> alive, Set<TaskId> tasks) {
            alive.forEach(streams -> states.put(streams.id, new Instance(streams, tasks)));
            tasks.forEach(task -> this.tasks.put(task, new Task(task)));
        }

        @Override
        public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean computeTaskLags) {
            return states;
        }

        @Override
        public AssignmentConfigs assignmentConfigs() {
            return configs;
        }

        @Override
        public Map<TaskId, TaskInfo> allTasks() {
            return tasks;
        }
    }

    private record Task(TaskId id) implements TaskInfo {
        @Override
        public boolean isStateful() {
            return true;
        }

        @Override
        public Set<String> stateStoreNames() {
            return Set.of("store");
        }

        @Override
        public Set<TaskTopicPartition> topicPartitions() {
            String suffix = "-" + id.subtopology();
            return Set.of(
                    new Partition(new TopicPartition("input" + suffix, id.partition()), false),
                    new Partition(new TopicPartition("changelog" + suffix, id.partition()), true));
        }
    }

    private record Partition(TopicPartition topicPartition, boolean isChangelog) implements TaskTopicPartition {
        @Override
        public boolean isSource() {
            return !isChangelog;
        }

        @Override
        public Optional<Set<String>> rackIds() {
            return Optional.empty();
        }
    }

    private record Instance(Streams streams, Set<TaskId> tasks) implements KafkaStreamsState {
        @Override
        public ProcessId processId() {
            return streams.id;
        }

        @Override
        public int numProcessingThreads() {
            return Streams.THREADS;
        }

        @Override
        public SortedSet<String> consumerClientIds() {
            return new TreeSet<>(Set.of(streams.name + "-1", streams.name + "-2"));
        }

        @Override
        public SortedSet<TaskId> previousActiveTasks() {
            return new TreeSet<>(streams.active);
        }

        @Override
        public SortedSet<TaskId> previousStandbyTasks() {
            return new TreeSet<>(streams.standby);
        }

        @Override
        public long lagFor(TaskId task) {
            return streams.lag(task);
        }

        @Override
        public SortedSet<TaskId> prevTasksByLag(String consumerClientId) {
            SortedSet<TaskId> byLag = new TreeSet<>(
                    Comparator.comparingLong(streams::lag).thenComparing(Comparator.<TaskId>naturalOrder()));
            byLag.addAll(streams.active);
            byLag.addAll(streams.standby);
            return byLag;
        }

        @Override
        public Map<TaskId, Long> statefulTasksToLagSums() {
            Map<TaskId, Long> lags = new HashMap<>();
            tasks.forEach(task -> lags.put(task, streams.lag(task)));
            return lags;
        }

        @Override
        public Optional<HostInfo> hostInfo() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> clientTags() {
            return Map.of("rack", streams.rack);
        }

        @Override
        public Optional<String> rackId() {
            return Optional.empty();
        }
    }
}
