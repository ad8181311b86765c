package io.keystead.kafka.streams;

import static org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type.ACTIVE;
import static org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask.Type.STANDBY;

import io.keystead.hrw.Constraint;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.balance.TaskPlacement;
import io.keystead.hrw.balance.TaskTransition;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.kafka.consumer.AssignorConfig;
import io.keystead.kafka.topology.OneLine;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns the tasks of a Kafka Streams application to its instances by rendezvous hashing, under the classic protocol
 * ({@code task.assignor.class}, KIP-924; Kafka Streams 3.8 and later).
 *
 * <p>A stateful task has a home, and standbys that follow from it ({@link TaskPlacement}); while state is on its way there,
 * a {@link TaskTransition} says where it runs, with the bound on warm-ups that stands there. When an instance dies, its tasks
 * go on where their first standby is, and come home when it returns and has caught up. Home is computed from the ids
 * of the tasks and instances alone, so every leader computes the same, and a restart of all instances changes nothing.
 *
 * <p>An instance's id is its client tag {@code keystead.member.id} if it has one, else its process id, which lives
 * as long as its state directory and, without stores on disk, only as long as the process. It weighs as much as it has
 * processing threads. Standbys differ from their home, and from each other, in every tag of {@code
 * rack.aware.assignment.tags} and in {@code client.rack}, the last given up first.
 *
 * <p>Tasks without a changelog are placed by bounded balance of their own: state and the rest are each within their rooms, so
 * their sum is within the sum of these. They have no standbys and move at once.
 *
 * <p>Where lags could not be fetched, tasks stay where they run until the next look. Streams makes a new assignor for every
 * rebalance: this keeps nothing. Not thread-safe.
 */
public final class HrwTaskAssignor implements TaskAssignor {
    private static final Logger LOG = LoggerFactory.getLogger(HrwTaskAssignor.class);
    private static final KeyHash HASH = KeyHash.xxh3(0);

    private static final int MOST_NAMED = 5;

    /** What consumers have and tasks have not, and what is there instead. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.of(
            AssignorConfig.MEMBER_ID,
            "it does not name an instance of Streams; allowed: client.tag." + TaskClients.MEMBER_ID_TAG + "=NAME",
            AssignorConfig.MEMBER_WEIGHT,
            "it does not weigh an instance of Streams; allowed: num.stream.threads, by which one weighs",
            AssignorConfig.COLOCATE,
            "a task has all partitions that are read together; allowed: to leave it out");

    private AssignorConfig config = new AssignorConfig(Map.of());
    private String leader = "";

    /** For Kafka Streams, which makes one by name. */
    public HrwTaskAssignor() {}

    /**
     * Reads {@code keystead.assignor.slack} from the application's properties.
     *
     * @throws ConfigException if it is bad, or a property of consumers is set that would do nothing here; one line that names
     *     the property, the value and what is allowed
     */
    @Override
    public void configure(Map<String, ?> configs) {
        WITHOUT_EFFECT.forEach((name, instead) -> {
            Object value = configs.get(name);
            if (value != null && !value.toString().isBlank()) {
                throw new ConfigException(name, OneLine.of(value.toString()), instead);
            }
        });
        config = new AssignorConfig(configs);
        Object clientId = configs.get("client.id");
        leader = clientId == null ? "" : clientId.toString();
    }

