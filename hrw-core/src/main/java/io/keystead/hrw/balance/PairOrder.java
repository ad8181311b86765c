package io.keystead.hrw.balance;

import io.keystead.hrw.Score;
import java.util.function.IntFunction;

/**
 * The order of the pairs of a contest in which all members contend for all things: by time, smallest first, where weights
 * differ, then by score, highest first, then by the smaller thing, then by the smaller member.
 *
 * <p>It is the same without any one member: where the others weigh the same, times are in the order of the scores. Immutable and
 * thread-safe.
 */
final class PairOrder {
    /** Whether a member would take a thing. */
    interface Taker {
        boolean takes(int member, int thing);
    }

    /** As in {@code WeightedContest}: wider than all roundings, so that a bid which would tie is always computed. */
    private static final double WIDENED = 1 + 0x1p-40;

    private static final double TWO_TO_MINUS_52 = 0x1p-52;

    private final long[] thingHashes;
    private final long[] nodeHashes;
    private final double[] weights;
    private final boolean weighted;

    PairOrder(SeatContest contest) {
        this.thingHashes = contest.thingHashes;
        this.nodeHashes = contest.nodeHashes;
        this.weights = contest.weights;
        this.weighted = contest.isWeightedWithout(SeatContest.NOBODY);
    }

    /** False if a bid is later for sure: {@code -log u >= 1 - u}, so few bids need their logarithm. */
    static boolean mayFinishBy(double time, long score, double weight) {
        double bound = 1 - ((score >>> 12) + 0.5) * TWO_TO_MINUS_52;
        return bound <= time * weight * WIDENED;
    }

    /** Below 0 if the first thing is before the other with this member. */
    int compareThings(int member, int thing, int other) {
        int byBid = compareBids(score(thing, member), weights[member], score(other, member), weights[member]);
        return byBid != 0 ? byBid : Integer.compare(thing, other);
    }

    /** Below 0 if the first member is before the other with this thing. */
    int compareMembers(int thing, int member, int other) {
        int byBid = compareBids(score(thing, member), weights[member], score(thing, other), weights[other]);
        return byBid != 0 ? byBid : Integer.compare(member, other);
    }

    private int compareBids(long score, double weight, long other, double otherWeight) {
        if (weighted && weight != otherWeight) {
            int byTime = Double.compare(Score.time(score, weight), Score.time(other, otherWeight));
            if (byTime != 0) {
                return byTime;
            }
        }
        return Long.compareUnsigned(other, score);
    }

    /** Adds the thing to the list of every member that is before this one with it. */
    void forEachBefore(int thing, int owner, IntFunction<Ints> lists) {
        long ownScore = score(thing, owner);
        double ownTime = time(ownScore, owner);
        for (int member = 0; member < nodeHashes.length; member++) {
            if (mayBeBefore(score(thing, member), member, ownScore, ownTime)
                    && compareMembers(thing, member, owner) < 0) {
                lists.apply(member).add(thing);
            }
        }
    }

    /** The best member that takes the thing; there is one. */
    int best(int thing, Taker taker) {
        int best = SeatContest.NOBODY;
        long bestScore = 0;
        double bestTime = Double.POSITIVE_INFINITY;
        for (int member = 0; member < nodeHashes.length; member++) {
            long score = score(thing, member);
            boolean better = best == SeatContest.NOBODY
                    || (mayBeBefore(score, member, bestScore, bestTime) && compareMembers(thing, member, best) < 0);
            if (better && taker.takes(member, thing)) {
                best = member;
                bestScore = score;
                bestTime = time(score, member);
            }
        }
        return best;
    }

    /** A quick no to most bids; the rest must be compared. */
    private boolean mayBeBefore(long score, int member, long otherScore, double otherTime) {
        return weighted ? mayFinishBy(otherTime, score, weights[member]) : Long.compareUnsigned(score, otherScore) >= 0;
    }

    private double time(long score, int member) {
        return weighted ? Score.time(score, weights[member]) : 0;
    }

    private long score(int thing, int member) {
        return Score.of(thingHashes[thing], nodeHashes[member]);
    }
}
