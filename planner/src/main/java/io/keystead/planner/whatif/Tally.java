package io.keystead.planner.whatif;

/**
 * What was counted of some keys: who has them before and after, which moved, and what the errors of estimates need.
 *
 * <p>Candidates are indices among those of both sides. Not thread-safe.
 */
final class Tally {
    private static final int UNITS = Unit.COUNT;

    private final int candidates;
    /** By candidate and unit. */
    private final long[] before;

    private final long[] after;
    private final PairSums pairs = new PairSums();
    private final long[] all = new long[UNITS];
    private final long[] moved = new long[UNITS];
    private final long[] adopted = new long[UNITS];
    private final double[] allSquared = new double[UNITS];
    private final double[] movedSquared = new double[UNITS];
    private final double[] adoptedSquared = new double[UNITS];

    Tally(int candidates) {
        this.candidates = candidates;
        this.before = new long[candidates * UNITS];
        this.after = new long[candidates * UNITS];
    }

    /**
     * Counts a key.
     *
     * @param today who has it today
     * @param from its owner before the change
     * @param to its owner after it
     */
    void add(int today, int from, int to, long bytes, long records) {
        add(before, from, bytes, records);
        add(after, to, bytes, records);
        add(all, 0, bytes, records);
        addSquares(allSquared, bytes, records);
        if (from != to) {
            add(moved, 0, bytes, records);
            pairs.add(from * candidates + to, 1, bytes, records);
            addSquares(movedSquared, bytes, records);
        }
        if (today != from) {
            add(adopted, 0, bytes, records);
            addSquares(adoptedSquared, bytes, records);
        }
    }

    private static void add(long[] sums, int candidate, long bytes, long records) {
        int sum = candidate * UNITS;
        sums[sum]++;
        sums[sum + 1] += bytes;
        sums[sum + 2] += records;
    }

    private static void addSquares(double[] sums, long bytes, long records) {
        sums[0]++;
        sums[1] += (double) bytes * bytes;
        sums[2] += (double) records * records;
    }

    void addAll(Tally others) {
        add(before, others.before);
        add(after, others.after);
        add(all, others.all);
        add(moved, others.moved);
        add(adopted, others.adopted);
        add(allSquared, others.allSquared);
        add(movedSquared, others.movedSquared);
        add(adoptedSquared, others.adoptedSquared);
        pairs.addAll(others.pairs);
    }

    private static void add(long[] sums, long[] others) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += others[i];
        }
    }

    private static void add(double[] sums, double[] others) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += others[i];
        }
    }

    long before(int candidate, Unit unit) {
        return before[candidate * UNITS + unit.column()];
    }

    long after(int candidate, Unit unit) {
        return after[candidate * UNITS + unit.column()];
    }

    long all(Unit unit) {
        return all[unit.column()];
    }

    /** What moved, by {@code from * candidates + to}. */
    PairSums pairs() {
        return pairs;
    }

    /** How much moved by the change, or, where asked for, by the adoption. */
    long changed(Unit unit, boolean byAdoption) {
        return (byAdoption ? adopted : moved)[unit.column()];
    }

    /**
     * The sum of squared residuals of what {@linkplain #changed changed} from a share of all, as a ratio's error needs it.
     *
     * @param share which part of all changed
     */
    double squaredResiduals(Unit unit, double share, boolean byAdoption) {
        double those = (byAdoption ? adoptedSquared : movedSquared)[unit.column()];
        double others = allSquared[unit.column()] - those;
        return (1 - share) * (1 - share) * those + share * share * others;
    }
}
