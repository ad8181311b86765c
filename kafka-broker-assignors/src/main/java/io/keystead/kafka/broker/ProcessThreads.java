package io.keystead.kafka.broker;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.streams.assignor.MemberAssignmentState;

/** The members of one process, which are its threads, with what each of them has. */
final class ProcessThreads {
    private final List<String> members;
    private final Map<Task, Integer> active = new HashMap<>();
    private final Map<Task, Integer> standby = new HashMap<>();

    /** @param members in a stable order */
    ProcessThreads(GroupSpec group, List<String> members) {
        this.members = members;
        for (int thread = 0; thread < members.size(); thread++) {
            MemberAssignmentState state = group.memberAssignmentState(members.get(thread));
            note(state.activeTasks(), thread, active);
            note(state.standbyTasks(), thread, standby);
            note(state.warmupTasks(), thread, standby);
        }
    }

    private static void note(Map<String, Set<Integer>> held, int thread, Map<Task, Integer> threads) {
        held.forEach((subtopology, partitions) ->
                partitions.forEach(partition -> threads.putIfAbsent(new Task(subtopology, partition), thread)));
    }

    /** Deals out what is placed on the process. A task that changes its role stays on its thread too, with its stores. */
    Map<String, MemberAssignment> deal(Collection<Task> actives, Collection<Task> standbys) {
        ThreadShares shares = new ThreadShares(members.size());
        List<List<Task>> activeOf = shares.deal(actives, task -> holder(task, active, standby));
        List<List<Task>> standbyOf = shares.deal(standbys, task -> holder(task, standby, active));
        Map<String, MemberAssignment> dealt = new HashMap<>();
        for (int thread = 0; thread < members.size(); thread++) {
            dealt.put(
                    members.get(thread),
                    new MemberAssignment(bySubtopology(activeOf.get(thread)), bySubtopology(standbyOf.get(thread))));
        }
        return dealt;
    }

    private static int holder(Task task, Map<Task, Integer> inThisRole, Map<Task, Integer> inTheOther) {
        return inThisRole.getOrDefault(task, inTheOther.getOrDefault(task, ThreadShares.NONE));
    }

    private static Map<String, Set<Integer>> bySubtopology(List<Task> tasks) {
        Map<String, Set<Integer>> bySubtopology = new HashMap<>();
        tasks.forEach(task -> bySubtopology
                .computeIfAbsent(task.subtopology(), unseen -> new HashSet<>())
                .add(task.partition()));
        return bySubtopology;
    }
}
