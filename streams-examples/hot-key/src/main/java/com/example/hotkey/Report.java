package com.example.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.harness.Screen;
import com.example.harness.TopicReader;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.kafka.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Holds what was found and written against what was sent, and says line by line what it saw. */
final class Report {
    private static final double SIGMAS = 5;

    private final Screen screen;
    private final Topology topology;

    Report(Screen screen) {
        this.screen = screen;
        Set<Integer> all = IntStream.range(0, HotKey.PARTITIONS).boxed().collect(Collectors.toSet());
        this.topology = new TopologyConfig(Map.of()).topology(HotKey.ORDERS, all);
    }

    /**
     * That the metrics name the hot key, and its share as well as a sample can.
     *
     * @return the hottest key as a list of hot keys has it
     * @throws IllegalStateException if the metrics name none
     */
    String found(Map<String, String> metrics) {
        // 49.31 % string customer-17
        String line = metrics.get("hottest-keys").lines().findFirst().orElse("");
        String hottest = line.substring(line.indexOf('%') + 1).strip();
        if (hottest.isEmpty()) {
            throw new IllegalStateException("the producer's metrics name no hot key: " + metrics);
        }
        double share = Double.parseDouble(metrics.get("hottest-key-share"));
        long sampled = Long.parseLong(metrics.get("sampled-records"));
        double real = realShare();
        double sigma = Math.sqrt(real * (1 - real) / sampled);
        screen.labelled(
                "found",
                "%s, %.1f %% of the orders by %,d sampled; really %.1f %%",
                hottest,
                100 * share,
                sampled,
                100 * real);
        screen.fact("found", hottest);
        screen.fact("share", share);
        screen.expect(hottest.equals("string " + OrderFeed.HOT), "the hottest key is not %s", OrderFeed.HOT);
        screen.expect(Math.abs(share - real) <= SIGMAS * sigma, "its share is off by more than %.0f sigma", SIGMAS);
        return hottest;
    }

    private static double realShare() {
        return (double) OrderFeed.expected(1).get(OrderFeed.HOT).orders() / OrderFeed.ORDERS;
    }

    /** That the hot key's candidates share its load, and that no other partition got another record. */
    void loads(Loads before, Loads after, Path hotKeys) {
        List<Integer> candidates =
                HotKeys.load(hotKeys)
                        .candidates(HotKey.ORDERS, OrderFeed.HOT.getBytes(UTF_8), Placement.of(topology))
                        .stream()
                        .map(candidate -> Integer.valueOf(candidate.id()))
                        .toList();
        screen.labelled(
                "listed",
                "%d candidates, the owner first: partitions %s",
                candidates.size(),
                candidates.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        screen.line("");
        screen.labelled("partition", "%s", row(partition -> partition));
        screen.labelled("before", "%s", row(before::of));
        screen.labelled("after", "%s", row(after::of));
        screen.line("");
        screen.labelled(
                "busiest",
                "%.1f times the average before, %.1f after; in theory %.1f, and %.1f if its candidates had equal parts",
                before.peak(),
                after.peak(),
                peak(1),
                peak(HotKey.FAN_OUT));
        screen.fact("candidates", candidates);
        screen.fact("before", before.records());
        screen.fact("after", after.records());
        screen.expect(after.peak() < before.peak() / 2, "the busiest partition has more than half of what it had");
        for (int partition = 0; partition < HotKey.PARTITIONS; partition++) {
            boolean isCandidate = candidates.contains(partition);
            screen.expect(
                    isCandidate || before.of(partition) == after.of(partition),
                    "partition %d got other records than before",
                    partition);
        }
    }

    /** What the busiest partition has, in times the average, with its part of the hot key and of all others. */
    private static double peak(int fanOut) {
        return HotKey.PARTITIONS * realShare() / fanOut + 1 - realShare();
    }

    private static String row(IntToLongFunction cell) {
        return IntStream.range(0, HotKey.PARTITIONS)
                .mapToObj(partition -> String.format(Locale.ROOT, "%,8d", cell.applyAsLong(partition)))
                .collect(Collectors.joining());
    }

    /** That every customer's total is exact. */
    void totals(Map<String, Parts> merged, Map<String, Sum> expected) {
        long exact = expected.entrySet().stream()
                .filter(entry -> entry.getValue()
                        .equals(merged.getOrDefault(entry.getKey(), Parts.NONE).total()))
                .count();
        Parts hot = merged.getOrDefault(OrderFeed.HOT, Parts.NONE);
        screen.labelled("totals", "%,d of %,d customers exact", exact, expected.size());
        String sums = hot.byPartition().values().stream()
                .map(sum -> String.format(Locale.ROOT, "%,d", sum.orders()))
                .collect(Collectors.joining(" + "));
        screen.labelled("", "%s: %,d orders = %s", OrderFeed.HOT, hot.total().orders(), sums);
        screen.fact("customers", expected.size());
        screen.fact("exact", exact);
        screen.expect(
                exact == expected.size() && merged.size() == expected.size(),
                "%,d totals are not exact",
                Math.max(expected.size(), merged.size()) - exact);
    }

    /** That every order lies where its key belongs. */
    void placement(String bootstrapServers, Path hotKeys) throws Exception {
        HrwPartitionCheck check = HrwPartitionCheck.of(topology).withHotKeys(HotKey.ORDERS, HotKeys.load(hotKeys));
        long[] counts = new long[2];
        try (TopicReader orders = TopicReader.ofTopics(bootstrapServers, List.of(HotKey.ORDERS))) {
            orders.readToEnd(entry -> {
                counts[0]++;
                counts[1] += check.check(entry.key(), entry.partition()) == Verdict.RIGHT ? 1 : 0;
            });
        }
        screen.labelled("placed", "%,d of %,d orders where their keys belong", counts[1], counts[0]);
        screen.fact("orders", counts[0]);
        screen.fact("placed", counts[1]);
        screen.expect(
                counts[0] == 2L * OrderFeed.ORDERS && counts[0] == counts[1],
                "%,d of %,d orders lie where their keys belong",
                counts[1],
                2L * OrderFeed.ORDERS);
    }
}
