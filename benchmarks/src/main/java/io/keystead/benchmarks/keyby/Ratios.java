package io.keystead.benchmarks.keyby;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Pairs of times, each pair measured one after the other; what counts is the median of their ratios. Not thread-safe. */
final class Ratios {
    private final List<Double> flink = new ArrayList<>();
    private final List<Double> hrw = new ArrayList<>();

    void add(double ofFlink, double ofHrw) {
        flink.add(ofFlink);
        hrw.add(ofHrw);
    }

    /** HRW's time of Flink's. */
    double median() {
        return median(ratios());
    }

    private List<Double> ratios() {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < flink.size(); i++) {
            ratios.add(hrw.get(i) / flink.get(i));
        }
        return ratios;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The median times, the median ratio and its spread, as cells of a table. */
    String cells() {
        List<Double> sorted = ratios().stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                " %.2f s | %.2f s | %.2f (%.2f to %.2f) |",
                median(flink),
                median(hrw),
                median(),
                sorted.get(0),
                sorted.get(sorted.size() - 1));
    }
}
