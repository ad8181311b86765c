package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * AnchorHash (Mendelson, Vargaftik, Barabash, Lorenz, Keslassy and Orda 2021): keys are hashed over more buckets than work,
 * and one that hits a removed bucket is hashed again over those that worked just after that removal.
 *
 * <p>With a buckets of which w work, look-up is 1 + ln(a / w) hashes expected, memory O(a), a build O(a), a change O(1)
 * in place and O(a) here, where a change makes a new placement. Shares are exact. Two that must agree must have seen the
 * same removals in the same order: who missed one places keys otherwise. The bucket that was removed last is given out
 * again first, so undoing removals in reverse order restores every owner. A candidate of weight w has w buckets.
 */
public final class Anchor extends ListPlacement {
    /** The largest weight. */
    public static final int MOST = 1_000;

    private static final int MAX_BUCKETS = 1 << 24;

    private final AnchorBuckets buckets;
    /** The candidate of each working bucket, as an index. */
    private final int[] owners;

    /** With twice as many buckets as work. */
    public Anchor(List<Candidate> candidates) {
        this(candidates, capacity(candidates));
    }

    /**
     * With so many buckets, which bound how far it may grow.
     *
     * @param candidates at least one, with whole weights
     * @param capacity from the sum of weights to 2^24
     */
    public Anchor(List<Candidate> candidates, int capacity) {
        super(Algorithm.ANCHOR, candidates);
        int working = 0;
        for (int i = 0; i < size(); i++) {
            working += copies(i, MOST);
        }
        if (capacity < working || capacity > MAX_BUCKETS) {
            throw new IllegalArgumentException("the capacity " + capacity + " for " + working
                    + " buckets; allowed: their number to " + MAX_BUCKETS);
        }
        this.buckets = new AnchorBuckets(capacity, working);
        this.owners = new int[capacity];
        Arrays.fill(owners, -1);
        int bucket = 0;
        for (int i = 0; i < size(); i++) {
            for (int copy = 0; copy < copies(i, MOST); copy++) {
                owners[bucket++] = i;
            }
        }
    }

    private Anchor(List<Candidate> candidates, AnchorBuckets buckets, int[] owners) {
        super(Algorithm.ANCHOR, candidates);
        this.buckets = buckets;
        this.owners = owners;
    }

    /** With twice as many buckets as work during the change, where the new ones come before the old ones go. */
    static Anchor roomFor(List<Candidate> candidates, List<Candidate> next) {
        return new Anchor(candidates, capacity(together(candidates, next)));
    }

    private static int capacity(List<Candidate> candidates) {
        double working = candidates.stream().mapToDouble(Candidate::weight).sum();
        return (int) Math.max(2, Math.min(MAX_BUCKETS, 2 * working));
    }

    /** Not asked for: every change here is one of the buckets. */
    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Anchor(next, owners.length);
    }

    @Override
    public int owner(long keyHash) {
        return owners[buckets.bucket(keyHash)];
    }

    /** The buckets that a look-up hits, the removed ones first and the key's own last. */
    List<Integer> path(long keyHash) {
        return buckets.path(keyHash);
    }

    @Override
    public KeyPlacement change(List<Candidate> next) {
        return changeByOne(next);
    }

    @Override
    public KeyPlacement add(Candidate candidate) {
        List<Candidate> next = new ArrayList<>(candidates());
        next.add(candidate);
        int index = next.size() - 1;
        Anchor added = new Anchor(next, buckets.copy(), owners.clone());
        added.give(index, added.copies(index, MOST));
        return added;
    }

    @Override
    public KeyPlacement remove(String id) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates());
        next.remove(index);
        Anchor removed = new Anchor(next, buckets.copy(), owners.clone());
        removed.take(index, copies(index, MOST));
        for (int bucket = 0; bucket < owners.length; bucket++) {
            removed.owners[bucket] -= removed.owners[bucket] > index ? 1 : 0;
        }
        return removed;
    }

    @Override
    public KeyPlacement reweight(String id, double weight) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates());
        next.set(index, next.get(index).withWeight(weight));
        Anchor changed = new Anchor(next, buckets.copy(), owners.clone());
        int more = changed.copies(index, MOST) - copies(index, MOST);
        changed.give(index, more);
        changed.take(index, -more);
        return changed;
    }

    private void give(int candidate, int count) {
        for (int i = 0; i < count; i++) {
            owners[buckets.add()] = candidate;
        }
    }

    private void take(int candidate, int count) {
        int left = count;
        for (int bucket = owners.length - 1; left > 0; bucket--) {
            if (owners[bucket] == candidate) {
                buckets.remove(bucket);
                owners[bucket] = -1;
                left--;
            }
        }
    }

    /** Hashes, and steps along the successors of removed buckets. */
    @Override
    public int steps(long keyHash) {
        return buckets.steps(keyHash);
    }

    @Override
    public long memoryBytes() {
        int arraysOfBuckets = 6;
        return (long) owners.length * Integer.BYTES * arraysOfBuckets;
    }
}
