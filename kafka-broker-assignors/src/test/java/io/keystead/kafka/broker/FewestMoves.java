package io.keystead.kafka.broker;

import java.util.Arrays;

/**
 * How few things could have moved, had each member got as many things as it did but others: the measure that an
 * assignment's own moves are held against.
 *
 * <p>Things are swapped round in cycles of members, each of which saves a move and leaves all loads as they are, until
 * there is no such cycle: then none is left that saves any (Klein's algorithm for the cheapest flow).
 */
final class FewestMoves {
    private static final int NEVER = 1_000_000;

    private final int[] before;
    private final int[] now;
    private final boolean[][] mayTake;
    private final int members;

    private FewestMoves(int[] before, int[] after, boolean[][] mayTake, int members) {
        this.before = before;
        this.now = after.clone();
        this.mayTake = mayTake;
        this.members = members;
    }

    /**
     * The fewest moves for the loads of {@code after}.
     *
     * @param before the member of each thing, -1 for one that is gone; a thing that is new does not count as moved and
     *     has {@link #NEW}
     * @param after the member of each thing
     * @param mayTake whether a thing (first) may go to a member (second)
     */
    static int of(int[] before, int[] after, boolean[][] mayTake, int members) {
        FewestMoves swaps = new FewestMoves(before, after, mayTake, members);
        while (swaps.swap()) {
            // Each saves at least one.
        }
        return moves(before, swaps.now);
    }

    /** In place of a thing's member before: there was no such thing. */
    static final int NEW = -2;

    static int moves(int[] before, int[] after) {
        int moves = 0;
        for (int thing = 0; thing < before.length; thing++) {
            moves += cost(before, thing, after[thing]);
        }
        return moves;
    }

    private static int cost(int[] before, int thing, int member) {
        return before[thing] == NEW || before[thing] == member ? 0 : 1;
    }

    private boolean swap() {
        int[][] price = new int[members][members];
        int[][] cheapest = new int[members][members];
        Arrays.stream(price).forEach(row -> Arrays.fill(row, NEVER));
        for (int thing = 0; thing < now.length; thing++) {
            for (int to = 0; to < members; to++) {
                int from = now[thing];
                int change = cost(before, thing, to) - cost(before, thing, from);
                if (mayTake[thing][to] && to != from && change < price[from][to]) {
                    price[from][to] = change;
                    cheapest[from][to] = thing;
                }
            }
        }
        int[] previous = new int[members];
        int last = relax(price, previous);
        if (last < 0) {
            return false;
        }
        int onCycle = last;
        for (int i = 0; i < members; i++) {
            onCycle = previous[onCycle];
        }
        int to = onCycle;
        do {
            int from = previous[to];
            now[cheapest[from][to]] = to;
            to = from;
        } while (to != onCycle);
        return true;
    }

    /** Bellman and Ford from everywhere at once; a member that still got cheaper in the last round, or -1. */
    private int relax(int[][] price, int[] previous) {
        int[] distance = new int[members];
        int last = -1;
        for (int round = 0; round <= members; round++) {
            last = -1;
            for (int from = 0; from < members; from++) {
                for (int to = 0; to < members; to++) {
                    if (price[from][to] < NEVER && distance[from] + price[from][to] < distance[to]) {
                        distance[to] = distance[from] + price[from][to];
                        previous[to] = from;
                        last = to;
                    }
                }
            }
        }
        return last;
    }
}
