package io.keystead.kafka.streams;

import static org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type.ACTIVE;
import static org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;

/** What an assignor answered, after the checks that Streams makes and some that it does not. */
final class TaskAnswer {
    private final Map<ProcessId, KafkaStreamsAssignment> byProcess = new TreeMap<>();
    private final SortedMap<TaskId, ProcessId> active = new TreeMap<>();
    private final SortedMap<TaskId, NavigableSet<ProcessId>> standbys = new TreeMap<>();

    private TaskAnswer(TaskAssignor.TaskAssignment assignment) {
        for (KafkaStreamsAssignment instance : assignment.assignment()) {
            assertThat(byProcess.put(instance.processId(), instance))
                    .as("%s, a second time", instance.processId())
                    .isNull();
            for (AssignedTask task : instance.tasks().values()) {
                if (task.type() == ACTIVE) {
                    active.put(task.id(), instance.processId());
                } else {
                    standbys.computeIfAbsent(task.id(), unseen -> new TreeSet<>())
                            .add(instance.processId());
                }
            }
        }
    }

    /** Fails where Streams would refuse the answer, and where a task is missing, which Streams would not notice. */
    static TaskAnswer of(TaskAssignor assignor, TaskApplication application) {
        TaskAssignor.TaskAssignment assignment = assignor.assign(application);
        assertThat(TaskAssignmentUtils.validateTaskAssignment(application, assignment))
                .isEqualTo(TaskAssignor.AssignmentError.NONE);
        TaskAnswer answer = new TaskAnswer(assignment);
        assertThat(answer.active.keySet())
                .as("tasks that run")
                .containsExactlyInAnyOrderElementsOf(application.allTasks().keySet());
        return answer;
    }

    /** Where each task runs. */
    SortedMap<TaskId, ProcessId> active() {
        return active;
    }

    /** Where it runs. */
    ProcessId active(TaskId task) {
        return Optional.ofNullable(active.get(task)).orElseThrow();
    }

    /** Where it has a standby or a warm-up. */
    NavigableSet<ProcessId> standbys(TaskId task) {
        return standbys.getOrDefault(task, new TreeSet<>());
    }

    /** Everything but when to look again. */
    Map<TaskId, String> all() {
        Map<TaskId, String> all = new TreeMap<>();
        active.forEach((task, process) -> all.put(task, process + " standbys " + standbys(task)));
        return all;
    }

    NavigableSet<TaskId> active(KafkaStreamsState instance) {
        return tasks(instance, ACTIVE);
    }

    NavigableSet<TaskId> standbys(KafkaStreamsState instance) {
        return tasks(instance, STANDBY);
    }

    private NavigableSet<TaskId> tasks(KafkaStreamsState instance, AssignedTask.Type type) {
        return Optional.ofNullable(byProcess.get(instance.processId()))
                .map(assignment -> assignment.tasks().values())
                .orElse(List.of())
                .stream()
                .filter(task -> task.type() == type)
                .map(AssignedTask::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many standbys and warm-ups there are. */
    int standbyCount() {
        return standbys.values().stream().mapToInt(NavigableSet::size).sum();
    }

    /** Who is to look again, and when. */
    Map<ProcessId, Instant> followUps() {
        Map<ProcessId, Instant> followUps = new TreeMap<>();
        byProcess.forEach((process, instance) ->
                instance.followupRebalanceDeadline().ifPresent(when -> followUps.put(process, when)));
        return followUps;
    }

    @Override
    public String toString() {
        return all() + (followUps().isEmpty() ? "" : ", again " + followUps());
    }
}
