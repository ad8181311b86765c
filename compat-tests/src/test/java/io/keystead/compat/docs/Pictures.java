package io.keystead.compat.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Selection;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.Murmur2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The pictures of docs/concepts.md. Owners come from the rule itself, but for the contest of the textbooks, whose scores
 * are given. The same pictures every time.
 */
final class Pictures {
    private static final String[] NODES = {"A", "B", "C", "D"};
    private static final int[][] SCORES = {{12, 81, 44, 30}, {90, 17, 33, 95}, {40, 55, 70, 20}, {61, 28, 50, 10}};
    /** As many keys as make 12 columns of 12. */
    private static final int KEYS = 144;

    private static final int SLOTS = 64;

    private Pictures() {}

    /** All of them by file name. */
    static Map<String, String> all() {
        Map<String, String> pictures = new TreeMap<>();
        pictures.put("contest.svg", contest());
        pictures.put("add-remove.svg", addAndRemove());
        pictures.put("growth.svg", growth());
        pictures.put("weights.svg", weights());
        pictures.put("standbys.svg", standbys());
        pictures.put("flink-slots.svg", flinkSlots());
        return pictures;
    }

    private static String contest() {
        Svg svg = new Svg(640, 190, "Four keys; each node bids a score for each key, and the highest score owns it");
        for (int key = 0; key < 4; key++) {
            double top = 30 + key * 38;
            svg.text(16, top + 18, "key" + (key + 1), "bold");
            int owner = winner(SCORES[key], 0, 1, 2);
            for (int node = 0; node < 3; node++) {
                double left = 80 + node * 160;
                svg.box(left, top, 100, 24, "empty");
                svg.box(left, top, SCORES[key][node], 24, "c" + node + (node == owner ? " win" : ""));
                svg.text(left + 106, top + 17, Integer.toString(SCORES[key][node]), node == owner ? "bold" : "soft");
            }
            svg.text(568, top + 17, "owner " + NODES[owner], "bold");
        }
        for (int node = 0; node < 3; node++) {
            svg.text(80 + node * 160, 20, "bid of node " + NODES[node], "small soft");
        }
        return svg.toString();
    }

    private static int winner(int[] scores, int... nodes) {
        return Arrays.stream(nodes)
                .reduce((best, node) -> scores[node] > scores[best] ? node : best)
                .orElseThrow();
    }

    private static String addAndRemove() {
        Svg svg = new Svg(640, 200, "Node D comes: key2 alone moves, to D. Node B goes: key1 alone moves, to C");
        table(svg, 16, "A, B, C", new int[] {0, 1, 2}, new int[] {0, 1, 2});
        table(svg, 230, "D comes", new int[] {0, 1, 2, 3}, new int[] {0, 1, 2});
        table(svg, 462, "B goes", new int[] {0, 2}, new int[] {0, 1, 2});
        return svg.toString();
    }

    /** Scores of all keys for these nodes; a key whose owner is another one than before is marked. */
    private static void table(Svg svg, double left, String title, int[] nodes, int[] before) {
        svg.text(left, 22, title, "bold");
        for (int i = 0; i < nodes.length; i++) {
            svg.centred(left + 62 + i * 32, 42, NODES[nodes[i]], "soft");
        }
        for (int key = 0; key < 4; key++) {
            double top = 50 + key * 32;
            int owner = winner(SCORES[key], nodes);
            boolean moved = owner != winner(SCORES[key], before);
            svg.text(left, top + 18, "key" + (key + 1), moved ? "bold" : "");
            for (int i = 0; i < nodes.length; i++) {
                double x = left + 48 + i * 32;
                boolean wins = nodes[i] == owner;
                svg.box(x, top, 28, 26, wins ? "c" + owner + (moved ? " win" : "") : "empty");
                svg.centred(x + 14, top + 18, Integer.toString(SCORES[key][nodes[i]]), wins ? "on" : "small soft");
            }
            if (moved) {
                svg.text(left + 52 + nodes.length * 32, top + 18, "moves", "small bold");
            }
        }
    }

