package io.keystead.hrw.balance;

import io.keystead.hrw.hash.Utf8;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * Where tasks are to be for now, while their state is still on its way to where their {@link TaskPlacement} wants it.
 *
 * <p>The active one is the first client in the task's order of preference that has caught up. Where none has, those that are
 * no further behind the best of them than the acceptable lag count as equal, and the first of them is active. The standbys are
 * the next that have caught up. A wanted replica that has not becomes a standby all the same where places are left; otherwise
 * a client that has caught up stands in for it, and it is a <b>warm-up</b>: a replica more than there are to be. Of these
 * there are at most m = {@code maxWarmups} over all tasks; the others <b>wait</b>. They are dealt in turn over the clients that
 * are to be warmed up, in byte order, each with its own tasks in byte order: first the homes, then the standbys.
 *
 * <p><b>Bound.</b> Let E be the number of warm-ups and waiting ones when the clients last changed, H the homes among them, and
 * let every replica that has a place catch up, and stay so, before the next look. Then all tasks run at home after at most
 * max(1, ceil(H / m)) further looks, and after at most max(1, ceil(E / m)) all is in place and no warm-up is left.
 *
 * <p><b>Clients that never catch up.</b> Let there be f of them, f &lt; m, let all others catch up as above, and let G be the
 * homes among H that are not theirs. Then these tasks run at home after at most max(1, ceil(G / floor(m / (f + 1)))) further
 * looks. Not promised: anything for f &gt;= m, so one such client may hold the only warm-up for ever where m is 1 (to the same
 * lags there is the same answer, and theirs do not change); nor that standbys elsewhere are warmed up, which wait for all
 * homes. Until then the clients that have caught up stand in for them.
 *
 * <p><b>Until all is in place</b> a home that has begun to catch up keeps its place. So does a standby, but where a warm-up
 * catches up ahead of a replica of its task that holds a standby's place: that one may then need the warm-up's place, by its
 * client's turn, and one of them waits. Not promised: any of this while lags swing around the acceptable one.
 *
 * <p>Depends on the placement and on what the clients hold alone, not on earlier transitions. With t tasks and n clients:
 * O(t n log n) time, O(t) memory. Immutable and thread-safe.
 */
public final class TaskTransition {
    private final TaskPlacement placement;
    private final SortedMap<String, TaskHosts> hosts = new TreeMap<>(Utf8.ORDER);
    private final List<Draft> drafts = new ArrayList<>();
    private final int maxWarmups;
    private int warmups;
    private int waiting;
    private int displaced;

    private TaskTransition(TaskPlacement placement, int maxWarmups) {
        this.placement = placement;
        this.maxWarmups = maxWarmups;
    }

    /** How far a client is behind the end of a task's changelogs. */
    public interface Lags {
        /** The lag of a client that has nothing of a task. */
        long NOTHING = Long.MAX_VALUE;

        /** The lag in records: 0 for a client that runs the task, {@link #NOTHING} at most. */
        long of(String task, String client);
    }

    /**
     * Plans by lags.
     *
     * @param acceptableLag a client that is so many records behind or fewer has caught up; 0 or above
     * @param maxWarmups how many warm-ups there may be at a time; 1 or above
     * @throws IllegalArgumentException if a number is out of range
     */
    public static TaskTransition of(TaskPlacement placement, Lags lags, long acceptableLag, int maxWarmups) {
        if (acceptableLag < 0 || maxWarmups < 1) {
            throw new IllegalArgumentException("the acceptable lag " + acceptableLag + " or the number of warm-ups "
                    + maxWarmups + " is out of range; allowed: 0 and above, 1 and above");
        }
        TaskTransition transition = new TaskTransition(placement, maxWarmups);
        for (String task : placement.tasks()) {
            List<String> wanted = placement.replicas(task);
            if (wanted.stream().allMatch(client -> lags.of(task, client) <= acceptableLag)) {
                // The rule without a look at all clients, of whom these are the first in the order of preference.
                transition.place(task, wanted.get(0), wanted);
                continue;
            }
            Map<String, Long> lagOf = new LinkedHashMap<>();
            placement.preference(task).forEach(client -> lagOf.put(client, lags.of(task, client)));
            List<String> ready = those(lagOf, lag -> lag <= acceptableLag);
            long least = Collections.min(lagOf.values());
            List<String> best = ready.isEmpty() ? those(lagOf, lag -> lag - least <= acceptableLag) : ready;
            transition.place(task, best.get(0), ready);
        }
        return transition.complete();
    }

