package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Which keys of a sample are looked at: all, or those that outweigh others by far and a random part of the rest.
 *
 * <p>Without replacement, each of the rest with the same chance, in the sample's order. Keys with more than {@code 4 N / m} times the mean of bytes or records, where m of N
 * are wanted, are certain to be in it: by Markov's inequality they are at most m / 2. So no key that is left out, and
 * stands for none of those looked at, decides a share. Immutable.
 */
final class Part {
    private static final int OUTWEIGHS = 4;

    private final int size;
    private final int[] indices;
    private final BitSet certain;
    private final long rest;

    private Part(int size, int[] indices, BitSet certain, long rest) {
        this.size = size;
        this.indices = indices;
        this.certain = certain;
        this.rest = rest;
    }

    /** All keys. */
    static Part all(KeySample sample) {
        return new Part(sample.size(), new int[0], new BitSet(), 0);
    }

    /** So many keys, or all where there are no more. */
    static Part of(KeySample sample, int wanted, long seed) {
        int n = sample.size();
        if (wanted >= n) {
            return all(sample);
        }
        double bytes = 0;
        double records = 0;
        for (int i = 0; i < n; i++) {
            bytes += sample.bytes(i);
            records += sample.records(i);
        }
        BitSet heavy = new BitSet(n);
        for (int i = 0; i < n; i++) {
            if (sample.bytes(i) > OUTWEIGHS * bytes / wanted || sample.records(i) > OUTWEIGHS * records / wanted) {
                heavy.set(i);
            }
        }
        return drawn(n, wanted, heavy, seed);
    }

    /** So many keys, each with the same chance, or all where there are no more. */
    static Part evenly(int size, int wanted, long seed) {
        return wanted >= size ? new Part(size, new int[0], new BitSet(), 0) : drawn(size, wanted, new BitSet(), seed);
    }

    /** Knuth's selection in one pass (algorithm 3.4.2 S). */
    private static Part drawn(int n, int wanted, BitSet heavy, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] indices = new int[wanted];
        BitSet certain = new BitSet(wanted);
        int taken = 0;
        int left = n - heavy.cardinality();
        int open = wanted - heavy.cardinality();
        for (int i = 0; i < n; i++) {
            if (heavy.get(i)) {
                certain.set(taken);
                indices[taken++] = i;
            } else if (random.nextInt(left--) < open) {
                open--;
                indices[taken++] = i;
            }
        }
        return new Part(taken, Arrays.copyOf(indices, taken), certain, n - heavy.cardinality());
    }

    int size() {
        return size;
    }

    boolean isAll() {
        return indices.length == 0;
    }

    int index(int place) {
        return isAll() ? place : indices[place];
    }

    /** Whether the key at this place stands for itself alone. */
    boolean isCertain(int place) {
        return isAll() || certain.get(place);
    }

    /** How many keys those stand for that do not stand for themselves alone. */
    long rest() {
        return rest;
    }
}
