package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Known to be wrong, and kept as the reference of it: the Cache Array Routing Protocol (Valloppillil and Ross, Internet
 * draft draft-vinod-carp-v1-03, 1998) scales each score by a factor that is computed from all loads.
 *
 * <p>The shares are right, but one weight more or another changes every factor, so keys move between candidates that
 * nobody touched. With equal weights all factors are 1 and it is rendezvous hashing. Look-up O(n), memory O(n), a build
 * O(n log n). The scores are ours; the draft's hash of text is weaker and not the point.
 */
public final class Carp extends ListPlacement {
    private final long[] words;
    private final double[] factors;

    /** @param candidates at least one */
    public Carp(List<Candidate> candidates) {
        super(Algorithm.CARP, sorted(candidates));
        this.words = candidates().stream().mapToLong(Draw::of).toArray();
        this.factors = factors(super.shares());
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Carp(next);
    }

    /**
     * The draft's load factor multipliers (section 3.3), by index.
     *
     * @param shares parts of the load, with the sum 1
     */
    static double[] factors(double... shares) {
        int n = shares.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> shares[i]));
        double[] factors = new double[n];
        double product = 1;
        double previousFactor = 0;
        double previousShare = 0;
        for (int k = 0; k < n; k++) {
            int left = n - k;
            double share = shares[order[k]];
            double power = left * (share - previousShare) / product + Math.pow(previousFactor, left);
            double factor = Math.pow(power, 1.0 / left);
            factors[order[k]] = factor;
            product *= factor;
            previousFactor = factor;
            previousShare = share;
        }
        return factors;
    }

    private double score(long keyHash, int candidate) {
        return Draw.uniform(Score.of(keyHash, words[candidate])) * factors[candidate];
    }

    @Override
    public int owner(long keyHash) {
        int owner = 0;
        double best = score(keyHash, 0);
        for (int i = 1; i < words.length; i++) {
            double score = score(keyHash, i);
            if (score > best) {
                best = score;
                owner = i;
            }
        }
        return owner;
    }

    @Override
    public int[] top(long keyHash, int count) {
        // Scores are not negative, so their bits are in their order.
        return Ranking.highest(size(), wanted(count), i -> Double.doubleToLongBits(score(keyHash, i)));
    }

    @Override
    public long memoryBytes() {
        return (long) size() * (Long.BYTES + Double.BYTES);
    }
}
