package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Jump consistent hash (Lamping and Veach 2014): the key draws the numbers of buckets at which it would move, and is where
 * the last one below the number of buckets leaves it.
 *
 * <p>Look-up O(ln n) expected, no memory, nothing to build; shares are exact. Bit for bit the function of the paper. The
 * i-th candidate is bucket i, so the list may only grow and shrink at its end; {@link #replaceByLast} is the way to take
 * one out of the middle. The next candidates for a key are drawn, and mean nothing.
 */
public final class Jump extends ListPlacement {
    private static final long MULTIPLIER = 2862933555777941757L;
    private static final double TWO_TO_31 = 0x1p31;

    /** @param candidates at least one, each of weight 1; the i-th is bucket i */
    public Jump(List<Candidate> candidates) {
        super(Algorithm.JUMP, candidates);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Jump(next);
    }

    @Override
    public int owner(long keyHash) {
        return bucket(keyHash, size());
    }

    /** The bucket of a key by the function of the paper. */
    static int bucket(long key, int buckets) {
        long state = key;
        long bucket = -1;
        long next = 0;
        while (next < buckets) {
            bucket = next;
            state = state * MULTIPLIER + 1;
            next = (long) ((bucket + 1) * (TWO_TO_31 / ((state >>> 33) + 1)));
        }
        return (int) bucket;
    }

    /**
     * This placement without one candidate, whose bucket the last candidate takes over: a table from buckets to
     * candidates. Moves the keys of both, which is twice what must move, and no others.
     *
     * @throws IllegalArgumentException if there is no such id or it is the only candidate
     */
    public Jump replaceByLast(String id) {
        List<Candidate> next = new ArrayList<>(candidates());
        Collections.swap(next, index(id), size() - 1);
        next.remove(size() - 1);
        return new Jump(next);
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
