package io.keystead.benchmarks.assign;

import io.keystead.benchmarks.assign.StateEpisode.Cost;
import io.keystead.kafka.streams.HrwTaskAssignor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor;

/** Measures the assignors of Streams tasks, and puts what they restored and how long they took in Markdown. */
final class TaskTables {
    static final long ACCEPTABLE_LAG = 10_000;
    private static final int WARM_UPS = 2;
    private static final AssignmentConfigs CONFIGS = new AssignmentConfigs(
            ACCEPTABLE_LAG,
            WARM_UPS,
            1,
            600_000,
            List.of("rack"),
            OptionalInt.empty(),
            OptionalInt.empty(),
            StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE);

    private static final List<int[]> SIZES = List.of(new int[] {48, 6, 10}, new int[] {400, 20, 1});
    private static final List<int[]> TIMED = List.of(new int[] {100, 10}, new int[] {1000, 50}, new int[] {5000, 200});

    private final Consumer<String> progress;

    TaskTables(Consumer<String> progress) {
        this.progress = progress;
    }

    static Map<String, Supplier<TaskPeer>> peers() {
        Map<String, Supplier<TaskPeer>> peers = new LinkedHashMap<>();
        peers.put("Kafka high availability", () -> new HighAvailability(CONFIGS));
        peers.put("Kafka sticky", () -> new PublicTaskPeer(new StickyTaskAssignor(), CONFIGS));
        peers.put("Keystead hrw", () -> new PublicTaskPeer(hrw(), CONFIGS));
        return peers;
    }

    private static TaskAssignor hrw() {
        HrwTaskAssignor assignor = new HrwTaskAssignor();
        assignor.configure(Map.of());
        return assignor;
    }

    String restored() {
        StringBuilder text = new StringBuilder();
        for (int[] size : SIZES) {
            text.append("\n**" + size[0] + " tasks, " + size[1] + " instances**");
            text.append(size[2] == 1 ? "\n\n" : " (mean of " + size[2] + " applications)\n\n");
            text.append("| assignor | max/mean load | |");
            for (Change change : Change.values()) {
                text.append(' ').append(change.label()).append(" |");
            }
            text.append("\n|---|---|---|")
                    .append("---|".repeat(Change.values().length))
                    .append('\n');
            peers().forEach((label, peer) -> {
                progress.accept(label + ", " + size[0] + " tasks, " + size[1] + " instances");
                text.append(rows(label, peer, size));
            });
        }
        return text.toString();
    }

    private static String rows(String label, Supplier<TaskPeer> peer, int[] size) {
        double load = 0;
        List<List<Cost>> costs = new ArrayList<>();
        for (Change change : Change.values()) {
            List<Cost> its = new ArrayList<>();
            for (int number = 0; number < size[2]; number++) {
                StateEpisode episode =
                        new StateEpisode(peer.get(), new Group(size[0], size[1], number), ACCEPTABLE_LAG);
                load += episode.maxOverMean() / size[2] / Change.values().length;
                its.add(episode.run(change));
            }
            costs.add(its);
        }
        String first = "| " + label + " | " + String.format(Locale.ROOT, "%.2f", load);
        return first + " | state restored | " + cells(costs, cost -> Percent.of(mean(cost, Cost::restored)))
                + "| | | tasks that waited | " + cells(costs, cost -> Percent.of(mean(cost, Cost::waited)))
                + "| | | tasks elsewhere | " + cells(costs, cost -> Percent.of(mean(cost, Cost::elsewhere)))
                + "| | | rebalances | "
                + cells(
                        costs,
                        cost -> String.format(Locale.ROOT, "%.0f", mean(cost, one -> (double) one.rebalances())));
    }

    private static String cells(List<List<Cost>> costs, Function<List<Cost>, String> cell) {
        return costs.stream().map(cell).collect(Collectors.joining(" | ", "", " |\n"));
    }

    private static double mean(List<Cost> costs, Function<Cost, Double> part) {
        return costs.stream().mapToDouble(part::apply).average().orElseThrow();
    }

    /** The CPU time of an assignment when every instance runs what it is to run, the median of several. */
    String timed(int rounds) {
        StringBuilder head = new StringBuilder("| ms to assign |");
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        for (int[] size : TIMED) {
            progress.accept("time at " + size[0] + " tasks, " + size[1] + " instances");
            head.append(String.format(Locale.ROOT, " %,d x %,d |", size[0], size[1]));
            Set<TaskId> tasks = new HashSet<>();
            for (int task = 0; task < size[0]; task++) {
                tasks.add(new TaskId(task % 2, task / 2));
            }
            peers().forEach((label, peer) -> rows.computeIfAbsent(label, unseen -> new StringBuilder())
                    .append(' ')
                    .append(nanos(peer.get(), new Group(size[0], size[1], 0), tasks, rounds))
                    .append(" |"));
        }
        StringBuilder text =
                head.append("\n|---|").append("---|".repeat(TIMED.size())).append('\n');
        rows.forEach((label, row) ->
                text.append("| ").append(label).append(" |").append(row).append('\n'));
        return text.toString();
    }

    private static String nanos(TaskPeer peer, Group group, Set<TaskId> tasks, int rounds) {
        List<Streams> alive = new ArrayList<>();
        group.names().forEach(name -> alive.add(new Streams(name, "r" + alive.size() % 3)));
        List<Long> nanos = new ArrayList<>();
        for (int round = -rounds / 2; round < rounds; round++) {
            long start = CpuClock.nanos();
            TaskPeer.Plan plan = peer.assign(alive, tasks);
            long took = CpuClock.nanos() - start;
            if (round >= 0) {
                nanos.add(took);
            }
            alive.forEach(one -> one.run(plan.active(one), plan.standby(one)));
        }
        return Millis.shown(Millis.median(nanos));
    }
}