    /**
     * Every task once active, and every instance in the answer, in O(tasks times instances) for the slack's default.
     *
     * @throws org.apache.kafka.streams.errors.TaskAssignmentException if Streams cannot tell what the instances hold; it then
     *     tries again
     */
    @Override
    public TaskAssignment assign(ApplicationState application) {
        // What it may throw makes Streams try again.
        Map<ProcessId, KafkaStreamsState> states = application.kafkaStreamsStates(true);
        if (states.isEmpty()) {
            LOG.error(
                    "There is no instance to assign {} tasks to",
                    application.allTasks().size());
            return new TaskAssignment(List.of());
        }
        TaskClients clients = new TaskClients(states.values());
        TaskLags lags = new TaskLags(clients, application.allTasks().values());
        TaskTransition transition = transition(clients, lags, application.assignmentConfigs());
        Map<ProcessId, Set<AssignedTask>> assigned = new TreeMap<>();
        states.keySet().forEach(process -> assigned.put(process, new HashSet<>()));
        BiConsumer<String, AssignedTask> assign = (client, task) -> assigned.computeIfAbsent(
                        clients.state(client).processId(), process -> new HashSet<>())
                .add(task);
        transition.hosts().forEach((name, hosts) -> {
            TaskId task = lags.task(name);
            assign.accept(hosts.active(), new AssignedTask(task, ACTIVE));
            hosts.standbys().forEach(client -> assign.accept(client, new AssignedTask(task, STANDBY)));
            hosts.warmups().forEach(client -> assign.accept(client, new AssignedTask(task, STANDBY)));
        });
        BoundedBalance.assign(HASH, lags.statelessTasks(), clients.candidates(), config.slack())
                .owners()
                .forEach((name, client) -> assign.accept(client, new AssignedTask(lags.task(name), ACTIVE)));
        return answer(assigned, transition, clients, application.assignmentConfigs());
    }

    private TaskTransition transition(TaskClients clients, TaskLags lags, AssignmentConfigs configs) {
        List<Constraint> constraints = clients.constraints(configs.rackAwareAssignmentTags());
        TaskPlacement placement = TaskPlacement.of(
                HASH,
                lags.statefulTasks(),
                clients.candidates(),
                config.slack(),
                configs.numStandbyReplicas(),
                constraints);
        Map<String, List<Constraint>> relaxed = placement.relaxed();
        if (!relaxed.isEmpty()) {
            LOG.warn(
                    "The standbys of {} of {} tasks do not satisfy all of {}: there are too few instances that differ so. {}",
                    relaxed.size(),
                    lags.statefulTasks().size(),
                    constraints,
                    inShort(relaxed));
        }
        if (!lags.areKnown()) {
            LOG.warn(
                    "The end offsets of the changelogs could not be fetched: every task stays where it runs or has state");
            return TaskTransition.withoutLags(placement, lags::runs, lags::holds);
        }
        return TaskTransition.of(placement, lags, configs.acceptableRecoveryLag(), configs.maxWarmupReplicas());
    }

    /** Of thousands of tasks only a few by name: this is logged at every rebalance. */
    static String inShort(Map<String, List<Constraint>> relaxed) {
        Map<Constraint, Integer> tasks = new LinkedHashMap<>();
        relaxed.values().forEach(givenUp -> givenUp.forEach(constraint -> tasks.merge(constraint, 1, Integer::sum)));
        List<String> some = relaxed.entrySet().stream()
                .limit(MOST_NAMED)
                .map(Object::toString)
                .collect(Collectors.toList());
        int others = relaxed.size() - some.size();
        return "Given up, with the number of tasks: " + tasks + "; by task: " + String.join(", ", some)
                + (others > 0 ? " and " + others + " others" : "");
    }

    private TaskAssignment answer(
            Map<ProcessId, Set<AssignedTask>> assigned,
            TaskTransition transition,
            TaskClients clients,
            AssignmentConfigs configs) {
        Map<ProcessId, KafkaStreamsAssignment> answer = new TreeMap<>();
        assigned.forEach((process, tasks) -> answer.put(process, KafkaStreamsAssignment.of(process, tasks)));
        if (!transition.isSettled()) {
            LOG.info(
                    "{} of {} tasks with state are not where they belong yet: {} warm-ups, {} waiting; next look in {} ms",
                    transition.displaced(),
                    transition.hosts().size(),
                    transition.warmups(),
                    transition.waiting(),
                    configs.probingRebalanceIntervalMs());
            Instant next = Instant.now().plusMillis(configs.probingRebalanceIntervalMs());
            answer.computeIfPresent(clients.leader(leader), (process, tasks) -> tasks.withFollowupRebalance(next));
        }
        return new TaskAssignment(answer.values());
    }
}
