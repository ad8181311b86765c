package io.keystead.hrw;

import io.keystead.hrw.hash.KeyHash;
import java.util.List;

/**
 * The candidates of one contest, as arrays in the order of their ids.
 *
 * <p>Because the smaller id has the smaller index, a scan that replaces its best only by a strictly better bid breaks
 * ties as the protocol says, and no id is looked at again.
 */
final class Contenders {
    private final List<Candidate> candidates;
    private final long[] nodeHashes;
    private final double[] weights;
    private final boolean weighted;

    /** @param candidates at least one, sorted by id as UTF-8 bytes; the list is kept, not copied */
    Contenders(List<Candidate> candidates, KeyHash hash) {
        this.candidates = candidates;
        this.nodeHashes = candidates.stream().mapToLong(c -> c.nodeHash(hash)).toArray();
        this.weights = candidates.stream().mapToDouble(Candidate::weight).toArray();
        boolean differ = false;
        for (double weight : weights) {
            differ |= weight != weights[0];
        }
        this.weighted = differ;
    }

    int size() {
        return nodeHashes.length;
    }

    Candidate candidate(int index) {
        return candidates.get(index);
    }

    List<Candidate> candidates() {
        return candidates;
    }

    /** Whether two weights differ, so that times decide and not scores. */
    boolean weighted() {
        return weighted;
    }

    /** The fastest exact way to find the winner without remembering anything. */
    Contest contest() {
        if (weighted) {
            return new WeightedContest(nodeHashes, weights);
        }
        return nodeHashes.length <= OnePassContest.MAX_SIZE
                ? new OnePassContest(nodeHashes)
                : new TwoPassContest(nodeHashes);
    }

    long score(long keyHash, int index) {
        return Score.of(keyHash, nodeHashes[index]);
    }

    /** What comes before the score in rank order: the time where weights differ, the same for all where they do not. */
    double time(long score, int index) {
        return weighted ? Score.time(score, weights[index]) : 0.0;
    }

    Bid bid(long keyHash, int index) {
        long score = score(keyHash, index);
        return new Bid(candidates.get(index), score, Score.time(score, weights[index]));
    }

    /**
     * The indices of the best {@code count} contenders, best first.
     *
     * <p>O(n log count) time and O(count) memory.
     */
    int[] top(long keyHash, int count) {
        BestBids best = new BestBids(Math.min(count, size()));
        for (int i = 0; i < nodeHashes.length; i++) {
            long score = score(keyHash, i);
            best.offer(time(score, i), score, i);
        }
        return best.inRankOrder();
    }
}
