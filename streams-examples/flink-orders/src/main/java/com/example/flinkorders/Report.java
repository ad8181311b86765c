package com.example.flinkorders;

import com.example.flinkorders.Totals.Committed;
import com.example.harness.Screen;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.topology.TopologyConfig;
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

    /** An order to look at in both examples. */
    private static final String ONE = OrderKeys.id(17);

    private final Screen screen;
    private final Map<String, List<Committed>> totals;

    Report(Screen screen, Map<String, List<Committed>> totals) {
        this.screen = screen;
        this.totals = totals;
    }

    /** That each event was counted once and in its order's order, and that each sum is right. */
    void counts(int orders, int rounds) {
        long exact = IntStream.range(0, orders)
                .filter(order -> isExact(order, rounds))
                .count();
        int committed = totals.values().stream().mapToInt(List::size).sum();
        screen.labelled(
                "counts",
                "%,d of %,d orders exact; %,d totals for %,d events",
                exact,
                orders,
                committed,
                orders * rounds);
        screen.fact("orders", orders);
        screen.fact("exact", exact);
        screen.expect(
                exact == orders && committed == orders * rounds,
                "%,d of %,d orders are exact, with %,d totals",
                exact,
                orders,
                committed);
    }

    private boolean isExact(int order, int rounds) {
        List<Committed> found = totals.getOrDefault(OrderKeys.id(order), List.of());
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
        TopologyConfig config = new TopologyConfig(OrderFeed.PLACEMENT);
        HrwPartitionCheck check = HrwPartitionCheck.of(config.topology(topic, all), config.avroKeys(topic));
        int right = 0;
        int together = 0;
        int committed = 0;
        for (Map.Entry<String, List<Committed>> entry : totals.entrySet()) {
            byte[] key = OrderKeys.bytes(entry.getKey());
            for (Committed one : entry.getValue()) {
                committed++;
                right += check.check(key, one.partition()) == Verdict.RIGHT ? 1 : 0;
                together += Integer.valueOf(one.partition()).equals(producers.get(entry.getKey())) ? 1 : 0;
            }
        }
        screen.labelled("partitions", "%,d of %,d totals where their keys belong", right, committed);
        screen.labelled("", "%,d of %,d in the partition of their orders", together, committed);
        screen.labelled("", "%s in partition %d, as in the example orders", ONE, producers.get(ONE));
        screen.fact("totals", committed);
        screen.fact("whereTheirKeysBelong", right);
        screen.fact("withTheirOrders", together);
        screen.fact("partitionOf", Map.of(ONE, producers.get(ONE)));
        screen.expect(
                right == committed && together == committed,
                "%,d totals lie elsewhere than their keys belong, %,d elsewhere than their orders",
                committed - right,
                committed - together);
    }

    /** That a share of 1/{@code after} of the orders moved, to the new subtask alone; and what Flink's own keyBy would have moved. */
    void movement(int orders, int before, int after) {
        Subtasks from = Subtasks.seen(totals, before);
        Subtasks to = Subtasks.seen(totals, after);
        screen.line("");
        table(from, to, after);
        long moved = from.moved(to, any -> true);
        long needless = from.moved(to, subtask -> subtask < before);
        double theory = 1.0 / after;
        // Each slot is drawn by itself, and so is the slot of each key.
        double sigma = Math.sqrt(theory * (1 - theory) * (1.0 / SLOTS + 1.0 / orders));
        double off = (share(moved, orders) - theory) / sigma;
        screen.labelled(
                "moved",
                "%s, %,d of them between old subtasks; in theory %.1f %%, off by %+.1f sigma",
                of(moved, orders),
                needless,
                100 * theory,
                off);
        Subtasks flinks = Subtasks.ofFlinksKeyBy(orders, SLOTS, before);
        Subtasks flinksLater = Subtasks.ofFlinksKeyBy(orders, SLOTS, after);
        screen.labelled(
                "",
                "Flink's own keyBy by its formula: %s, %,d of them between old subtasks",
                of(flinks.moved(flinksLater, any -> true), orders),
                flinks.moved(flinksLater, subtask -> subtask < before));
        screen.fact("moved", moved);
        screen.fact("movedBetweenOldSubtasks", needless);
        screen.fact("movedByFlinksOwn", flinks.moved(flinksLater, any -> true));
        screen.expect(
                from.byOrder().size() == orders && to.byOrder().size() == orders,
                "an order had no events before or after");
        screen.expect(needless == 0, "%,d orders moved between old subtasks", needless);
        screen.expect(Math.abs(off) <= SIGMAS, "the share that moved is not one in %d", after);
    }

    private void table(Subtasks from, Subtasks to, int subtasks) {
        screen.labelled("subtask", "%s", row(subtasks, subtask -> subtask));
        screen.labelled("before", "%s", row(subtasks, from::count));
        screen.labelled("after", "%s", row(subtasks, to::count));
        screen.labelled("arrived", "%s", row(subtasks, subtask -> from.moved(to, owner -> owner == subtask)));
        screen.line("");
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
}
