package io.keystead.hrw.balance;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Selection;
import io.keystead.hrw.Topology;
import io.keystead.hrw.balance.SeatContest.Group;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where every task of a stream application and its standbys belong, whatever state the clients hold today.
 *
 * <p>A task prefers clients in this order: its <b>home</b>, the owner in {@link BoundedBalance} over all clients; then its
 * <b>heir</b>, who would be the owner if the home were not there; then the others by plain rank. The home runs the task,
 * and the standbys are the next in this order that satisfy the constraints together with the home. So when a client dies, the
 * heir of each of its tasks is the task's new home: where constraints let the heir be the first standby, the task goes on
 * there and stays. Where they do not, it goes on at its first standby, and its new home may be another.
 *
 * <p>Homes are within the rooms of bounded balance. Standbys are not counted: what a client gets when another one dies is
 * within its room of that day, and the sum of its standbys is balanced as far as rank does it.
 *
 * <p>The result depends on the set of tasks and clients alone. With t tasks and n clients: O(t n + n^2) time; with standbys
 * and slack 0 O(t n^2), for bounded balance then runs again without each client. Where constraints skip so many that k
 * clients have to be looked at (where they cannot be met, until there is one for every replica of each kind that they tell
 * apart), add O(t k (s + log n)) for s standbys. O(t + n) memory besides
 * t for each standby. Protocol {@code hrw-v1}, section
 * <i>Bounded balance</i>; a task is {@code subtopology_partition}. Immutable and thread-safe.
 */
public final class TaskPlacement {
    /** How many more than are wanted are ranked at first where constraints may skip some. */
    private static final int FIRST_SPARES = 5;

    private static final int GROWTH = 4;

    private final int standbys;
    private final List<Constraint> constraints;
    private final Placement ranking;
    private final List<Candidate> clients;
    private final SortedMap<String, Integer> numbers;
    private final int[] homes;
    private final int[] heirs;
    private final Map<List<Optional<String>>, Integer> kinds;
    private final List<Selection> selections;

    private TaskPlacement(
            KeyHash hash,
            List<String> tasks,
            List<Candidate> clients,
            double slack,
            int standbys,
            List<Constraint> constraints) {
        this.standbys = standbys;
        this.constraints = constraints;
        this.clients = clients;
        this.ranking =
                Placement.of(Topology.builder().hash(hash).candidates(clients).build());
        SortedMap<String, Integer> byName = new TreeMap<>(Utf8.ORDER);
        tasks.forEach(task -> byName.put(task, byName.size()));
        this.numbers = Collections.unmodifiableSortedMap(byName);
        SeatContest contest = contest(hash, tasks, clients);
        this.homes = contest.run(slack).members;
        this.heirs = standbys == 0 || clients.size() == 1 ? homes : heirs(contest, homes, slack);
        this.kinds = kinds(clients);
        this.selections = tasks.stream().map(this::select).collect(Collectors.toList());
    }

    /**
     * Places every task.
     *
     * @param hash the hash of tasks and client ids
     * @param tasks their names, for example {@code 0_3}; none is fine, one named twice counts once
     * @param clients at least one active one, distinct in id; the others get nothing
     * @param slack 0 to 1000; 0.25 lets a client take a quarter more than its share
     * @param standbys how many each task is to have, 0 or above; fewer where there are not so many other clients
     * @param constraints what a task's home and standbys must satisfy together, by labels of the clients; the last is given
     *     up first
     * @throws IllegalArgumentException if no client is active, an id stands twice, a number is out of range, or a name is not
     *     well-formed Unicode
     */
    public static TaskPlacement of(
            KeyHash hash,
            Collection<String> tasks,
            Collection<Candidate> clients,
            double slack,
            int standbys,
            List<Constraint> constraints) {
        SeatContest.checkSlack(slack);
        if (standbys < 0) {
            throw new IllegalArgumentException(
                    "the number of standbys " + standbys + " is negative; allowed: 0 and above");
        }
        NavigableSet<String> sorted = new TreeSet<>(Utf8.ORDER);
        sorted.addAll(tasks);
        List<Candidate> active = BoundedBalance.sortedActive(clients);
        return new TaskPlacement(hash, List.copyOf(sorted), active, slack, standbys, List.copyOf(constraints));
    }

