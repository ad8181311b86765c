package io.keystead.kafka.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.coordinator.group.api.streams.assignor.AssignmentConfigs;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignmentMetadata;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignmentState;
import org.apache.kafka.coordinator.group.api.streams.assignor.TopologyDescriber;

/**
 * A Streams group as a broker shows it to an assignor: the members, in the order in which they joined, what they have, and
 * the subtopologies. Mutable; not thread-safe while it is changed.
 */
public final class StreamsGroup implements GroupSpec, TopologyDescriber {
    private record Member(
            String processId, Optional<String> instanceId, Optional<String> rackId, Map<String, String> clientTags)
            implements MemberAssignmentMetadata {}

    private record State(Map<String, Set<Integer>> activeTasks, Map<String, Set<Integer>> standbyTasks)
            implements MemberAssignmentState {
        @Override
        public Map<String, Set<Integer>> warmupTasks() {
            return Map.of();
        }

        @Override
        public Map<String, Map<Integer, Long>> taskOffsets() {
            return Map.of();
        }

        @Override
        public Map<String, Map<Integer, Long>> taskEndOffsets() {
            return Map.of();
        }
    }

    private record Configs(int numStandbyReplicas, List<String> rackAwareAssignmentTags) implements AssignmentConfigs {}

    private record Subtopology(int partitions, boolean stateful) {}

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Subtopology> subtopologies = new TreeMap<>();
    private Map<String, MemberAssignment> before = Map.of();
    private Configs configs = new Configs(0, List.of());

    /** Processes {@code process-0}, ... of as many threads each, and subtopologies with state. */
    public static StreamsGroup of(int subtopologies, int partitions, int processes, int threads, int standbys) {
        StreamsGroup group = new StreamsGroup();
        group.configure(standbys, List.of());
        for (int subtopology = 0; subtopology < subtopologies; subtopology++) {
            group.subtopology(Integer.toString(subtopology), partitions, true);
        }
        for (int process = 0; process < processes; process++) {
            group.start("process-" + process, threads);
        }
        return group;
    }

    public void configure(int standbys, List<String> tags) {
        configs = new Configs(standbys, tags);
    }

    /** Adds a subtopology, or grows one. */
    public void subtopology(String id, int partitions, boolean stateful) {
        subtopologies.put(id, new Subtopology(partitions, stateful));
    }

    /** A process joins with threads {@code process/0}, ... */
    public void start(String process, int threads) {
        for (int thread = 0; thread < threads; thread++) {
            join(process + "/" + thread, process, Optional.empty(), Optional.empty(), Map.of());
        }
    }

    /** A member joins, or says anew what it is. */
    public void join(
            String memberId,
            String process,
            Optional<String> instanceId,
            Optional<String> rack,
            Map<String, String> tags) {
        members.put(memberId, new Member(process, instanceId, rack, tags));
    }

    public void leave(String memberId) {
        members.remove(memberId);
    }

    /** All its members leave. */
    public void stop(String process) {
        members.values().removeIf(member -> member.processId().equals(process));
    }

    /** What the next assignment finds as the last one. */
    public void hadBefore(GroupAssignment assignment) {
        before = assignment.members();
    }

    /** The same group, told in another order. */
    StreamsGroup shuffled(RandomGenerator random) {
        StreamsGroup other = new StreamsGroup();
        other.subtopologies.putAll(subtopologies);
        other.before = before;
        other.configs = configs;
        List<String> ids = new ArrayList<>(members.keySet());
        for (int end = ids.size(); end > 1; end--) {
            Collections.swap(ids, end - 1, random.nextInt(end));
        }
        ids.forEach(id -> other.members.put(id, members.get(id)));
        return other;
    }

    /** The members of each process. */
    Map<String, List<String>> processes() {
        Map<String, List<String>> processes = new TreeMap<>();
        members.forEach((id, member) -> processes
                .computeIfAbsent(member.processId(), unseen -> new ArrayList<>())
                .add(id));
        return processes;
    }

    List<Task> tasks(boolean stateful) {
        List<Task> tasks = new ArrayList<>();
        subtopologies.forEach((id, subtopology) -> {
            for (int partition = 0; partition < subtopology.partitions(); partition++) {
                if (subtopology.stateful() == stateful) {
                    tasks.add(new Task(id, partition));
                }
            }
        });
        return tasks;
    }

    /** The member on which each task is active; one with two is an error. */
    Map<Task, String> actives(GroupAssignment assignment) {
        Map<Task, String> actives = new LinkedHashMap<>();
        assignment
                .members()
                .forEach((id, member) -> each(member.activeTasks()).forEach(task -> {
                    String other = actives.put(task, id);
                    if (other != null) {
                        throw new AssertionError(task + " is active twice, on " + other + " and " + id);
                    }
                }));
        return actives;
    }

    /** The members on which each task is a standby. */
    Map<Task, List<String>> standbys(GroupAssignment assignment) {
        Map<Task, List<String>> standbys = new LinkedHashMap<>();
        assignment
                .members()
                .forEach((id, member) -> each(member.standbyTasks())
                        .forEach(task -> standbys.computeIfAbsent(task, unseen -> new ArrayList<>())
                                .add(id)));
        return standbys;
    }

    static List<Task> each(Map<String, Set<Integer>> tasks) {
        List<Task> each = new ArrayList<>();
        tasks.forEach((subtopology, partitions) ->
                partitions.forEach(partition -> each.add(new Task(subtopology, partition))));
        return each;
    }

    @Override
    public Collection<String> memberIds() {
        return Collections.unmodifiableSet(members.keySet());
    }

    @Override
    public MemberAssignmentMetadata memberMetadata(String memberId) {
        return members.get(memberId);
    }

    @Override
    public MemberAssignmentState memberAssignmentState(String memberId) {
        MemberAssignment had = before.getOrDefault(memberId, new MemberAssignment(Map.of(), Map.of()));
        return new State(had.activeTasks(), had.standbyTasks());
    }

    @Override
    public AssignmentConfigs configs() {
        return configs;
    }

    @Override
    public List<String> subtopologies() {
        return List.copyOf(subtopologies.keySet());
    }

    @Override
    public int maxNumInputPartitions(String subtopologyId) {
        return get(subtopologyId).partitions();
    }

    @Override
    public boolean isStateful(String subtopologyId) {
        return get(subtopologyId).stateful();
    }

    private Subtopology get(String id) {
        Subtopology subtopology = subtopologies.get(id);
        if (subtopology == null) {
            throw new NoSuchElementException("Topology does not contain subtopology " + id);
        }
        return subtopology;
    }
}
