package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * Maglev hashing (Eisenbud and others 2016): every candidate has a permutation of the slots of a table, and the candidates
 * take turns in claiming their next free slot until the table is full.
 *
 * <p>Look-up O(1), memory O(M), a build and every change O(M log M) expected with M slots, a prime. With equal weights the
 * numbers of slots differ by at most 1. The table is nearly, and only nearly, undisturbed by a change: some slots move
 * between candidates that stay. Weights are turns: a candidate of half the largest weight claims every other round.
 */
public final class Maglev extends ListPlacement {
    /** The slots where nothing else is said, the paper's smaller table. */
    public static final int SLOTS = 65_537;

    private final int slots;
    private final int[] table;

    /** With {@value #SLOTS} slots. */
    public Maglev(List<Candidate> candidates) {
        this(candidates, SLOTS);
    }

    /**
     * With so many slots.
     *
     * @param candidates at least one and at most as many as slots
     * @param slots a prime from 3 to 2^24; with a composite number the preferences would not reach every slot
     */
    public Maglev(List<Candidate> candidates, int slots) {
        super(Algorithm.MAGLEV, sorted(candidates));
        if (slots < 3 || slots > 1 << 24 || !isPrime(slots)) {
            throw new IllegalArgumentException(slots + " slots; allowed: a prime from 3 to " + (1 << 24));
        }
        if (size() > slots) {
            throw new IllegalArgumentException(
                    size() + " candidates for " + slots + " slots; allowed: at most one a slot");
        }
        this.slots = slots;
        long[] words = candidates().stream().mapToLong(Draw::of).toArray();
        double[] weights = candidates().stream().mapToDouble(Candidate::weight).toArray();
        this.table = fill(slots, weights, (candidate, turn) -> {
            long offset = Long.remainderUnsigned(Draw.word(words[candidate], 0), slots);
            long skip = Long.remainderUnsigned(Draw.word(words[candidate], 1), slots - 1) + 1;
            return (int) ((offset + turn * skip) % slots);
        });
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; divisor <= number / divisor; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Fills a table by turns.
     *
     * @param preference the slot that a candidate (the first number) prefers next after so many (the second); over all
     *     numbers below {@code slots} a permutation
     */
    static int[] fill(int slots, double[] weights, IntBinaryOperator preference) {
        double heaviest = Arrays.stream(weights).max().orElseThrow();
        double[] turnsDue = new double[weights.length];
        int[] next = new int[weights.length];
        int[] table = new int[slots];
        Arrays.fill(table, -1);
        int filled = 0;
        while (true) {
            for (int candidate = 0; candidate < weights.length; candidate++) {
                turnsDue[candidate] += weights[candidate] / heaviest;
                if (turnsDue[candidate] < 1) {
                    continue;
                }
                turnsDue[candidate]--;
                int slot = preference.applyAsInt(candidate, next[candidate]++);
                while (table[slot] >= 0) {
                    slot = preference.applyAsInt(candidate, next[candidate]++);
                }
                table[slot] = candidate;
                if (++filled == slots) {
                    return table;
                }
            }
        }
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Maglev(next, slots);
    }

    @Override
    public int owner(long keyHash) {
        return table[(int) Long.remainderUnsigned(keyHash, slots)];
    }

    /** Who owns each slot, as a copy. */
    int[] table() {
        return table.clone();
    }

    @Override
    public double[] shares() {
        return shares(table, size());
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return (long) slots * Integer.BYTES;
    }
}
