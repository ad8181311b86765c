package io.keystead.cli.plan;

import io.keystead.planner.whatif.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who gives what to whom: those who give on the left, those who get on the right, and a ribbon for each pair. */
final class FlowChart {
    /** Beyond so many on one side the smaller ones are told together. */
    private static final int MOST_NODES = 14;

    private static final int NODE_ROOM = 16;
    private static final int LEAST_HEIGHT = 200;
    private static final int GAP = 5;
    /** A label's line: nodes are no nearer to each other. */
    private static final int LINE = 15;

    private static final int TOP = 22;
    private static final double NODE_WIDTH = 0.02;

    private final Markup page;
    private final Reason.Teller reasons;
    private final List<String> order;

    /** @param order all candidates, as they are to stand from top to bottom */
    FlowChart(Markup page, Reason.Teller reasons, List<String> order) {
        this.page = page;
        this.reasons = reasons;
        this.order = order;
    }

    private record Ribbon(String from, String to, double share, Reason reason) {}

    /** Where a node begins, and how far it has been filled. */
    private static final class Node {
        final double top;
        final double height;
        double filled;

        Node(double top, double height) {
            this.top = top;
            this.height = height;
        }

        double fill(double more) {
            double from = top + filled;
            filled += more;
            return from;
        }
    }

    /** @param name by which algorithm, in what unit */
    void draw(String id, String name, List<Flow> flows) {
        if (flows.isEmpty()) {
            page.leaf("p", "Nothing moves.", "class", "none");
            return;
        }
        Map<String, Double> given = sums(flows, Flow::from);
        Map<String, Double> got = sums(flows, Flow::to);
        Set<String> givers = largest(given);
        Set<String> getters = largest(got);
        List<Ribbon> ribbons = ribbons(flows, givers, given.size(), getters, got.size());
        List<String> left = nodes(ribbons, Ribbon::from, givers);
        List<String> right = nodes(ribbons, Ribbon::to, getters);
        double all = ribbons.stream().mapToDouble(Ribbon::share).sum();
        double scale = Math.max(LEAST_HEIGHT, NODE_ROOM * Math.max(left.size(), right.size())) / all;
        Map<String, Double> leftSizes = sizes(left, ribbons, Ribbon::from, scale);
        Map<String, Double> rightSizes = sizes(right, ribbons, Ribbon::to, scale);
        int height = TOP + (int) Math.ceil(Math.max(room(leftSizes), room(rightSizes)));
        Map<String, Node> leftNodes = laidOut(leftSizes, height);
        Map<String, Node> rightNodes = laidOut(rightSizes, height);
        legend(ribbons);
        page.open("div", "class", "flow");
        try (Drawing drawing =
                new Drawing(page, id, height, "Who gives keys to whom, " + name, description(flows, given, got))) {
            drawing.text(0, -8, 12, "end", "label", "from");
            drawing.text(1, 8, 12, "start", "label", "to");
            drawing.stretched(height);
            ribbons.forEach(ribbon -> ribbon(drawing, ribbon, leftNodes, rightNodes, scale));
            drawing.endStretched();
            leftNodes.forEach((node, place) -> node(drawing, node, place, 0, -8, "end", scale));
            rightNodes.forEach((node, place) -> node(drawing, node, place, 1 - NODE_WIDTH, 8, "start", scale));
        }
        page.close();
    }

    private static Map<String, Double> sums(List<Flow> flows, Function<Flow, String> end) {
        return flows.stream()
                .collect(Collectors.groupingBy(end, LinkedHashMap::new, Collectors.summingDouble(Flow::share)));
    }

