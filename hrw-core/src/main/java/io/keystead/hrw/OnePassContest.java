package io.keystead.hrw;

/** Equal weights, few candidates: mix and compare in one loop that stays in registers. */
final class OnePassContest implements Contest {
    /** Above it two passes are faster: benchmark {@code OwnerBenchmark}. */
    static final int MAX_SIZE = 16;

    private final long[] foldedNodes;

    OnePassContest(long[] nodeHashes) {
        this.foldedNodes = Score.fold(nodeHashes);
    }

    @Override
    public int winner(long keyHash) {
        long[] nodes = foldedNodes;
        long key = Score.fold(keyHash);
        int winner = 0;
        long best = Long.MIN_VALUE;
        for (int i = 0; i < nodes.length; i++) {
            // Flipping the top bit turns unsigned order into signed order.
            long score = Score.ofFolded(key, nodes[i]) ^ Long.MIN_VALUE;
            if (score > best) {
                best = score;
                winner = i;
            }
        }
        return winner;
    }
}
