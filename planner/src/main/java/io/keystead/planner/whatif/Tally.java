package io.keystead.planner.whatif;

/**
 * What was counted of some keys: who has them before and after, which moved and why, and what the errors of estimates need.
 *
 * <p>Candidates are indices among those of both sides. Memory is O(candidates), and O(pairs between which keys move) where
 * there are few enough candidates that pairs are kept. Not thread-safe.
 */
final class Tally {
    private static final int UNITS = Unit.COUNT;

    private final Members members;
    private final boolean keepsPairs;
    /** By candidate and unit. */
    private final long[] before;

    private final long[] after;
    private final long[] received;
    private final double[] beforeSquared;
    private final double[] afterSquared;
    /** By cause and unit. */
    private final long[] causes = new long[Cause.COUNT * UNITS];

    private final PairSums pairs = new PairSums();
    private final long[] all = new long[UNITS];
    private final long[] moved = new long[UNITS];
    private final long[] adopted = new long[UNITS];
    private final double[] allSquared = new double[UNITS];
    private final double[] movedSquared = new double[UNITS];
    private final double[] adoptedSquared = new double[UNITS];

    Tally(Members members) {
        int sums = members.size() * UNITS;
        this.members = members;
        this.keepsPairs = members.size() <= UnitReport.MOST_WITH_FLOWS;
        this.before = new long[sums];
        this.after = new long[sums];
        this.received = new long[sums];
        this.beforeSquared = new double[sums];
        this.afterSquared = new double[sums];
    }

    /** What was counted of some of the keys: how much, and the sum of its squares. */
    record Sum(long amount, double squares) {}

    /**
     * Counts a key.
     *
     * @param today who has it today
     * @param from its owner before the change
     * @param to its owner after it
     */
    void add(int today, int from, int to, long bytes, long records) {
        add(before, beforeSquared, from, bytes, records);
        add(after, afterSquared, to, bytes, records);
        add(all, allSquared, 0, bytes, records);
        if (from != to) {
            add(moved, movedSquared, 0, bytes, records);
            add(received, to, bytes, records);
            add(causes, members.cause(from, to).row(), bytes, records);
            if (keepsPairs) {
                pairs.add(from * members.size() + to, 1, bytes, records);
            }
        }
        if (today != from) {
            add(adopted, adoptedSquared, 0, bytes, records);
        }
    }

    private static void add(long[] sums, int place, long bytes, long records) {
        int sum = place * UNITS;
        sums[sum]++;
        sums[sum + 1] += bytes;
        sums[sum + 2] += records;
    }

    private static void add(long[] sums, double[] squares, int place, long bytes, long records) {
        add(sums, place, bytes, records);
        int sum = place * UNITS;
        squares[sum]++;
        squares[sum + 1] += (double) bytes * bytes;
        squares[sum + 2] += (double) records * records;
    }

    void addAll(Tally others) {
        add(before, others.before);
        add(after, others.after);
        add(received, others.received);
        add(beforeSquared, others.beforeSquared);
        add(afterSquared, others.afterSquared);
        add(causes, others.causes);
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

    Sum before(int candidate, Unit unit) {
        return sum(before, beforeSquared, candidate, unit);
    }

    Sum after(int candidate, Unit unit) {
        return sum(after, afterSquared, candidate, unit);
    }

    Sum all(Unit unit) {
        return sum(all, allSquared, 0, unit);
    }

    Sum moved(Unit unit) {
        return sum(moved, movedSquared, 0, unit);
    }

    /** What moves where the scheme takes over from today's. */
    Sum adopted(Unit unit) {
        return sum(adopted, adoptedSquared, 0, unit);
    }

    private static Sum sum(long[] sums, double[] squares, int place, Unit unit) {
        int sum = place * UNITS + unit.column();
        return new Sum(sums[sum], squares[sum]);
    }

    long moved(Cause cause, Unit unit) {
        return causes[cause.row() * UNITS + unit.column()];
    }

    long received(int candidate, Unit unit) {
        return received[candidate * UNITS + unit.column()];
    }

    /** What moved, by {@code from * candidates + to}; none where there are too many candidates. */
    PairSums pairs() {
        return pairs;
    }
}