    private static Set<String> largest(Map<String, Double> sums) {
        boolean all = sums.size() <= MOST_NODES;
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(all ? MOST_NODES : MOST_NODES - 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<Ribbon> ribbons(
            List<Flow> flows, Set<String> givers, int allGivers, Set<String> getters, int allGetters) {
        Map<List<Object>, Double> sums = new LinkedHashMap<>();
        for (Flow flow : flows) {
            String from = givers.contains(flow.from()) ? flow.from() : others(allGivers - givers.size());
            String to = getters.contains(flow.to()) ? flow.to() : others(allGetters - getters.size());
            sums.merge(List.of(from, to, reasons.of(flow)), flow.share(), Double::sum);
        }
        List<Ribbon> ribbons = new ArrayList<>();
        sums.forEach((ends, share) ->
                ribbons.add(new Ribbon((String) ends.get(0), (String) ends.get(1), share, (Reason) ends.get(2))));
        // A ribbon leaves its node in the order in which the others arrive at theirs, so that few cross.
        ribbons.sort(Comparator.comparingInt((Ribbon ribbon) -> place(ribbon.from()))
                .thenComparingInt(ribbon -> place(ribbon.to())));
        return ribbons;
    }

    private static String others(int count) {
        return count + " others";
    }

    private int place(String node) {
        int place = order.indexOf(node);
        return place < 0 ? order.size() : place;
    }

    private List<String> nodes(List<Ribbon> ribbons, Function<Ribbon, String> end, Set<String> named) {
        return ribbons.stream()
                .map(end)
                .distinct()
                .sorted(Comparator.comparingInt((String node) -> named.contains(node) ? place(node) : order.size()))
                .toList();
    }

    private static Map<String, Double> sizes(
            List<String> nodes, List<Ribbon> ribbons, Function<Ribbon, String> end, double scale) {
        Map<String, Double> sizes = new LinkedHashMap<>();
        nodes.forEach(node -> sizes.put(node, 0.0));
        ribbons.forEach(ribbon -> sizes.merge(end.apply(ribbon), scale * ribbon.share(), Double::sum));
        return sizes;
    }

    private static double room(Map<String, Double> sizes) {
        return sizes.values().stream().mapToDouble(FlowChart::room).sum();
    }

    private static double room(double size) {
        return Math.max(LINE, size + GAP);
    }

    private static Map<String, Node> laidOut(Map<String, Double> sizes, int height) {
        double top = TOP + (height - TOP - room(sizes)) / 2;
        Map<String, Node> nodes = new LinkedHashMap<>();
        for (Map.Entry<String, Double> node : sizes.entrySet()) {
            double room = room(node.getValue());
            nodes.put(node.getKey(), new Node(top + (room - node.getValue()) / 2, node.getValue()));
            top += room;
        }
        return nodes;
    }

    private void legend(List<Ribbon> ribbons) {
        List<String> items = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            if (ribbons.stream().anyMatch(ribbon -> ribbon.reason() == reason)) {
                items.add(reason.style());
                items.add(reason.label());
            }
        }
        Legend.of(page, items.toArray(String[]::new));
    }

    private static void ribbon(
            Drawing drawing, Ribbon ribbon, Map<String, Node> left, Map<String, Node> right, double scale) {
        double size = scale * ribbon.share();
        Node from = left.get(ribbon.from());
        Node to = right.get(ribbon.to());
        if (from == null || to == null) {
            throw new IllegalStateException("a ribbon ends nowhere: " + ribbon);
        }
        String y = Drawing.number(from.fill(size));
        String yEnd = Drawing.number(from.top + from.filled);
        String at = Drawing.number(to.fill(size));
        String atEnd = Drawing.number(to.top + to.filled);
        String path = "M10," + y + "C500," + y + " 500," + at + " 990," + at + "V" + atEnd + "C500," + atEnd + " 500,"
                + yEnd + " 10," + yEnd + "Z";
        String tip = Shown.shortened(ribbon.from(), 40) + " → " + Shown.shortened(ribbon.to(), 40) + ": "
                + Figures.percent(ribbon.share()) + " %, " + ribbon.reason().label();
        drawing.path(path, "ribbon " + ribbon.reason().style(), tip);
    }

    private static void node(Drawing drawing, String node, Node place, double x, int dx, String anchor, double scale) {
        String share = Figures.percent(place.height / scale) + " %";
        drawing.bar(
                x,
                NODE_WIDTH,
                place.top,
                place.top + Math.max(1, place.height),
                "node",
                Shown.shortened(node, 40) + ": " + share);
        drawing.text(x == 0 ? 0 : 1, dx, place.top + place.height / 2 + 4, anchor, "label", Shown.shortened(node, 10));
    }

    private String description(List<Flow> flows, Map<String, Double> given, Map<String, Double> got) {
        String largest = flows.stream()
                .limit(5)
                .map(flow -> Shown.shortened(flow.from(), 40) + " to " + Shown.shortened(flow.to(), 40) + " "
                        + Figures.percent(flow.share()) + " %")
                .collect(Collectors.joining(", "));
        return given.size() + " give, " + got.size() + " get, by " + flows.size() + " flows; the largest: " + largest
                + ".";
    }
}