    /** Which of 144 keys move when a topic grows from 12 to 13 partitions. */
    private static String growth() {
        Placement twelve = Placement.of(Topology.ofPartitions(12));
        Placement thirteen = Placement.of(Topology.ofPartitions(13));
        List<byte[]> keys = IntStream.range(0, KEYS)
                .mapToObj(number -> ("order-" + number).getBytes(UTF_8))
                .toList();
        List<boolean[]> moves = new ArrayList<>();
        for (byte[] key : keys) {
            boolean byModulo = Murmur2.partition(key, 0, key.length, 12) != Murmur2.partition(key, 0, key.length, 13);
            moves.add(new boolean[] {byModulo, !owner(twelve, key).equals(owner(thirteen, key))});
        }
        Svg svg = new Svg(640, 250, "144 keys when a topic grows from 12 to 13 partitions: those that move are dark");
        squares(svg, 16, "murmur2 mod n moves " + moved(moves, 0) + " of 144 keys", moves, 0, "c1");
        squares(svg, 336, "HRW moves " + moved(moves, 1) + ", all to partition 12", moves, 1, "c0");
        return svg.toString();
    }

    private static String owner(Placement placement, byte[] key) {
        return placement.active().get(placement.owner(key)).id();
    }

    private static long moved(List<boolean[]> moves, int scheme) {
        return moves.stream().filter(move -> move[scheme]).count();
    }

    private static void squares(Svg svg, double left, String title, List<boolean[]> moves, int scheme, String colour) {
        svg.text(left, 22, title, "bold");
        for (int i = 0; i < moves.size(); i++) {
            svg.box(left + i % 12 * 17, 34 + i / 12 * 17, 14, 14, moves.get(i)[scheme] ? colour : "empty");
        }
    }

    private static String weights() {
        Svg svg = new Svg(640, 236, "A race: the smallest time wins, and a weight divides the time");
        svg.text(16, 22, "One key: t = -ln(u) / weight, the smallest t wins", "bold");
        svg.line(80, 92, 460, 92);
        for (int tenth = 0; tenth <= 6; tenth++) {
            svg.centred(80 + tenth * 60, 110, "0." + tenth, "small soft");
        }
        lane(svg, 36, 0, "A  u = 0.8, weight 1", -Math.log(0.8));
        lane(svg, 62, 1, "B  u = 0.2, weight 3", -Math.log(0.2) / 3);
        svg.text(16, 146, "10,000 keys: weights 1, 2 and 7", "bold");
        Topology.Builder builder = Topology.builder();
        double[] weights = {1, 2, 7};
        for (int i = 0; i < weights.length; i++) {
            builder.candidate(Candidate.of(NODES[i]).withWeight(weights[i]));
        }
        Placement placement = Placement.of(builder.build());
        int[] loads = new int[weights.length];
        for (int key = 0; key < 10_000; key++) {
            loads[placement.owner(("order-" + key).getBytes(UTF_8))]++;
        }
        double left = 16;
        for (int i = 0; i < weights.length; i++) {
            double width = 600.0 * loads[i] / 10_000;
            svg.box(left, 158, width - 2, 30, "c" + i);
            svg.centred(left + width / 2, 178, NODES[i], "on");
            svg.centred(left + width / 2, 206, String.format(Locale.ROOT, "%.2f %%", loads[i] / 100.0), "small");
            left += width;
        }
        svg.text(16, 228, "expected 10, 20 and 70 %, one σ 0.30, 0.40 and 0.46", "small soft");
        return svg.toString();
    }

    private static void lane(Svg svg, double y, int node, String label, double time) {
        svg.box(80, y, time * 600, 18, "c" + node);
        svg.text(88 + time * 600, y + 14, label + String.format(Locale.ROOT, ", t = %.3f", time), "small");
    }

    /** A key's ranking, where it goes on when nodes are lost, and what a rack's constraint makes of it. */
    private static String standbys() {
        byte[] key = "order-4711".getBytes(UTF_8);
        List<Candidate> racked =
                List.of(node("n0", "r1"), node("n1", "r1"), node("n2", "r2"), node("n3", "r2"), node("n4", "r3"));
        Svg svg = new Svg(640, 224, "A key's ranking is its failover order");
        ranking(svg, 30, "ranking of order-4711", key, racked);
        ranking(svg, 76, "its owner is lost", key, without(racked, key, 1));
        ranking(svg, 122, "and the next one", key, without(racked, key, 2));
        constrained(svg, 176);
        return svg.toString();
    }

