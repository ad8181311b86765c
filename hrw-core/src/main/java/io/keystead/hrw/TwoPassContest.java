package io.keystead.hrw;

/**
 * Equal weights, many candidates: all scores first, then the greatest of them.
 *
 * <p>The first pass has no branch and no dependency between candidates, so the compiler makes it a vector loop; it
 * leaves out the last step of the mix, which the second pass makes up for the few that may win. Each new best of the
 * second pass is a mispredicted branch, about ln n of them; starting from a floor that three scores are expected to
 * exceed leaves two, and for the 5 % of keys where none does the scan is repeated without it (benchmark {@code
 * OwnerBenchmark}).
 */
final class TwoPassContest implements Contest {
    private static final double EXPECTED_ABOVE_FLOOR = 3;
    /** Those of a score that {@link Score#early} has right. */
    private static final long UPPER_BITS = -1L << 33;

    private final long[] foldedNodes;
    private final long floor;

    TwoPassContest(long[] nodeHashes) {
        this.foldedNodes = Score.fold(nodeHashes);
        this.floor = (long) (0x1p63 - 0x1p64 * Math.min(1, EXPECTED_ABOVE_FLOOR / nodeHashes.length));
    }

    @Override
    public int winner(long keyHash) {
        int n = foldedNodes.length;
        long[] words = Scratch.longs(n);
        score(Score.fold(keyHash), foldedNodes, words);
        int winner = greatest(words, n, floor);
        // If all scores are the least there is, the smallest id wins.
        return winner >= 0 ? winner : Math.max(0, greatest(words, n, Long.MIN_VALUE));
    }

    private static void score(long foldedKey, long[] foldedNodes, long[] words) {
        for (int i = 0; i < foldedNodes.length; i++) {
            words[i] = Score.early(foldedKey, foldedNodes[i]);
        }
    }

    /** The index of the greatest score above the floor, the first of equals; -1 if none is above. */
    private static int greatest(long[] words, int n, long floor) {
        int winner = -1;
        long best = floor;
        long least = best & UPPER_BITS;
        for (int i = 0; i < n; i++) {
            if (words[i] >= least) {
                long score = Score.late(words[i]);
                if (score > best) {
                    best = score;
                    least = best & UPPER_BITS;
                    winner = i;
                }
            }
        }
        return winner;
    }
}
