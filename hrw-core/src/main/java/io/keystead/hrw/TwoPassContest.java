package io.keystead.hrw;

/**
 * Equal weights, many candidates: all scores first, then the greatest of them.
 *
 * <p>The first pass has no branch and no dependency between candidates, so the compiler makes it a vector loop. In the
 * second the best is replaced only about ln n times; a helper returns the next greater index, because the compiler
 * keeps its tight loop tight only as a method of its own (benchmark {@code UncachedBenchmark}).
 */
final class TwoPassContest implements Contest {
    private final long[] nodeHashes;

    TwoPassContest(long[] nodeHashes) {
        this.nodeHashes = nodeHashes;
    }

    @Override
    public int winner(long keyHash) {
        int n = nodeHashes.length;
        long[] scores = Scratch.longs(n);
        score(keyHash, nodeHashes, scores);
        int winner = 0;
        for (int i = 1; i < n; ) {
            i = nextGreater(scores, i, n, scores[winner]);
            if (i < n) {
                winner = i++;
            }
        }
        return winner;
    }

    /** Writes every score with its top bit flipped, which turns unsigned order into signed order. */
    static void score(long keyHash, long[] nodeHashes, long[] scores) {
        for (int i = 0; i < nodeHashes.length; i++) {
            scores[i] = Score.of(keyHash, nodeHashes[i]) ^ Long.MIN_VALUE;
        }
    }

    private static int nextGreater(long[] scores, int from, int n, long best) {
        int i = from;
        while (i < n && scores[i] <= best) {
            i++;
        }
        return i;
    }
}
