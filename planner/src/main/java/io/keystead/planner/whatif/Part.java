package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Which keys of a sample are looked at: all, or those that outweigh others by far and a random part of the rest.
 *
 * <p>Without replacement, each of the rest with the same chance, in the sample's order. Where m keys are wanted, those with
 * more than 4 / m of all bytes or of all records are certain to be in it: by Markov's inequality they are at most m / 2. The
 * limit is halved as long as that stays so. Those that stand for themselves in the sample are in it too. So no key that is
 * left out, and is stood for by others, decides a share. Immutable.
 */
final class Part {
    private static final int OUTWEIGHS = 4;
    private static final int HALVED = 8;

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

    /** So many keys, or four times as many as the sample has for certain, or all where there are no more. */
    static Part of(KeySample sample, Totals totals, int keys, long seed) {
        int n = sample.size();
        // None has more than all but who is in for certain.
        int wanted = Math.max(keys, 4 * heavierThan(1, sample, totals).cardinality());
        if (wanted >= n) {
            return all(sample);
        }
        double limit = 1.0 * OUTWEIGHS / wanted;
        BitSet heavy = heavierThan(limit, sample, totals);
        for (int halved = 0; halved < HALVED; halved++) {
            limit /= 2;
            BitSet more = heavierThan(limit, sample, totals);
            if (more.cardinality() > wanted / 2) {
                break;
            }
            heavy = more;
        }
        return drawn(n, wanted, heavy, seed);
    }

    /** The keys with more than this part of all bytes or of all records, and those that the sample has for certain. */
    private static BitSet heavierThan(double limit, KeySample sample, Totals totals) {
        BitSet heavy = new BitSet(sample.size());
        for (int i = 0; i < sample.size(); i++) {
            if (sample.isHeavy(i)
                    || sample.bytes(i) > limit * totals.bytes()
                    || sample.records(i) > limit * totals.records()) {
                heavy.set(i);
            }
        }
        return heavy;
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
