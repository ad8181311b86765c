package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.Score;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of GitHub's load balancer (GLB Director): 2^16 rows, each ranks the candidates, and holds the first two as its
 * primary and its secondary; a flow that the primary does not know is passed on to the secondary.
 *
 * <p>Look-up O(1), memory O(2^16), a build and every change O(2^16 n). A draining candidate that is the primary of a row
 * changes places with its secondary, so new flows go there and old ones still reach the old primary by the second chance.
 * This works for one change at a time: at most one candidate is not active. A filling one is in the table like an active one.
 */
public final class Glb extends ListPlacement {
    /** How many rows there are. */
    public static final int ROWS = 1 << 16;

    private static final int SHIFT = Long.SIZE - 16;

    private final long[] words;
    private final int[] primaries;
    private final int[] secondaries;

    /** @param candidates at least one, each of weight 1; all active but one at most */
    public Glb(List<Candidate> candidates) {
        super(Algorithm.GLB, sorted(candidates));
        checkStates();
        this.words = candidates().stream().mapToLong(Draw::of).toArray();
        this.primaries = new int[ROWS];
        this.secondaries = new int[ROWS];
        for (int row = 0; row < ROWS; row++) {
            fill(row);
        }
    }

    private void checkStates() {
        String busy = null;
        for (Candidate candidate : candidates()) {
            if (candidate.isActive()) {
                continue;
            }
            if (busy != null) {
                throw new IllegalArgumentException("candidate \"" + candidate.id() + "\" is " + candidate.state()
                        + " while \"" + busy + "\" is not active; allowed: one change at a time");
            }
            busy = candidate.id();
        }
    }

    private void fill(int row) {
        long seed = Draw.word(row, 0);
        int first = -1;
        int second = -1;
        for (int i = 0; i < words.length; i++) {
            if (first < 0 || beats(seed, i, first)) {
                second = first;
                first = i;
            } else if (second < 0 || beats(seed, i, second)) {
                second = i;
            }
        }
        boolean swapped = second >= 0 && isDraining(first);
        primaries[row] = swapped ? second : first;
        secondaries[row] = swapped ? first : second;
    }

    private boolean beats(long seed, int candidate, int other) {
        return Long.compareUnsigned(Score.of(seed, words[candidate]), Score.of(seed, words[other])) > 0;
    }

    private boolean isDraining(int candidate) {
        return candidates().get(candidate).state() == CandidateState.DRAINING;
    }

    @Override
    boolean allows(CandidateState state) {
        return true;
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Glb(next);
    }

    /**
     * The table with a candidate in another state.
     *
     * @throws IllegalArgumentException if there is no such id, or another candidate is not active already
     */
    public Glb withState(String id, CandidateState state) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates());
        next.set(index, next.get(index).withState(state));
        return new Glb(next);
    }

    /** The primary: who gets new flows. */
    @Override
    public int owner(long keyHash) {
        return primaries[(int) (keyHash >>> SHIFT)];
    }

    /** Who gets a packet that the primary knows no flow of; -1 where there is one candidate only. */
    public int secondary(long keyHash) {
        return secondaries[(int) (keyHash >>> SHIFT)];
    }

    /** The row's ranking, of which the table holds two. */
    @Override
    public int[] top(long keyHash, int count) {
        int row = (int) (keyHash >>> SHIFT);
        long seed = Draw.word(row, 0);
        int[] ranked = Ranking.highest(size(), size(), i -> Score.of(seed, words[i]));
        Chosen chosen = new Chosen(size(), wanted(count));
        chosen.offer(primaries[row]);
        for (int candidate : ranked) {
            chosen.offer(candidate);
        }
        return chosen.inOrder();
    }

    @Override
    public double[] shares() {
        return shares(primaries, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return 2L * ROWS * Integer.BYTES;
    }
}
