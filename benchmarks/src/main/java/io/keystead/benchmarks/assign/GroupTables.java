package io.keystead.benchmarks.assign;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Measures the assignors of consumers, and puts what they moved and how long they took in Markdown. */
final class GroupTables {
    /** Partitions, workers, and how many groups of that size: small groups differ more from one to the next. */
    private static final List<int[]> SIZES =
            List.of(new int[] {12, 3, 50}, new int[] {60, 6, 20}, new int[] {500, 20, 5}, new int[] {5000, 200, 1});

    private static final List<int[]> TIMED =
            List.of(new int[] {100, 10}, new int[] {1000, 100}, new int[] {5000, 200}, new int[] {10_000, 1000});

    private final Map<String, Function<Group, Assignor>> peers;
    private final Consumer<String> progress;

    GroupTables(Map<String, Function<Group, Assignor>> peers, Consumer<String> progress) {
        this.peers = peers;
        this.progress = progress;
    }

    /** One table for each size. */
    String moved() {
        StringBuilder text = new StringBuilder();
        for (int[] size : SIZES) {
            text.append("\n**")
                    .append(size[0])
                    .append(" partitions, ")
                    .append(size[1])
                    .append(" members**");
            text.append(size[2] == 1 ? "\n\n" : " (mean of " + size[2] + " groups)\n\n");
            text.append("| assignor | max/mean load |");
            StringBuilder rule = new StringBuilder("|---|---|");
            for (Change change : Change.values()) {
                text.append(' ').append(change.label()).append(" |");
                rule.append("---|");
            }
            text.append('\n').append(rule).append('\n');
            Map<Change, Double> fewest = new EnumMap<>(Change.class);
            peers.forEach((label, peer) -> {
                progress.accept(label + ", " + size[0] + " partitions, " + size[1] + " members");
                text.append(row(label, peer, size, fewest));
            });
            text.append("| *the fewest from even loads* | |");
            for (Change change : Change.values()) {
                text.append(' ')
                        .append(Percent.of(fewest.getOrDefault(change, 0.0)))
                        .append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String row(String label, Function<Group, Assignor> peer, int[] size, Map<Change, Double> fewest) {
        double load = 0;
        Map<Change, double[]> sums = new EnumMap<>(Change.class);
        for (int number = 0; number < size[2]; number++) {
            Group group = new Group(size[0], size[1], number);
            for (Change change : Change.values()) {
                Episode episode = new Episode(peer.apply(group), group);
                load += episode.maxOverMean() / Change.values().length;
                Outcome outcome = episode.run(change);
                double[] sum = sums.computeIfAbsent(change, unseen -> new double[2]);
                sum[0] += outcome.moved();
                sum[1] += outcome.elsewhere();
                if (episode.maxOverMean() == 1) {
                    fewest.put(change, outcome.fewest());
                }
            }
        }
        StringBuilder row =
                new StringBuilder("| " + label + " | " + String.format(Locale.ROOT, "%.2f", load / size[2]) + " |");
        sums.forEach((change, sum) -> {
            row.append(' ').append(Percent.of(sum[0] / size[2]));
            if (change.returns()) {
                row.append(" (").append(Percent.of(sum[1] / size[2])).append(")");
            }
            row.append(" |");
        });
        return row.append('\n').toString();
    }

    /** The CPU time of an assignment after one of the members has left, the median of several, for growing groups. */
    Times timed(int rounds) {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (int[] size : TIMED) {
            progress.accept("time at " + size[0] + " partitions, " + size[1] + " members");
            nanos(new Group(size[0], size[1], 0), rounds)
                    .forEach((label, times) -> millis.computeIfAbsent(label, unseen -> new ArrayList<>())
                            .add(Millis.median(times)));
        }
        return new Times(millis);
    }

    /** Milliseconds by assignor, one for each of the sizes. */
    record Times(Map<String, List<Double>> millis) {
        /** At the largest size. */
        double medianMillis(String label) {
            return Objects.requireNonNull(millis.get(label)).get(TIMED.size() - 1);
        }

        String table() {
            StringBuilder text = new StringBuilder("| ms to assign |");
            TIMED.forEach(size -> text.append(String.format(Locale.ROOT, " %,d x %,d |", size[0], size[1])));
            text.append("\n|---|").append("---|".repeat(TIMED.size())).append('\n');
            millis.forEach((label, row) -> text.append("| ")
                    .append(label)
                    .append(" | ")
                    .append(row.stream().map(Millis::shown).collect(Collectors.joining(" | ")))
                    .append(" |\n"));
            return text.toString();
        }
    }

    /** In rounds, every assignor once in each, because the speed of a machine drifts. */
    private Map<String, List<Long>> nanos(Group group, int rounds) {
        List<String> all = group.names();
        List<String> fewer = new ArrayList<>(all);
        fewer.remove(1);
        Map<String, Assignor> settled = new LinkedHashMap<>();
        peers.forEach((label, peer) -> {
            Assignor assignor = peer.apply(group);
            assignor.rebalance(all);
            settled.put(label, assignor);
        });
        Map<String, List<Long>> nanos = new LinkedHashMap<>();
        for (int round = -rounds / 2; round < rounds; round++) {
            for (Map.Entry<String, Assignor> one : settled.entrySet()) {
                one.getValue().forget(all.get(1));
                one.getValue().rebalance(fewer);
                List<Long> times = nanos.computeIfAbsent(one.getKey(), unseen -> new ArrayList<>());
                if (round >= 0) {
                    times.add(one.getValue().nanos());
                }
                one.getValue().rebalance(all);
            }
        }
        return nanos;
    }
}
