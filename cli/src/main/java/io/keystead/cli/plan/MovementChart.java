package io.keystead.cli.plan;

import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What moves by each algorithm, and why: a table whose middle column is drawn. */
final class MovementChart {
    private MovementChart() {}

    /**
     * Draws it.
     *
     * @param least what theory says must move
     */
    static void draw(Markup page, List<AlgorithmReport> algorithms, Unit unit, double least, String fits) {
        double most = Math.max(
                least,
                algorithms.stream()
                        .mapToDouble(algorithm -> moved(algorithm, unit).all())
                        .max()
                        .orElse(1));
        double scale = most > 0 ? 1 / most : 1;
        page.open("table", "class", "bars");
        page.leaf("caption", "Moved by each algorithm, in percent of all " + Words.of(unit), "class", "hidden");
        page.open("thead").open("tr");
        page.leaf("th", "algorithm", "scope", "col").leaf("th", "why it moves", "scope", "col");
        page.leaf("th", "moved", "scope", "col", "class", "number");
        page.close().close().open("tbody");
        for (AlgorithmReport algorithm : algorithms) {
            Moved moved = moved(algorithm, unit);
            page.open("tr", "class", algorithm.name().equals(fits) ? "fits" : "");
            page.leaf("th", KnownWrong.marked(algorithm), "scope", "row");
            page.open("td");
            bar(page, moved, least, scale);
            page.close();
            page.leaf("td", Figures.percent(moved.all(), moved.sigma()) + " %", "class", "number")
                    .close();
            page.line();
        }
        page.close().close();
    }

    private static Moved moved(AlgorithmReport algorithm, Unit unit) {
        return Reports.unit(algorithm, unit).map(UnitReport::moved).orElse(new Moved(0, 0, 0, 0, 0));
    }

    private static void bar(Markup page, Moved moved, double least, double scale) {
        page.open("svg", "class", "bar", "width", "100%", "height", 20, "role", "img", "aria-label", words(moved));
        double left = 0;
        for (Map.Entry<Reason, Double> part : parts(moved).toList()) {
            double width = part.getValue() * scale;
            page.open(
                    "rect",
                    "class",
                    part.getKey().style(),
                    "x",
                    Drawing.percent(left),
                    "width",
                    Drawing.percent(width),
                    "y",
                    2,
                    "height",
                    16);
            page.leaf("title", part.getKey().label() + " " + Figures.percent(part.getValue()) + " %")
                    .close();
            left += width;
        }
        String at = Drawing.percent(least * scale);
        page.empty("line", "class", "least", "x1", at, "x2", at, "y1", 0, "y2", 20)
                .close();
    }

    private static Stream<Map.Entry<Reason, Double>> parts(Moved moved) {
        return Stream.of(Reason.values())
                .map(reason -> Map.entry(reason, reason.of(moved)))
                .filter(part -> part.getValue() > 0);
    }

    /** What moves and why, for who does not see the bar. */
    static String words(Moved moved) {
        String words = parts(moved)
                .map(part -> part.getKey().label() + " " + Figures.percent(part.getValue()) + " %")
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "nothing moves" : words;
    }
}
