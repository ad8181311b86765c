package io.keystead.cli.plan;

import io.keystead.planner.whatif.Load;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What each candidate has before and after: bars where there are few, else curves from the most to the least loaded. */
final class LoadChart {
    private static final int MOST_BARS = 40;
    private static final int HEIGHT = 220;
    private static final int GROUND = 190;
    private static final int TOP = 14;
    /** At most so many labels are below the bars. */
    private static final int MOST_LABELS = 13;

    private final Markup page;
    private final String id;
    private final String name;
    private final List<Load> loads;

    private LoadChart(Markup page, String id, String name, List<Load> loads) {
        this.page = page;
        this.id = id;
        this.name = name;
        this.loads = loads;
    }

    /** @param name by which algorithm, in what unit */
    static void draw(Markup page, String id, String name, List<Load> loads) {
        LoadChart chart = new LoadChart(page, id, name, loads);
        if (loads.size() <= MOST_BARS) {
            chart.bars();
        } else {
            chart.curves();
        }
    }

    private void bars() {
        Axis axis = Axis.upTo(loads.stream()
                .mapToDouble(load -> Math.max(Math.max(load.before(), load.after()), load.fairAfter()))
                .max()
                .orElse(1));
        Legend.of(page, "before", "before", "after", "after", "new-after", "after, new", "fair", "fair after");
        page.open("div", "class", "plot");
        try (Drawing drawing = new Drawing(page, id, HEIGHT, "Load of each candidate, " + name, description())) {
            grid(drawing, axis, true);
            double slot = 1.0 / loads.size();
            int every = (loads.size() + MOST_LABELS - 1) / MOST_LABELS;
            boolean narrow = loads.stream().allMatch(load -> load.candidate().length() <= 3);
            for (int i = 0; i < loads.size(); i++) {
                Load load = loads.get(i);
                group(drawing, axis, load, i * slot, slot);
                if (i % every == 0) {
                    drawing.text(
                            (i + 0.5) * slot,
                            0,
                            GROUND + 18,
                            "middle",
                            "label",
                            Shown.shortened(load.candidate(), narrow ? 3 : Math.max(3, 40 / loads.size())));
                }
            }
        }
        page.close();
    }

    private void group(Drawing drawing, Axis axis, Load load, double left, double slot) {
        boolean isNew = load.fairBefore() == 0;
        String of = Shown.shortened(load.candidate(), 60);
        bar(drawing, axis, left + 0.14 * slot, 0.34 * slot, load.before(), "before", of + " before: ");
        bar(
                drawing,
                axis,
                left + 0.5 * slot,
                0.36 * slot,
                load.after(),
                isNew ? "new-after" : "after",
                of + " after: ");
        if (load.fairAfter() > 0) {
            drawing.line(left + 0.08 * slot, left + 0.92 * slot, y(axis, load.fairAfter()), "fair");
        }
    }

    private static void bar(
            Drawing drawing, Axis axis, double left, double width, double value, String style, String tip) {
        if (value > 0) {
            drawing.bar(left, width, y(axis, value), GROUND, style, tip + Figures.percent(value) + " %");
        }
    }

    private static double y(Axis axis, double value) {
        return GROUND - axis.at(value) * (GROUND - TOP);
    }

    private static void grid(Drawing drawing, Axis axis, boolean percent) {
        for (double tick : axis.ticks()) {
            drawing.line(0, 1, y(axis, tick), tick == 0 ? "ground" : "grid");
            String text = percent ? Drawing.number(100 * tick) + " %" : Drawing.number(tick) + "×";
            drawing.text(0, -8, y(axis, tick) + 4, "end", "label", text);
        }
    }

    /** Each curve is sorted for itself: it shows how uneven the load is, not who has it. */
    private void curves() {
        List<Double> before = sorted(Load::before, Load::fairBefore);
        List<Double> after = sorted(Load::after, Load::fairAfter);
        Axis axis = Axis.upTo(Math.max(before.get(0), after.get(0)));
        Legend.of(page, "before-curve", "before", "after-curve", "after", "fair", "fair");
        page.open("div", "class", "plot");
        try (Drawing drawing =
                new Drawing(page, id, HEIGHT, "Load over fair share, most loaded first, " + name, description())) {
            grid(drawing, axis, false);
            drawing.line(0, 1, y(axis, 1), "fair");
            drawing.stretched(HEIGHT);
            drawing.path(steps(axis, before), "before-curve", "before");
            drawing.path(steps(axis, after), "after-curve", "after");
            drawing.endStretched();
            drawing.text(0, 0, GROUND + 18, "start", "label", "most loaded");
            drawing.text(1, 0, GROUND + 18, "end", "label", "least of " + loads.size());
        }
        page.close();
    }

    private List<Double> sorted(ToDoubleFunction<Load> load, ToDoubleFunction<Load> fair) {
        List<Double> values = loads.stream()
                .filter(one -> fair.applyAsDouble(one) > 0)
                .map(one -> load.applyAsDouble(one) / fair.applyAsDouble(one))
                .sorted(Comparator.reverseOrder())
                .toList();
        return values.isEmpty() ? List.of(0.0) : values;
    }

    private static String steps(Axis axis, List<Double> values) {
        StringBuilder path = new StringBuilder("M0,").append(Drawing.number(y(axis, values.get(0))));
        for (int i = 0; i < values.size(); i++) {
            path.append('V').append(Drawing.number(y(axis, values.get(i))));
            path.append('H').append(Drawing.number(1000.0 * (i + 1) / values.size()));
        }
        return path.toString();
    }

    private String description() {
        return side("Before", Load::before, Load::fairBefore) + " " + side("After", Load::after, Load::fairAfter);
    }

    private String side(String when, ToDoubleFunction<Load> load, ToDoubleFunction<Load> fair) {
        List<Load> there =
                loads.stream().filter(one -> fair.applyAsDouble(one) > 0).toList();
        Comparator<Load> byLoad = Comparator.comparingDouble(load);
        return there.stream()
                .max(byLoad)
                .map(most -> {
                    Load least = there.stream().min(byLoad).orElse(most);
                    return String.format(
                            "%s: %d candidates, the least has %s %% (%s), the most %s %% (%s).",
                            when,
                            there.size(),
                            Figures.percent(load.applyAsDouble(least)),
                            Shown.shortened(least.candidate(), 40),
                            Figures.percent(load.applyAsDouble(most)),
                            Shown.shortened(most.candidate(), 40));
                })
                .orElse(when + ": nobody.");
    }
}
