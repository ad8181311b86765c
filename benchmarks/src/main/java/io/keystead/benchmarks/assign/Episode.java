package io.keystead.benchmarks.assign;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** A change that happens to a group which has settled under an assignor. */
final class Episode {
    private final Assignor assignor;
    private final Group group;
    private final Map<TopicPartition, String> before;

    Episode(Assignor assignor, Group group) {
        this.assignor = assignor;
        this.group = group;
        // They join one after the other, as they do when a group grows.
        List<String> alive = new ArrayList<>();
        Map<TopicPartition, String> owners = Map.of();
        for (String worker : group.names()) {
            alive.add(worker);
            if (isWorthARebalance(alive.size())) {
                owners = assignor.rebalance(alive);
            }
        }
        this.before = owners;
    }

    /** The first ones alone and then in tens: a large group need not be brought up by hundreds of rebalances. */
    private boolean isWorthARebalance(int size) {
        return size <= 3 || size % 10 == 0 || size == group.workers();
    }

    /** The largest load over the mean one. */
    double maxOverMean() {
        Map<String, Integer> loads = new HashMap<>();
        before.values().forEach(worker -> loads.merge(worker, 1, Integer::sum));
        int most = loads.values().stream().max(Integer::compare).orElse(0);
        return (double) most * group.workers() / group.partitions();
    }

    Outcome run(Change change) {
        Map<TopicPartition, String> owners = before;
        List<String> alive = group.names();
        int moved = 0;
        int fewest = 0;
        for (List<String> next : change.steps(group)) {
            alive.stream().filter(worker -> !next.contains(worker)).forEach(assignor::forget);
            if (!next.isEmpty()) {
                Map<TopicPartition, String> after = assignor.rebalance(next);
                fewest += change == Change.FULL_RESTART ? 0 : fewest(owners, alive, next);
                moved += differences(owners, after);
                owners = after;
            }
            alive = next;
        }
        double all = group.partitions();
        return new Outcome(moved / all, differences(before, owners) / all, fewest / all);
    }

    /** What those that have left had, and of those that have come what even loads give the least of them. */
    private int fewest(Map<TopicPartition, String> owners, List<String> from, List<String> to) {
        Set<String> gone = new HashSet<>(from);
        to.forEach(gone::remove);
        Set<String> come = new HashSet<>(to);
        from.forEach(come::remove);
        long left = owners.values().stream().filter(gone::contains).count();
        return (int) left + come.size() * (group.partitions() / to.size());
    }

    private static int differences(Map<TopicPartition, String> some, Map<TopicPartition, String> others) {
        int differences = 0;
        for (Map.Entry<TopicPartition, String> owner : some.entrySet()) {
            differences += owner.getValue().equals(others.get(owner.getKey())) ? 0 : 1;
        }
        return differences;
    }
}
