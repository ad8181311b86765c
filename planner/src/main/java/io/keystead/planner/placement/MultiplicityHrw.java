package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import java.util.Arrays;
import java.util.List;

/**
 * Rendezvous hashing in which a candidate of weight w bids w times, by copies of itself, often called virtual
 * nodes, and counts with its best bid.
 *
 * <p>Exact shares for whole weights and all the promises of {@link Hrw}, at a price: look-up and memory are O(sum of
 * weights), and weights are whole numbers from 1 to {@value #MOST}.
 */
public final class MultiplicityHrw extends ListPlacement {
    /** The largest weight. */
    public static final int MOST = 10_000;

    private final long[][] copies;

    /** @param candidates at least one, with whole weights */
    public MultiplicityHrw(List<Candidate> candidates) {
        super(Algorithm.HRW_MULTIPLICITY, sorted(candidates));
        this.copies = new long[size()][];
        for (int i = 0; i < copies.length; i++) {
            long word = Draw.of(candidates().get(i));
            copies[i] = new long[copies(i, MOST)];
            Arrays.setAll(copies[i], copy -> Draw.word(word, copy));
        }
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new MultiplicityHrw(next);
    }

    @Override
    public int owner(long keyHash) {
        int owner = 0;
        long best = best(keyHash, 0);
        for (int i = 1; i < copies.length; i++) {
            long bid = best(keyHash, i);
            if (Long.compareUnsigned(bid, best) > 0) {
                best = bid;
                owner = i;
            }
        }
        return owner;
    }

    private long best(long keyHash, int candidate) {
        long best = 0;
        for (long copy : copies[candidate]) {
            long bid = Score.of(keyHash, copy);
            best = Long.compareUnsigned(bid, best) > 0 ? bid : best;
        }
        return best;
    }

    @Override
    public int[] top(long keyHash, int count) {
        return Ranking.highest(size(), wanted(count), candidate -> best(keyHash, candidate));
    }

    @Override
    public int steps(long keyHash) {
        return Arrays.stream(copies).mapToInt(own -> own.length).sum();
    }

    @Override
    public long memoryBytes() {
        return Arrays.stream(copies).mapToLong(own -> own.length).sum() * Long.BYTES;
    }
}
