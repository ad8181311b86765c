package com.example.flinkorders;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.flinkorders.Totals.Committed;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Holds what was committed against what was sent, and says line by line what it found. */
final class Report {
    private static final double SIGMAS = 5;
    /** What HrwStreams.keyBy has if nothing else is set. */
    private static final int SLOTS = 4096;

    private final Map<String, List<Committed>> totals;
    private final List<String> wrong = new ArrayList<>();

    Report(Map<String, List<Committed>> totals) {
        this.totals = totals;
    }

    /** That each event was counted once and in its order's order, and that each sum is right. */
    void counts(int orders, int rounds) {
        long exact = IntStream.range(0, orders)
                .filter(order -> isExact(order, rounds))
                .count();
        int committed = totals.values().stream().mapToInt(List::size).sum();
        line("counts", "%,d of %,d orders exact; %,d totals for %,d events", exact, orders, committed, orders * rounds);
        expect(exact == orders && committed == orders * rounds, "a count or a sum is not exact");
    }

    private boolean isExact(int order, int rounds) {
        List<Committed> found = totals.getOrDefault(OrderFeed.id(order), List.of());
        long cents = 0;
        for (int round = 0; round < Math.min(rounds, found.size()); round++) {
            cents += OrderFeed.cents(order, round);
            Total total = found.get(round).total();
            if (total.events() != round + 1 || total.cents() != cents) {
                return false;
            }
        }
        return found.size() == rounds;
    }

    /** That the sink put every record where the key belongs, and where the producer had put its orders. */
    void partitions(String topic, int partitions, Map<String, Integer> producers) {
        Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        HrwPartitionCheck check = HrwPartitionCheck.of(new TopologyConfig(OrderFeed.PLACEMENT).topology(topic, all));
        int right = 0;
        int together = 0;
        int committed = 0;
        for (Map.Entry<String, List<Committed>> entry : totals.entrySet()) {
            byte[] key = entry.getKey().getBytes(UTF_8);
            for (Committed one : entry.getValue()) {
                committed++;
                right += check.check(key, one.partition()) == Verdict.RIGHT ? 1 : 0;
                together += Integer.valueOf(one.partition()).equals(producers.get(entry.getKey())) ? 1 : 0;
            }
        }
        line("partitions", "%,d of %,d totals where their keys belong", right, committed);
        line("", "%,d of %,d in the partition of their orders", together, committed);
        expect(right == committed && together == committed, "a total lies elsewhere than its key belongs");
    }

    /** That a share of 1/{@code after} of the orders moved, to the new subtask alone; and what Flink's own keyBy would have moved. */
    void movement(int orders, int before, int after) {
        Subtasks from = Subtasks.seen(totals, before);
        Subtasks to = Subtasks.seen(totals, after);
        line("", "");
        table(from, to, after);
        long moved = from.moved(to, any -> true);
        long needless = from.moved(to, subtask -> subtask < before);
        double theory = 1.0 / after;
        // Each slot is drawn by itself, and so is the slot of each key.
        double sigma = Math.sqrt(theory * (1 - theory) * (1.0 / SLOTS + 1.0 / orders));
        double off = (share(moved, orders) - theory) / sigma;
        line(
                "moved",
                "%s, %,d of them between old subtasks; in theory %.1f %%, off by %+.1f sigma",
                of(moved, orders),
                needless,
                100 * theory,
                off);
        Subtasks flinks = Subtasks.ofFlinksKeyBy(orders, SLOTS, before);
        Subtasks flinksLater = Subtasks.ofFlinksKeyBy(orders, SLOTS, after);
        line(
                "",
                "Flink's own keyBy by its formula: %s, %,d of them between old subtasks",
                of(flinks.moved(flinksLater, any -> true), orders),
                flinks.moved(flinksLater, subtask -> subtask < before));
        expect(
                from.byOrder().size() == orders && to.byOrder().size() == orders,
                "an order had no events before or after");
        expect(needless == 0, needless + " orders moved between old subtasks");
        expect(Math.abs(off) <= SIGMAS, "the share that moved is not one in " + after);
    }

    private static void table(Subtasks from, Subtasks to, int subtasks) {
        line("subtask", "%s", row(subtasks, subtask -> subtask));
        line("before", "%s", row(subtasks, from::count));
        line("after", "%s", row(subtasks, to::count));
        line("arrived", "%s", row(subtasks, subtask -> from.moved(to, owner -> owner == subtask)));
        line("", "");
    }

    private static String row(int subtasks, IntToLongFunction cell) {
        return IntStream.range(0, subtasks)
                .mapToObj(subtask -> String.format(Locale.ROOT, "%,7d", cell.applyAsLong(subtask)))
                .collect(Collectors.joining());
    }

    private static double share(long orders, int of) {
        return (double) orders / of;
    }

    private static String of(long orders, int all) {
        return String.format(Locale.ROOT, "%,d of %,d orders (%.1f %%)", orders, all, 100 * share(orders, all));
    }

    /** Whether all was as it should be. */
    boolean isGood() {
        if (wrong.isEmpty()) {
            System.out.println("Only the new subtask got keys, and every count is exact.");
        }
        wrong.forEach(what -> System.err.println("wrong: " + what));
        return wrong.isEmpty();
    }

    private void expect(boolean good, String otherwise) {
        if (!good) {
            wrong.add(otherwise);
        }
    }

    private static void line(String what, String format, Object... values) {
        String text = String.format(Locale.ROOT, "%-12s", what) + String.format(Locale.ROOT, format, values);
        System.out.println(text.stripTrailing());
    }
}
