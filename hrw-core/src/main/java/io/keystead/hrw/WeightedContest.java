package io.keystead.hrw;

/**
 * Unequal weights: an exponential race in which few logarithms are taken.
 *
 * <p>{@code -log u >= 1 - u}, so a candidate whose {@code (1 - u) / weight} is already later than the best time so far
 * cannot win, and its logarithm is not needed. That leaves 2 to 8 logarithms a look-up. The bound is widened by 2^-40,
 * far more than all roundings together, so that a bid which would tie is always computed: the winners are those of the
 * full evaluation.
 */
final class WeightedContest implements Contest {
    private static final double WIDENED = 0x1p52 * (1 + 0x1p-40);

    private final long[] nodeHashes;
    private final double[] weights;
    /** The weights times 2^52, widened: the unit in which {@code 1 - u} is an integer and a half. */
    private final double[] reaches;

    WeightedContest(long[] nodeHashes, double[] weights) {
        this.nodeHashes = nodeHashes;
        this.weights = weights;
        this.reaches = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            reaches[i] = weights[i] * WIDENED;
        }
    }

    @Override
    public int winner(long keyHash) {
        int n = nodeHashes.length;
        long[] scores = Scratch.longs(n);
        score(keyHash, nodeHashes, scores);
        int winner = 0;
        double bestTime = Score.time(scores[0], weights[0]);
        for (int i = 1; i < n; i++) {
            i = nextWithinReach(scores, reaches, i, n, bestTime);
            if (i < n) {
                double time = Score.time(scores[i], weights[i]);
                if (Score.beats(time, scores[i], bestTime, scores[winner])) {
                    bestTime = time;
                    winner = i;
                }
            }
        }
        return winner;
    }

    private static void score(long keyHash, long[] nodeHashes, long[] scores) {
        for (int i = 0; i < nodeHashes.length; i++) {
            scores[i] = Score.of(keyHash, nodeHashes[i]);
        }
    }

    private static int nextWithinReach(long[] scores, double[] reaches, int from, int n, double bestTime) {
        int i = from;
        // (~score >>> 12) + 0.5 is 1 - u in units of 2^-52, exactly.
        while (i < n && (~scores[i] >>> 12) + 0.5 > bestTime * reaches[i]) {
            i++;
        }
        return i;
    }
}