    /** The textbook's: A, B, C and D in rank order, and three of them on distinct racks of at least two zones. */
    private static void constrained(Svg svg, double top) {
        List<Candidate> order = List.of(
                node("A", "r1").withLabel("zone", "az1"),
                node("B", "r1").withLabel("zone", "az1"),
                node("C", "r2").withLabel("zone", "az1"),
                node("D", "r3").withLabel("zone", "az2"));
        List<Candidate> chosen = Selection.inOrder(
                        order, 3, List.of(Constraint.distinct("rack"), Constraint.atLeast(2, "zone")))
                .chosen();
        svg.text(16, top + 14, "another key, three owners:", "");
        svg.text(16, top + 32, "distinct racks, at least 2 zones", "small soft");
        for (int i = 0; i < order.size(); i++) {
            Candidate candidate = order.get(i);
            double x = 214 + i * 104;
            boolean taken = chosen.contains(candidate);
            svg.box(x, top, 94, 30, taken ? "c" + i : "empty");
            svg.centred(
                    x + 47,
                    top + 20,
                    candidate.id() + " "
                            + candidate.labels().get("zone") + " "
                            + candidate.labels().get("rack"),
                    taken ? "on" : "soft");
        }
    }

    private static Candidate node(String id, String rack) {
        return Candidate.of(id).withLabel("rack", rack);
    }

    private static List<Candidate> without(List<Candidate> all, byte[] key, int first) {
        List<Candidate> lost = rank(all, key).subList(0, first);
        return all.stream().filter(candidate -> !lost.contains(candidate)).toList();
    }

    private static List<Candidate> rank(List<Candidate> all, byte[] key) {
        return Placement.of(Topology.builder().candidates(all).build()).rank(key).stream()
                .map(Bid::candidate)
                .toList();
    }

    private static void ranking(Svg svg, double top, String title, byte[] key, List<Candidate> candidates) {
        svg.text(16, top + 20, title, "");
        List<Candidate> order = rank(candidates, key);
        for (int i = 0; i < order.size(); i++) {
            double x = 190 + i * 88;
            String id = order.get(i).id();
            svg.box(x, top, 78, 30, "c" + id.charAt(1) + (i == 0 ? " win" : ""));
            svg.centred(x + 39, top + 20, id + " " + order.get(i).labels().get("rack"), "on");
        }
        if (top < 40) {
            svg.centred(229, 20, "owner", "small soft");
            svg.centred(317, 20, "first standby", "small soft");
            svg.centred(405, 20, "second", "small soft");
        }
    }

    private static String flinkSlots() {
        Svg svg = new Svg(640, 330, "64 slots of a Flink job that grows from 4 to 5 subtasks");
        slots(svg, 16, "Flink's keyBy: ranges", slot -> slot * 4 / SLOTS, slot -> slot * 5 / SLOTS);
        slots(svg, 336, "HrwStreams.keyBy: HRW", byRank(4), byRank(5));
        for (int subtask = 0; subtask < 5; subtask++) {
            svg.box(16 + subtask * 110, 300, 14, 14, "c" + subtask);
            svg.text(36 + subtask * 110, 312, "subtask " + subtask, "small");
        }
        return svg.toString();
    }

    /** As HrwStreams.keyBy has it: subtasks contend, and the slot's decimal number is the key. */
    private static IntUnaryOperator byRank(int subtasks) {
        Placement placement = Placement.of(Topology.ofPartitions(subtasks));
        return slot -> Integer.parseInt(owner(placement, Integer.toString(slot).getBytes(UTF_8)));
    }

    private static void slots(Svg svg, double left, String title, IntUnaryOperator before, IntUnaryOperator after) {
        long moved = IntStream.range(0, SLOTS)
                .filter(slot -> before.applyAsInt(slot) != after.applyAsInt(slot))
                .count();
        svg.text(left, 22, title, "bold");
        grid(svg, left, 36, before, slot -> false);
        svg.text(left, 150, "a subtask more: " + moved + " of 64 slots move (framed)", "small");
        grid(svg, left, 160, after, slot -> before.applyAsInt(slot) != after.applyAsInt(slot));
    }

    private static void grid(Svg svg, double left, double top, IntUnaryOperator owner, IntPredicate moved) {
        for (int slot = 0; slot < SLOTS; slot++) {
            double x = left + slot % 16 * 18;
            double y = top + slot / 16 * 24;
            svg.box(x, y, 15, 20, "c" + owner.applyAsInt(slot));
            if (moved.test(slot)) {
                svg.box(x, y, 15, 20, "moved");
            }
        }
    }
}
