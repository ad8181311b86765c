package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Jump consistent hash (Lamping and Veach 2014): the key draws the numbers of buckets at which it would move, and is where
 * the last one below the number of buckets leaves it.
 *
 * <p>Look-up O(ln n) expected, no memory, nothing to build; shares are exact. Bit for bit the function of the paper. A
 * candidate of weight w has the next w buckets, in the order of the list, which costs a table of as many entries as the sum
 * of weights. So the list may only grow and shrink at its end; {@link #replaceByLast} is the way to take one out of the
 * middle, and another weight moves more than it must. The next candidates for a key are drawn, and mean nothing.
 */
public final class Jump extends ListPlacement {
    /** The largest weight. */
    public static final int MOST = 1_000;

    private static final long MULTIPLIER = 2862933555777941757L;
    private static final double TWO_TO_31 = 0x1p31;

    /** The candidate of each bucket; the bucket itself where all weights are 1. */
    private final int[] owners;

    /** @param candidates at least one, with whole weights from 1 to {@value #MOST} */
    public Jump(List<Candidate> candidates) {
        super(Algorithm.JUMP, candidates);
        this.owners = IntStream.range(0, size())
                .flatMap(candidate -> IntStream.generate(() -> candidate).limit(copies(candidate, MOST)))
                .toArray();
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Jump(next);
    }

    @Override
    public int owner(long keyHash) {
        return owners[bucket(keyHash, owners.length)];
    }

    /** The bucket of a key by the function of the paper. */
    static int bucket(long key, int buckets) {
        return Counted.result(search(key, buckets));
    }

    private static long search(long key, int buckets) {
        int jumps = 0;
        long state = key;
        long bucket = -1;
        long next = 0;
        while (next < buckets) {
            bucket = next;
            state = state * MULTIPLIER + 1;
            next = jump(bucket, state);
            jumps++;
        }
        return Counted.of((int) bucket, jumps);
    }

    private static long jump(long bucket, long state) {
        return (long) ((bucket + 1) * (TWO_TO_31 / ((state >>> 33) + 1)));
    }

    /**
     * This placement without one candidate, whose buckets the last candidate takes over: a table from buckets to
     * candidates. Moves the keys of both, which is twice what must move, and no others.
     *
     * @throws IllegalArgumentException if there is no such id, it is the only candidate, or the two have different weights
     */
    public Jump replaceByLast(String id) {
        Candidate last = candidates().get(size() - 1);
        double weight = candidates().get(index(id)).weight();
        if (weight != last.weight()) {
            throw new IllegalArgumentException("the weight " + weight + " of candidate \"" + id + "\"; allowed: "
                    + last.weight() + ", that of the last candidate, which takes over");
        }
        List<Candidate> next = new ArrayList<>(candidates());
        Collections.swap(next, index(id), size() - 1);
        next.remove(size() - 1);
        return new Jump(next);
    }

    /** The jumps, the last of which leads beyond the buckets. */
    @Override
    public int steps(long keyHash) {
        return Counted.steps(search(keyHash, owners.length));
    }

    @Override
    public long memoryBytes() {
        return owners.length == size() ? 0 : (long) owners.length * Integer.BYTES;
    }
}
