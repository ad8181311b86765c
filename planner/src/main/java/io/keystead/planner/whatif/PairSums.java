package io.keystead.planner.whatif;

import java.util.Arrays;

/** Three sums for each pair of numbers that came up: an open-addressing table that grows. Not thread-safe. */
final class PairSums {
    private static final int FIRST = 1 << 8;
    private static final int FREE = -1;
    private static final int GOLDEN = 0x9E3779B9;
    private static final int UNITS = Unit.COUNT;

    private int[] pairs = new int[FIRST];
    private long[] sums = new long[FIRST * UNITS];
    private int size;

    PairSums() {
        Arrays.fill(pairs, FREE);
    }

    /** Takes the sum of a pair in one unit. */
    interface Visitor {
        void visit(int pair, long sum);
    }

    /** @param pair 0 or above */
    void add(int pair, long keys, long bytes, long records) {
        int place = place(pair);
        if (pairs[place] == FREE) {
            if (2 * size >= pairs.length) {
                grow();
                place = place(pair);
            }
            pairs[place] = pair;
            size++;
        }
        sums[place * UNITS] += keys;
        sums[place * UNITS + 1] += bytes;
        sums[place * UNITS + 2] += records;
    }

    private int place(int pair) {
        int mask = pairs.length - 1;
        int hash = pair * GOLDEN;
        int place = (hash ^ hash >>> 16) & mask;
        while (pairs[place] != FREE && pairs[place] != pair) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        int[] oldPairs = pairs;
        long[] oldSums = sums;
        pairs = new int[2 * oldPairs.length];
        sums = new long[2 * oldSums.length];
        Arrays.fill(pairs, FREE);
        size = 0;
        addAll(oldPairs, oldSums);
    }

    void addAll(PairSums others) {
        addAll(others.pairs, others.sums);
    }

    private void addAll(int[] otherPairs, long[] otherSums) {
        for (int place = 0; place < otherPairs.length; place++) {
            if (otherPairs[place] != FREE) {
                int sum = place * UNITS;
                add(otherPairs[place], otherSums[sum], otherSums[sum + 1], otherSums[sum + 2]);
            }
        }
    }

    /** The sum of a pair in one unit; 0 where nothing was added for it. */
    long get(int pair, Unit unit) {
        int place = place(pair);
        return pairs[place] == FREE ? 0 : sums[place * UNITS + unit.column()];
    }

    /** Whether something was added for a pair. */
    boolean contains(int pair) {
        return pairs[place(pair)] != FREE;
    }

    /** Each pair that something was added for. */
    void forEach(Unit unit, Visitor visitor) {
        for (int place = 0; place < pairs.length; place++) {
            if (pairs[place] != FREE) {
                visitor.visit(pairs[place], sums[place * UNITS + unit.column()]);
            }
        }
    }
}
