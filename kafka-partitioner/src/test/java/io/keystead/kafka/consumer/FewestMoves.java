package io.keystead.kafka.consumer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;

/**
 * The fewest things that must change member: a minimum-cost flow from kinds of things over members to their seats, by
 * shortest paths. Small enough to be run tens of thousands of times, where a library's set-up would take the time.
 */
final class FewestMoves {
    private static final int SOURCE = 0;
    private static final int SINK = 1;

    private final List<List<Integer>> edgesOf = new ArrayList<>();
    private final List<Integer> targets = new ArrayList<>();
    private final List<Integer> capacities = new ArrayList<>();
    private final List<Integer> costs = new ArrayList<>();
    private final int[] memberNodes;
    private final int extraNode;
    private int things;

    /**
     * @param seats how many things each member may take
     * @param extraSeats how many more they may take together, each one at most; 0 if seats are all there are
     */
    FewestMoves(int[] seats, int extraSeats) {
        node();
        node();
        extraNode = node();
        edge(extraNode, SINK, extraSeats, 0);
        memberNodes = Arrays.stream(seats)
                .map(some -> {
                    int member = node();
                    edge(member, SINK, some, 0);
                    edge(member, extraNode, extraSeats > 0 ? 1 : 0, 0);
                    return member;
                })
                .toArray();
    }

    /**
     * Adds things that the same members may take.
     *
     * @param owner the member that has them, or -1 if nobody does, so that none of them can move
     */
    void add(int count, int owner, int... members) {
        int kind = node();
        edge(SOURCE, kind, count, 0);
        for (int member : members) {
            edge(kind, memberNodes[member], count, owner < 0 || owner == member ? 0 : 1);
        }
        // One whose owner may not take it any more moves in any case.
        things += count;
    }

    /** The fewest that move, or nothing if there are not seats for all. Used once. */
    OptionalInt solve() {
        int moves = 0;
        int seated = 0;
        for (int[] path = shortestPath(); path[SINK] >= 0; path = shortestPath()) {
            int room = Integer.MAX_VALUE;
            for (int node = SINK; node != SOURCE; node = targets.get(path[node] ^ 1)) {
                room = Math.min(room, capacities.get(path[node]));
            }
            for (int node = SINK; node != SOURCE; node = targets.get(path[node] ^ 1)) {
                int edge = path[node];
                capacities.set(edge, capacities.get(edge) - room);
                capacities.set(edge ^ 1, capacities.get(edge ^ 1) + room);
                moves += room * costs.get(edge);
            }
            seated += room;
        }
        return seated == things ? OptionalInt.of(moves) : OptionalInt.empty();
    }

    /** For each node the edge by which the cheapest path with room comes to it, -1 for none. */
    private int[] shortestPath() {
        int[] by = new int[edgesOf.size()];
        Arrays.fill(by, -1);
        int[] cost = new int[by.length];
        Arrays.fill(cost, Integer.MAX_VALUE);
        cost[SOURCE] = 0;
        Deque<Integer> open = new ArrayDeque<>(List.of(SOURCE));
        while (!open.isEmpty()) {
            int node = open.remove();
            for (int edge : edgesOf.get(node)) {
                int target = targets.get(edge);
                if (capacities.get(edge) > 0 && cost[node] + costs.get(edge) < cost[target]) {
                    cost[target] = cost[node] + costs.get(edge);
                    by[target] = edge;
                    open.add(target);
                }
            }
        }
        return by;
    }

    private int node() {
        edgesOf.add(new ArrayList<>());
        return edgesOf.size() - 1;
    }

    /** An edge and, next to it, the one that takes its flow back. */
    private void edge(int from, int to, int capacity, int cost) {
        edgesOf.get(from).add(targets.size());
        targets.add(to);
        capacities.add(capacity);
        costs.add(cost);
        edgesOf.get(to).add(targets.size());
        targets.add(from);
        capacities.add(0);
        costs.add(-cost);
    }
}
