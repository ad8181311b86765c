package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** All candidates in the order of their bids for a word: the ranking of {@code hrw-v1}. */
final class Ranking {
    private final long[] nodeHashes;
    private final double[] weights;

    /** @param candidates sorted by id, so that ties are broken as the protocol says */
    Ranking(List<Candidate> candidates) {
        this.nodeHashes = candidates.stream().mapToLong(Draw::of).toArray();
        double[] own = candidates.stream().mapToDouble(Candidate::weight).toArray();
        // Where all are equal the scores alone decide, which a weight other than 1 could round together.
        boolean equal = Arrays.stream(own).allMatch(weight -> weight == own[0]);
        this.weights = equal ? new double[own.length] : own;
    }

    /** The candidates with the highest bids, read as unsigned; the smaller index first where they are equal. */
    static int[] highest(int candidates, int count, IntToLongFunction bids) {
        long[] bid = new long[candidates];
        Integer[] order = new Integer[candidates];
        for (int i = 0; i < candidates; i++) {
            order[i] = i;
            bid[i] = bids.applyAsLong(i);
        }
        Arrays.sort(order, (a, b) -> Long.compareUnsigned(bid[b], bid[a]));
        return Arrays.stream(order).limit(count).mapToInt(Integer::intValue).toArray();
    }

    int[] top(long word, int count) {
        int n = nodeHashes.length;
        Integer[] order = new Integer[n];
        long[] scores = new long[n];
        double[] times = new double[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
            scores[i] = Score.of(word, nodeHashes[i]);
            times[i] = weights[i] == 0 ? 0 : Score.time(scores[i], weights[i]);
        }
        Arrays.sort(order, (a, b) -> {
            int byTime = Double.compare(times[a], times[b]);
            return byTime != 0 ? byTime : Long.compareUnsigned(scores[b], scores[a]);
        });
        return Arrays.stream(order).limit(count).mapToInt(Integer::intValue).toArray();
    }
}
