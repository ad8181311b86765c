package io.keystead.hrw.balance;

import io.keystead.hrw.Score;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The members of a {@link SeatContest.Group} that still have room, and the best of them for a thing.
 *
 * <p>Closing a member only marks it; the next look drops all that are marked, so that the loop over the rest tests
 * nothing but scores.
 */
final class OpenMembers {
    private final long[] nodeHashes;
    private final double[] weights;
    private final boolean weighted;
    /** Those that may take the things at all, in ascending order. */
    private final int[] eligible;
    /** The first {@link #count} are open, in ascending order; beside them their hashes. */
    private final int[] open;

    private final long[] openNodes;
    private int count;
    private final BitSet closed = new BitSet();
    private boolean stale;

    private int best;
    private long bestScore;
    private double bestTime;

    OpenMembers(SeatContest contest, int[] members, int absent, boolean weighted) {
        this.nodeHashes = contest.nodeHashes;
        this.weights = contest.weights;
        this.weighted = weighted;
        this.eligible =
                Arrays.stream(members).filter(member -> member != absent).toArray();
        this.count = eligible.length;
        this.open = eligible.clone();
        this.openNodes =
                Arrays.stream(open).mapToLong(member -> nodeHashes[member]).toArray();
    }

    boolean isEmpty() {
        return eligible.length == 0;
    }

    /**
     * Adds each member's part of the group's seats.
     *
     * <p>The weights are summed in the order of the ids, one by one: DoubleStream.sum() compensates, and would differ in
     * the last bit.
     */
    void addShares(double seats, double[] shares) {
        double all = 0;
        for (int member : eligible) {
            all += weights[member];
        }
        for (int member : eligible) {
            shares[member] += seats * weights[member] / all;
        }
    }

    /** The member is full. Members of other groups may be named. */
    void close(int member) {
        closed.set(member);
        stale = true;
    }

    /** Looks for the best-ranked open member; false if none is open. */
    boolean findBest(long thingHash) {
        if (stale) {
            dropClosed();
        }
        if (count == 0) {
            return false;
        }
        if (weighted) {
            findEarliest(thingHash);
        } else {
            findHighest(thingHash);
        }
        return true;
    }

    int best() {
        return best;
    }

    long bestScore() {
        return bestScore;
    }

    /** 0 where all weights are equal: then scores alone decide. */
    double bestTime() {
        return bestTime;
    }

    private void dropClosed() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!closed.get(open[i])) {
                open[kept] = open[i];
                openNodes[kept] = openNodes[i];
                kept++;
            }
        }
        count = kept;
        stale = false;
    }

    private void findHighest(long thingHash) {
        int winner = 0;
        // With the top bit flipped, signed order is the scores' order.
        long highest = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long score = Score.of(thingHash, openNodes[i]) ^ Long.MIN_VALUE;
            if (score > highest) {
                highest = score;
                winner = i;
            }
        }
        best = open[winner];
        bestScore = highest ^ Long.MIN_VALUE;
        bestTime = 0;
    }

    private void findEarliest(long thingHash) {
        best = SeatContest.NOBODY;
        bestTime = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            long score = Score.of(thingHash, openNodes[i]);
            double weight = weights[open[i]];
            if (PairOrder.mayFinishBy(bestTime, score, weight)) {
                double time = Score.time(score, weight);
                if (Score.beats(time, score, bestTime, bestScore)) {
                    best = open[i];
                    bestScore = score;
                    bestTime = time;
                }
            }
        }
    }

    /** Of all members, full or not, the one with the smallest load relative to its room; the better-ranked of two alike. */
    int leastLoaded(long thingHash, long[] loads, long[] rooms) {
        int least = SeatContest.NOBODY;
        double leastLoad = 0;
        double leastTime = 0;
        long leastScore = 0;
        for (int member : eligible) {
            double load = relativeLoad(loads[member], rooms[member]);
            long score = Score.of(thingHash, nodeHashes[member]);
            double time = weighted ? Score.time(score, weights[member]) : 0;
            boolean better = load < leastLoad || (load == leastLoad && Score.beats(time, score, leastTime, leastScore));
            if (least == SeatContest.NOBODY || better) {
                least = member;
                leastLoad = load;
                leastTime = time;
                leastScore = score;
            }
        }
        return least;
    }

    /** A member without load has the smallest there is, also where its room is 0 and the quotient would be no number. */
    private static double relativeLoad(long load, long room) {
        return load == 0 ? 0 : (double) load / room;
    }
}
