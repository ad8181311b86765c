package io.keystead.hrw;

/**
 * Unequal weights: an exponential race in which few logarithms are taken.
 *
 * <p>{@code -log u >= 1 - u}, so no candidate finishes before {@code (1 - u) / weight}. Of that bound an integer is
 * computed for all, rounded down, in loops that the compiler makes vector loops: 32 bits of {@code 1 - u} times 31
 * bits of the smallest weight over this one. The candidate with the least bound is the likely winner and its time the
 * one to beat; of the others only those whose bound is not later need a logarithm, which is hardly ever one. The time
 * is widened by 2^-40, far more than all roundings together, so that a bid which would tie is always computed: the
 * winners are those of the full evaluation.
 */
final class WeightedContest implements Contest {
    private static final double WIDENED = 0x1p63 * (1 + 0x1p-40);
    /** As in {@link TwoPassContest}: fewer new bests, and a second scan for the 5 % of keys where none is below. */
    private static final double EXPECTED_BELOW_CEILING = 3;

    private final long[] foldedNodes;
    private final double[] weights;
    /** 2^31 times the smallest weight over this one. */
    private final long[] paces;
    /** From a time to the unit of the bounds. */
    private final double unit;

    private final long ceiling;

    WeightedContest(long[] nodeHashes, double[] weights) {
        this.foldedNodes = Score.fold(nodeHashes);
        this.weights = weights;
        double least = Double.MAX_VALUE;
        double sum = 0;
        for (double weight : weights) {
            least = Math.min(least, weight);
            sum += weight;
        }
        this.paces = new long[weights.length];
        for (int i = 0; i < weights.length; i++) {
            paces[i] = (long) (0x1p31 * (least / weights[i]));
        }
        this.unit = least * WIDENED;
        this.ceiling = (long) (EXPECTED_BELOW_CEILING * 0x1p63 * (least / sum));
    }

    @Override
    public int winner(long keyHash) {
        int n = foldedNodes.length;
        long key = Score.fold(keyHash);
        long[] bounds = Scratch.longs(n);
        score(key, foldedNodes, bounds);
        bound(paces, bounds);
        int winner = least(bounds, n, ceiling);
        if (winner < 0) {
            winner = least(bounds, n, Long.MAX_VALUE);
        }
        long best = Score.ofFolded(key, foldedNodes[winner]);
        double bestTime = Score.time(best, weights[winner]);
        int likely = winner;
        long reach = (long) (bestTime * unit);
        for (int i = 0; i < n; i++) {
            i = nextWithin(bounds, i, n, reach);
            if (i < n && i != likely) {
                long score = Score.ofFolded(key, foldedNodes[i]);
                double time = Score.time(score, weights[i]);
                boolean tie = time == bestTime && score == best;
                if (tie ? i < winner : Score.beats(time, score, bestTime, best)) {
                    winner = i;
                    best = score;
                    bestTime = time;
                    reach = (long) (bestTime * unit);
                }
            }
        }
        return winner;
    }

    private static int nextWithin(long[] bounds, int from, int n, long reach) {
        int i = from;
        while (i < n && bounds[i] > reach) {
            i++;
        }
        return i;
    }

    /** Two loops, because one with three products is too long for the compiler to make it a vector loop. */
    private static void score(long foldedKey, long[] foldedNodes, long[] bounds) {
        for (int i = 0; i < foldedNodes.length; i++) {
            bounds[i] = Score.ofFolded(foldedKey, foldedNodes[i]);
        }
    }

    private static void bound(long[] paces, long[] bounds) {
        for (int i = 0; i < paces.length; i++) {
            bounds[i] = (~bounds[i] >>> 32) * paces[i];
        }
    }

    /** The index of the least bound below the ceiling; -1 if there is none. */
    private static int least(long[] bounds, int n, long ceiling) {
        int index = -1;
        long least = ceiling;
        for (int i = 0; i < n; i++) {
            if (bounds[i] < least) {
                least = bounds[i];
                index = i;
            }
        }
        return index;
    }
}
