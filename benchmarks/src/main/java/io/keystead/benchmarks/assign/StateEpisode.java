package io.keystead.benchmarks.assign;

import io.keystead.benchmarks.assign.TaskPeer.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;

/**
 * A change that happens to a Streams application which has settled under an assignor: between two rebalances every
 * assigned task catches up, and whatever asks for a follow-up gets one.
 */
final class StateEpisode {
    private static final int MOST_FOLLOW_UPS = 2000;
    private static final int RACKS = 3;

    private final TaskPeer peer;
    private final Group group;
    private final long acceptableLag;
    private final Set<TaskId> tasks = new HashSet<>();
    private final Map<String, Streams> instances = new HashMap<>();
    private Map<TaskId, String> active = new HashMap<>();
    private final Map<TaskId, String> before;

    private long restored;
    private int waited;
    private int rebalances;

    StateEpisode(TaskPeer peer, Group group, long acceptableLag) {
        this.peer = peer;
        this.group = group;
        this.acceptableLag = acceptableLag;
        for (int task = 0; task < group.partitions(); task++) {
            tasks.add(new TaskId(task % 2, task / 2));
        }
        settle(group.names());
        this.before = active;
    }

    double maxOverMean() {
        Map<String, Integer> loads = new HashMap<>();
        before.values().forEach(name -> loads.merge(name, 1, Integer::sum));
        return (double) loads.values().stream().max(Integer::compare).orElseThrow()
                * group.workers()
                / group.partitions();
    }

    /** What the change cost. */
    Cost run(Change change) {
        restored = 0;
        waited = 0;
        rebalances = 0;
        List<String> alive = group.names();
        List<List<String>> steps = change.steps(group);
        for (int step = 0; step < steps.size(); step++) {
            List<String> next = steps.get(step);
            for (String name : alive) {
                if (!next.contains(name)) {
                    instance(name).stop(!next.isEmpty());
                }
            }
            // Whoever is to come back does so before the next follow-up.
            boolean returns = change.returns() && next.size() < group.workers();
            if (!next.isEmpty() && returns) {
                rebalance(next);
            } else if (!next.isEmpty()) {
                settle(next);
            }
            alive = next;
        }
        long elsewhere = tasks.stream()
                .filter(task -> !Objects.equals(before.get(task), active.get(task)))
                .count();
        double all = tasks.size();
        return new Cost(restored / (all * Streams.CHANGELOG), waited / all, elsewhere / all, rebalances);
    }

    private void settle(List<String> alive) {
        for (int followUp = 0; rebalance(alive); followUp++) {
            if (followUp == MOST_FOLLOW_UPS) {
                throw new IllegalStateException("the application has not settled after " + followUp + " follow-ups");
            }
        }
    }

    private boolean rebalance(List<String> alive) {
        List<Streams> members = new ArrayList<>();
        alive.forEach(name -> members.add(instance(name)));
        Plan plan = peer.assign(members, tasks);
        rebalances++;
        active = new HashMap<>();
        for (Streams member : members) {
            Set<TaskId> its = plan.active(member);
            Set<TaskId> standby = plan.standby(member);
            for (TaskId task : its) {
                active.put(task, member.name);
                restored += member.lag(task);
                waited += member.lag(task) > acceptableLag ? 1 : 0;
            }
            for (TaskId task : standby) {
                restored += member.lag(task);
            }
            member.run(its, standby);
        }
        if (active.size() != tasks.size()) {
            throw new IllegalStateException(active.size() + " of " + tasks.size() + " tasks are active");
        }
        return plan.followUp();
    }

    private Streams instance(String name) {
        return instances.computeIfAbsent(name, unseen -> {
            int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
            return new Streams(name, "r" + number % RACKS);
        });
    }

    /**
     * In parts of all tasks.
     *
     * @param restored the state read from changelogs, a whole task's being 1
     * @param waited tasks that became active where their state was not, and stood still until it was
     * @param elsewhere tasks that are active elsewhere in the end than before
     * @param rebalances how many it took
     */
    record Cost(double restored, double waited, double elsewhere, int rebalances) {}
}
