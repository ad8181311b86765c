package io.keystead.planner.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/** The buckets of {@link Anchor}, with the arrays of the paper. Not thread-safe. */
final class AnchorBuckets {
    /** A: for a removed bucket how many worked just after, 0 for one that works. */
    private final int[] workedAfter;
    /** K: for a removed bucket which one took its place among those that worked. */
    private final int[] successor;
    /** W: the working buckets, and L: where each stands there. */
    private final int[] working;

    private final int[] location;
    /** R: the removed buckets, the last one on top. */
    private final int[] removed;

    private int size;

    /** The buckets 0 to {@code size - 1} work, and the rest is removed from the end. */
    AnchorBuckets(int capacity, int size) {
        this.workedAfter = new int[capacity];
        this.successor = new int[capacity];
        this.working = new int[capacity];
        this.location = new int[capacity];
        this.removed = new int[capacity];
        for (int bucket = 0; bucket < capacity; bucket++) {
            successor[bucket] = bucket;
            working[bucket] = bucket;
            location[bucket] = bucket;
        }
        this.size = capacity;
        for (int bucket = capacity - 1; bucket >= size; bucket--) {
            remove(bucket);
        }
    }

    private AnchorBuckets(AnchorBuckets other) {
        this.workedAfter = other.workedAfter.clone();
        this.successor = other.successor.clone();
        this.working = other.working.clone();
        this.location = other.location.clone();
        this.removed = other.removed.clone();
        this.size = other.size;
    }

    AnchorBuckets copy() {
        return new AnchorBuckets(this);
    }

    void remove(int bucket) {
        removed[removed.length - size] = bucket;
        size--;
        workedAfter[bucket] = size;
        int last = working[size];
        working[location[bucket]] = last;
        location[last] = location[bucket];
        successor[bucket] = last;
    }

    /** Lets the bucket work again that was removed last. */
    int add() {
        if (size == removed.length) {
            throw new IllegalArgumentException("all " + size + " buckets work already; allowed: a capacity for more");
        }
        int bucket = removed[removed.length - size - 1];
        workedAfter[bucket] = 0;
        location[working[size]] = size;
        working[location[bucket]] = bucket;
        successor[bucket] = bucket;
        size++;
        return bucket;
    }

    int bucket(long keyHash) {
        return Counted.result(search(keyHash, bucket -> {}));
    }

    /** The buckets that a look-up comes by, the one that works last. */
    List<Integer> path(long keyHash) {
        List<Integer> path = new ArrayList<>();
        search(keyHash, path::add);
        return path;
    }

    /** The hashes of a look-up, and the successors that it follows. */
    int steps(long keyHash) {
        return Counted.steps(search(keyHash, bucket -> {}));
    }

    /**
     * A hash over all buckets; as long as it hits one that does not work, a hash over those that worked after its removal, and
     * of them the one that stands there now.
     */
    private long search(long keyHash, IntConsumer passed) {
        int steps = 1;
        int bucket = Draw.below(Draw.word(keyHash, -1), workedAfter.length);
        passed.accept(bucket);
        while (workedAfter[bucket] > 0) {
            int after = workedAfter[bucket];
            bucket = Draw.below(Draw.word(keyHash, bucket), after);
            steps++;
            while (workedAfter[bucket] >= after) {
                bucket = successor[bucket];
                steps++;
            }
            passed.accept(bucket);
        }
        return Counted.of(bucket, steps);
    }

    @Override
    public String toString() {
        return "working " + Arrays.toString(Arrays.copyOf(working, size));
    }
}
