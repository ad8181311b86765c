package io.keystead.benchmarks.keyby;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Pairs of times, those of a pair measured one after the other; what counts is the median of their ratios.
 *
 * <p>The speed of a machine drifts, so nothing is told of times of different pairs. Immutable.
 */
final class Ratios {
    /** Something to measure. */
    @FunctionalInterface
    interface Timed {
        double seconds() throws Exception;
    }

    private record Pair(double flink, double hrw) {
        double ratio() {
            return hrw / flink;
        }
    }

    private final List<Pair> pairs;

    private Ratios(List<Pair> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    /**
     * Measures both in turn, Flink's first in one pair and HRW's first in the next.
     *
     * @param warmUps pairs before that, which do not count
     * @param pairs at least 1
     * @param progress is told what is done
     */
    static Ratios inTurn(int warmUps, int pairs, Progress progress, Timed flink, Timed hrw) throws Exception {
        List<Pair> measured = new ArrayList<>();
        for (int pair = 1 - warmUps; pair <= pairs; pair++) {
            boolean hrwFirst = pair % 2 != 0;
            double first = (hrwFirst ? hrw : flink).seconds();
            double second = (hrwFirst ? flink : hrw).seconds();
            Pair both = hrwFirst ? new Pair(second, first) : new Pair(first, second);
            progress.say(String.format(
                    Locale.ROOT, "pair %d of %d: %.2f s and %.2f s", pair, pairs, both.flink(), both.hrw()));
            if (pair > 0) {
                measured.add(both);
            }
        }
        return new Ratios(measured);
    }

    /** HRW's time over Flink's. */
    double median() {
        return median(pairs.stream().mapToDouble(Pair::ratio).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The heads of {@link #cells()}. */
    static String heads() {
        return " keyBy | HRW | HRW over keyBy: median (least to most) |";
    }

    /** The median times, and the median of the ratios with the least and the greatest, as cells of a table. */
    String cells() {
        return String.format(
                Locale.ROOT,
                " %.2f s | %.2f s | %.3f (%.2f to %.2f) |",
                median(pairs.stream().mapToDouble(Pair::flink).toArray()),
                median(pairs.stream().mapToDouble(Pair::hrw).toArray()),
                median(),
                pairs.stream().mapToDouble(Pair::ratio).min().orElseThrow(),
                pairs.stream().mapToDouble(Pair::ratio).max().orElseThrow());
    }
}