    private static SeatContest contest(KeyHash hash, List<String> tasks, List<Candidate> clients) {
        long[] hashes =
                tasks.stream().mapToLong(task -> hash.hash(Utf8.encode(task))).toArray();
        Group all = new Group(hashes.length, IntStream.range(0, clients.size()).toArray());
        return new SeatContest(hash, hashes, clients, new int[hashes.length], List.of(all));
    }

    /** Who would own each task if its home were not there. */
    private static int[] heirs(SeatContest contest, int[] homes, double slack) {
        if (slack > 0) {
            return new Heirs(contest, homes, slack).heirs();
        }
        int[] heirs = new int[homes.length];
        IntStream.of(homes).distinct().forEach(absent -> {
            int[] owners = contest.runWithout(absent, slack).members;
            for (int task = 0; task < homes.length; task++) {
                if (homes[task] == absent) {
                    heirs[task] = owners[task];
                }
            }
        });
        return heirs;
    }

    /** The tasks in the byte order of their names. */
    public Collection<String> tasks() {
        return numbers.keySet();
    }

    /** How many standbys each task has: as many as were asked for, or one for every other client. */
    public int standbys() {
        return Math.min(standbys, clients.size() - 1);
    }

    /** The id of the client that is to run the task. */
    public String home(String task) {
        return clients.get(homes[number(task)]).id();
    }

    /** The ids of the clients that are to hold the task's state: its home, then its standbys in the order of preference. */
    public List<String> replicas(String task) {
        return selections.get(number(task)).chosen().stream()
                .map(Candidate::id)
                .collect(Collectors.toUnmodifiableList());
    }

    /** The ids of all clients in the order in which the task prefers them: its replicas, then the others. */
    public List<String> preference(String task) {
        Set<String> preference = new LinkedHashSet<>(replicas(task));
        order(task, clients.size()).forEach(client -> preference.add(client.id()));
        return List.copyOf(preference);
    }

    /** The tasks whose replicas do not satisfy all constraints, with those that were given up for them. */
    public Map<String, List<Constraint>> relaxed() {
        Map<String, List<Constraint>> relaxed = new LinkedHashMap<>();
        numbers.forEach((task, number) -> {
            List<Constraint> givenUp = selections.get(number).relaxed();
            if (!givenUp.isEmpty()) {
                relaxed.put(task, givenUp);
            }
        });
        return relaxed;
    }

    /** By as much of the order as is needed: the walk down a longer one chooses the same. */
    private Selection select(String task) {
        int wanted = 1 + standbys();
        int ranked = constraints.isEmpty() ? wanted : wanted + FIRST_SPARES;
        while (true) {
            List<Candidate> order = order(task, ranked);
            Selection selection = Selection.inOrder(order, wanted, constraints);
            boolean found = selection.isComplete() && selection.relaxed().isEmpty();
            if (found || ranked >= clients.size() || kinds(order).equals(kinds)) {
                return selection;
            }
            ranked *= GROWTH;
        }
    }

    /**
     * How many clients there are of each kind, those with the same values of the labels that count; as many as replicas at
     * most. A walk that skips a client skips all of its kind from then on, so it never comes to more of them.
     */
    private Map<List<Optional<String>>, Integer> kinds(List<Candidate> some) {
        Map<List<Optional<String>>, Integer> kinds = new HashMap<>();
        for (Candidate client : some) {
            List<Optional<String>> kind = constraints.stream()
                    .map(constraint -> Optional.ofNullable(client.labels().get(constraint.label())))
                    .collect(Collectors.toList());
            kinds.merge(kind, 1, (count, one) -> Math.min(count + one, 1 + standbys()));
        }
        return kinds;
    }

    /** The home, the heir and the best by rank, as the task prefers them before constraints. */
    private List<Candidate> order(String task, int ranked) {
        Set<Candidate> order = new LinkedHashSet<>();
        order.add(clients.get(homes[number(task)]));
        order.add(clients.get(heirs[number(task)]));
        ranking.top(Utf8.encode(task), ranked).forEach(bid -> order.add(bid.candidate()));
        return List.copyOf(order);
    }

    private int number(String task) {
        Integer number = numbers.get(task);
        if (number == null) {
            throw new IllegalArgumentException("task \"" + task + "\" was not placed; allowed: " + numbers.keySet());
        }
        return number;
    }

    @Override
    public String toString() {
        return "placement of " + homes.length + " tasks with " + standbys() + " standbys each on " + clients;
    }
}
