package com.example.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.kafka.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private final String topic;
    private final Topology topology;
    private final List<String> wrong = new ArrayList<>();

    Report(String topic, int partitions) {
        this.topic = topic;
        Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        this.topology = new TopologyConfig(Map.of()).topology(topic, all);
    }

    /** The hottest key by the metric {@code hottest-keys}, spelled as a list of hot keys has it. */
    static String hottest(Map<String, String> metrics) {
        String hottest =
                metrics.getOrDefault("hottest-keys", "").lines().findFirst().orElse("");
        return hottest.substring(hottest.indexOf('%') + 1).strip();
    }

    /** That the metrics name the hot key, and its share as well as a sample can. */
    void found(Map<String, String> metrics) {
        double share = Double.parseDouble(metrics.getOrDefault("hottest-key-share", "NaN"));
        long sampled = Long.parseLong(metrics.getOrDefault("sampled-records", "0"));
        double real = (double) OrderFeed.expected(1).get(OrderFeed.HOT).orders() / OrderFeed.ORDERS;
        double sigma = Math.sqrt(real * (1 - real) / sampled);
        line(
                "found",
                "%s, %.1f %% of the orders by %,d sampled; really %.1f %%",
                hottest(metrics),
                100 * share,
                sampled,
                100 * real);
        expect(hottest(metrics).equals("string " + OrderFeed.HOT), "the hottest key is another one");
        expect(Math.abs(share - real) <= SIGMAS * sigma, "its share is off by more than " + SIGMAS + " sigma");
    }

    /** That the hot key's candidates share its load, and that no other partition got another record. */
    void loads(Loads before, Loads after, Path hotKeys) {
        List<Integer> candidates =
                HotKeys.load(hotKeys).candidates(topic, OrderFeed.HOT.getBytes(UTF_8), Placement.of(topology)).stream()
                        .map(candidate -> Integer.valueOf(candidate.id()))
                        .toList();
        line(
                "listed",
                "%d candidates, the owner first: partitions %s",
                candidates.size(),
                candidates.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        line("", "");
        line("partition", "%s", row(before.partitions(), partition -> partition));
        line("before", "%s", row(before.partitions(), before::of));
        line("after", "%s", row(before.partitions(), after::of));
        line("", "");
        line("busiest", "%.1f times the average before, %.1f after", before.peak(), after.peak());
        expect(after.peak() < before.peak() / 2, "the busiest partition has not half of what it had");
        for (int partition = 0; partition < before.partitions(); partition++) {
            expect(
                    candidates.contains(partition) || before.of(partition) == after.of(partition),
                    "partition " + partition + " got other records than before");
        }
    }

    private static String row(int partitions, IntToLongFunction cell) {
        return IntStream.range(0, partitions)
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
        line("totals", "%,d of %,d customers exact", exact, expected.size());
        String sums = hot.byPartition().values().stream()
                .map(sum -> String.format(Locale.ROOT, "%,d", sum.orders()))
                .collect(Collectors.joining(" + "));
        line("", "%s: %,d orders = %s", OrderFeed.HOT, hot.total().orders(), sums);
        expect(exact == expected.size() && merged.size() == expected.size(), "a total is not exact");
    }

    /** That every order lies where its key belongs. */
    void placement(String bootstrapServers, Path hotKeys) {
        HrwPartitionCheck check = HrwPartitionCheck.of(topology).withHotKeys(topic, HotKeys.load(hotKeys));
        long[] counts = new long[2];
        TopicReader.read(
                bootstrapServers,
                topic,
                entry -> {
                    counts[0]++;
                    counts[1] += check.check(entry.key(), entry.partition()) == Verdict.RIGHT ? 1 : 0;
                },
                () -> true);
        line("placed", "%,d of %,d orders where their keys belong", counts[1], counts[0]);
        expect(
                counts[0] == 2L * OrderFeed.ORDERS && counts[0] == counts[1],
                "an order lies elsewhere than its key belongs");
    }

    /** Whether all was as it should be. */
    boolean isGood() {
        if (wrong.isEmpty()) {
            System.out.println("The hot key is spread, and every total is exact.");
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
        String text = String.format(Locale.ROOT, "%-10s", what) + String.format(Locale.ROOT, format, values);
        System.out.println(text.stripTrailing());
    }
}