    /**
     * Plans where lags are not known: a task stays where it runs, one that runs nowhere goes to the first client that holds
     * some of its state, and those that hold some stay its standbys. Nothing is warmed up.
     *
     * @param runs whether a client (second, its id) runs a task (first)
     * @param holds whether it holds some state of it
     */
    public static TaskTransition withoutLags(
            TaskPlacement placement, BiPredicate<String, String> runs, BiPredicate<String, String> holds) {
        TaskTransition transition = new TaskTransition(placement, 0);
        for (String task : placement.tasks()) {
            List<String> holders = placement.preference(task).stream()
                    .filter(client -> runs.test(task, client) || holds.test(task, client))
                    .collect(Collectors.toList());
            String active = holders.stream()
                    .filter(client -> runs.test(task, client))
                    .findFirst()
                    .orElse(holders.isEmpty() ? placement.home(task) : holders.get(0));
            transition.place(task, active, holders);
        }
        return transition.complete();
    }

    private static List<String> those(Map<String, Long> lagOf, LongPredicate which) {
        return lagOf.entrySet().stream()
                .filter(client -> which.test(client.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    /** @param ready clients that have caught up, in the task's order of preference: the wanted ones first */
    private void place(String task, String active, List<String> ready) {
        List<String> wanted = new ArrayList<>(placement.replicas(task));
        wanted.remove(active);
        List<String> standbys = ready.stream()
                .filter(client -> !client.equals(active))
                .limit(placement.standbys())
                .collect(Collectors.toList());
        List<String> behind = new ArrayList<>();
        for (String client : wanted) {
            if (standbys.contains(client)) {
                continue;
            }
            (standbys.size() < placement.standbys() ? standbys : behind).add(client);
        }
        displaced += active.equals(placement.home(task)) && wanted.containsAll(standbys) ? 0 : 1;
        drafts.add(new Draft(task, active, standbys, behind));
    }

    /** Warm-ups for the homes come first: what runs elsewhere is what users notice. */
    private TaskTransition complete() {
        deal((draft, client) -> client.equals(placement.home(draft.task)));
        deal((draft, client) -> !client.equals(placement.home(draft.task)));
        drafts.forEach(draft -> hosts.put(draft.task, new TaskHosts(draft.active, draft.standbys, draft.warmups())));
        drafts.clear();
        return this;
    }

    /** In turn over the clients, so that one which never catches up holds no more than its turns. */
    private void deal(BiPredicate<Draft, String> which) {
        SortedMap<String, Deque<Draft>> byClient = new TreeMap<>(Utf8.ORDER);
        for (Draft draft : drafts) {
            draft.behind.stream()
                    .filter(client -> which.test(draft, client))
                    .forEach(client -> byClient.computeIfAbsent(client, unseen -> new ArrayDeque<>())
                            .add(draft));
        }
        Deque<Map.Entry<String, Deque<Draft>>> turns = new ArrayDeque<>(byClient.entrySet());
        while (!turns.isEmpty()) {
            Map.Entry<String, Deque<Draft>> client = turns.remove();
            warmUp(client.getValue().remove(), client.getKey());
            if (!client.getValue().isEmpty()) {
                turns.add(client);
            }
        }
    }

    private void warmUp(Draft draft, String client) {
        if (warmups < maxWarmups) {
            warmups++;
            draft.granted.add(client);
        } else {
            waiting++;
        }
    }

    /** Which clients have each task; every task is there. */
    public SortedMap<String, TaskHosts> hosts() {
        return Collections.unmodifiableSortedMap(hosts);
    }

    /** How many warm-ups there are. */
    public int warmups() {
        return warmups;
    }

    /** How many wanted replicas wait until another warm-up has caught up. */
    public int waiting() {
        return waiting;
    }

    /** How many tasks run, or have a standby, where they are not wanted. */
    public int displaced() {
        return displaced;
    }

    /** Whether every task and standby is where it is wanted; otherwise look again when replicas may have caught up. */
    public boolean isSettled() {
        return displaced == 0;
    }

    @Override
    public String toString() {
        return hosts + ", " + displaced + " displaced, " + warmups + " warm-ups, " + waiting + " waiting";
    }

    /** A task whose warm-ups are still to be given. */
    private static final class Draft {
        final String task;
        final String active;
        final List<String> standbys;
        final List<String> behind;
        final Set<String> granted = new HashSet<>();

        Draft(String task, String active, List<String> standbys, List<String> behind) {
            this.task = task;
            this.active = active;
            this.standbys = standbys;
            this.behind = behind;
        }

        /** In the task's order of preference, whosever turn came first. */
        List<String> warmups() {
            return behind.stream().filter(granted::contains).collect(Collectors.toList());
        }
    }
}
