package io.keystead.kafka.broker;

import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.balance.TaskPlacement;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.TaskAssignor;
import org.apache.kafka.coordinator.group.api.streams.assignor.TaskAssignorException;
import org.apache.kafka.coordinator.group.api.streams.assignor.TopologyDescriber;

/**
 * Assigns the tasks of a Streams group (KIP-1071) in the broker, by rendezvous hashing with a bound on loads.
 *
 * <p>A task with state has a home, and standbys that follow from it: {@link TaskPlacement}. When a process dies, each of its
 * tasks goes on where its first standby is, as far as {@code rack.aware.assignment.tags} and {@code client.rack} let the
 * standby be there; when it returns, they go home. Tasks without state have a bounded balance of their own.
 *
 * <p>Which process has a task depends on who is in the group and on nothing that was before. This is the target; the
 * broker's coordinator is to warm tasks up on the way to it, which that of Kafka 4.4 does not do yet. Until then a task whose
 * home has none of its state moves there at once and is restored before it goes on, as with the broker's own assignor.
 *
 * <p>A process is ranked by its client tag {@code keystead.member.id} if it has one, else by its process id, which Streams
 * keeps in the state directory if there are stores on disk and makes anew at each start if not. It weighs what its client
 * tag {@code keystead.weight} says, else 1, however many members it has, which are its threads: while they come and go one
 * by one, nothing moves between processes. Among its members its tasks are dealt evenly, and a thread keeps what it has as
 * far as that allows: there alone, what was before counts.
 *
 * <p>In {@code group.streams.assignors} of the broker it is named by this class, in {@code streams.assignor.name} of the
 * group {@value #NAME}. The broker's {@code keystead.assignor.slack} holds for all its groups. Stateless besides that;
 * thread-safe.
 *
 * @see <a href="https://cwiki.apache.org/confluence/x/2BCTEg">KIP-1071</a>
 */
public final class HrwTaskAssignor implements TaskAssignor, Configurable {
    /** What groups call it. */
    public static final String NAME = "hrw";

    private static final KeyHash HASH = KeyHash.xxh3(0);

    private volatile AssignorSettings settings = AssignorSettings.DEFAULT;

    /** With the default settings until {@link #configure}. */
    public HrwTaskAssignor() {}

    /**
     * Takes its settings from the broker's properties.
     *
     * @throws ConfigException if one is bad; one line that names the property, the value and what is allowed
     */
    @Override
    public void configure(Map<String, ?> configs) {
        settings = new AssignorSettings(configs);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * The tasks of each member. Every task is active once; a task with state has as many standbys as are asked for, on
     * processes of their own, or one on each other process where there are fewer.
     *
     * @throws TaskAssignorException if an id is empty or not well-formed Unicode, or a subtopology is unknown, which the
     *     broker rules out
     */
    @Override
    public GroupAssignment assign(GroupSpec group, TopologyDescriber topology) throws TaskAssignorException {
        if (group.memberIds().isEmpty()) {
            return new GroupAssignment(Map.of());
        }
        try {
            Processes processes = new Processes(group);
            return deal(group, processes, place(group, topology, processes));
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw new TaskAssignorException(String.valueOf(e.getMessage()), e);
        }
    }

    private Map<String, ProcessTasks> place(GroupSpec group, TopologyDescriber topology, Processes processes) {
        double slack = settings.slack();
        Map<String, ProcessTasks> placed = new HashMap<>();
        processes.candidates().forEach(process -> placed.put(process.id(), new ProcessTasks()));
        Map<String, Task> stateful = tasks(topology, true);
        TaskPlacement placement = TaskPlacement.of(
                HASH,
                stateful.keySet(),
                processes.candidates(),
                slack,
                group.configs().numStandbyReplicas(),
                processes.constraints());
        stateful.forEach((name, task) -> {
            List<String> replicas = placement.replicas(name);
            of(placed, replicas.get(0)).active.add(task);
            replicas.subList(1, replicas.size())
                    .forEach(standby -> of(placed, standby).standby.add(task));
        });
        Map<String, Task> stateless = tasks(topology, false);
        BoundedBalance.assign(HASH, stateless.keySet(), processes.candidates(), slack)
                .owners()
                .forEach((name, process) -> of(placed, process).active.add(of(stateless, name)));
        return placed;
    }

    private static Map<String, Task> tasks(TopologyDescriber topology, boolean stateful) {
        Map<String, Task> tasks = new TreeMap<>();
        for (String subtopology : topology.subtopologies()) {
            int partitions =
                    topology.isStateful(subtopology) == stateful ? topology.maxNumInputPartitions(subtopology) : 0;
            for (int partition = 0; partition < partitions; partition++) {
                Task task = new Task(subtopology, partition);
                tasks.put(task.name(), task);
            }
        }
        return tasks;
    }

    private static GroupAssignment deal(GroupSpec group, Processes processes, Map<String, ProcessTasks> placed) {
        Map<String, MemberAssignment> members = new HashMap<>();
        placed.forEach((process, tasks) -> members.putAll(
                new ProcessThreads(group, processes.threads(process)).deal(tasks.active, tasks.standby)));
        return new GroupAssignment(members);
    }

    private static <T> T of(Map<String, T> map, String key) {
        T value = map.get(key);
        if (value == null) {
            throw new IllegalArgumentException("\"" + key + "\" is unknown; allowed: " + map.keySet());
        }
        return value;
    }

    /** What is placed on one process, each in the order of the tasks' names. */
    private static final class ProcessTasks {
        final List<Task> active = new ArrayList<>();
        final List<Task> standby = new ArrayList<>();
    }
}
