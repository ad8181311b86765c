package io.keystead.cli.plan;

import io.keystead.planner.sample.SampleSummary;
import java.util.ArrayList;
import java.util.List;

/** Which share of the records the hottest keys have together: their number by powers of two, against keys all alike. */
final class HotChart {
    private static final int HEIGHT = 220;
    private static final int GROUND = 190;
    private static final int TOP = 14;
    private static final int MOST_LABELS = 6;

    private HotChart() {}

    static void draw(Markup page, String id, SampleSummary sample) {
        List<Double> shares = sample.hottestShares();
        Axis axis = new Axis(1, List.of(0.0, 0.25, 0.5, 0.75, 1.0));
        Legend.of(page, "after-curve", "these keys", "fair", "if all keys were alike");
        page.open("div", "class", "plot");
        try (Drawing drawing =
                new Drawing(page, id, HEIGHT, "Cumulative share of the hottest keys", description(shares))) {
            for (double tick : axis.ticks()) {
                drawing.line(0, 1, y(tick), tick == 0 ? "ground" : "grid");
                drawing.text(0, -8, y(tick) + 4, "end", "label", Math.round(100 * tick) + " %");
            }
            drawing.stretched(HEIGHT);
            drawing.path(path(even(sample)), "fair-curve", "if all keys were alike");
            drawing.path(path(shares), "after-curve", "these keys");
            drawing.endStretched();
            points(drawing, shares);
        }
        page.close();
        page.leaf("p", "the hottest … keys, each step twice as many", "class", "axis-name");
    }

    private static void points(Drawing drawing, List<Double> shares) {
        int every = (shares.size() + MOST_LABELS - 1) / MOST_LABELS;
        for (int i = 0; i < shares.size(); i++) {
            drawing.dot(
                    x(i, shares.size()),
                    y(shares.get(i)),
                    "dot",
                    Words.counted(1L << i, "key") + ": " + Figures.percent(shares.get(i)) + " %");
            if (i % every == 0) {
                drawing.text(x(i, shares.size()), 0, GROUND + 18, "middle", "label", compact(1L << i));
            }
        }
    }

    /** The share that keys would have which have one record each. */
    private static List<Double> even(SampleSummary sample) {
        List<Double> even = new ArrayList<>();
        for (int i = 0; i < sample.hottestShares().size(); i++) {
            even.add(Math.min(1, (double) (1L << i) / sample.population()));
        }
        return even;
    }

    private static String path(List<Double> shares) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < shares.size(); i++) {
            path.append(i == 0 ? 'M' : 'L');
            path.append(Drawing.number(1000 * x(i, shares.size()))).append(',');
            path.append(Drawing.number(y(shares.get(i))));
        }
        return path.toString();
    }

    private static double x(int i, int size) {
        return size == 1 ? 0.5 : 0.02 + 0.96 * i / (size - 1);
    }

    private static double y(double share) {
        return GROUND - share * (GROUND - TOP);
    }

    private static String compact(long count) {
        return count < 1000 ? Long.toString(count) : count < 1_000_000 ? count / 1000 + "k" : count / 1_000_000 + "M";
    }

    private static String description(List<Double> shares) {
        StringBuilder words = new StringBuilder("Of all records: ");
        for (int i = 0; i < shares.size(); i++) {
            words.append(i == 0 ? "" : ", ").append(Figures.count(1L << i)).append(i == 0 ? " key " : " keys ");
            words.append(Figures.percent(shares.get(i))).append(" %");
        }
        return words.append('.').toString();
    }
}
