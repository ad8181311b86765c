package io.keystead.planner.whatif;

import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.SplittableRandom;

/** Finds out how many keys there is time for. */
final class Pilot {
    private static final int BATCH = 256;
    private static final int PART_OF_BUDGET = 25;
    /** Code that is new to the machine is slow at first, so who seems too slow is tried again. */
    private static final int TRIES = 3;

    private static final int FEWEST = 10_000;

    private final KeySample sample;
    private final Totals totals;
    private final Duration budget;
    private final long seed;

    /** Keeps the look-ups from being left out as useless. */
    @SuppressWarnings("UnusedVariable")
    private volatile int blackhole;

    Pilot(KeySample sample, Totals totals, Duration budget, long seed) {
        this.sample = sample;
        this.totals = totals;
        this.budget = budget;
        this.seed = seed;
    }

    /**
     * The part of the keys that so many threads can look at in time, but at least 10,000. Rounded down to 1, 2 or 5 times a
     * power of ten, so that two runs mostly look at the same.
     */
    Part part(Owners before, Owners after, int threads) {
        double wanted = 0;
        for (int tries = 0; tries < TRIES && wanted < sample.size(); tries++) {
            wanted = Math.max(wanted, budget.toNanos() * (double) threads / nanosPerKey(before, after));
        }
        return wanted >= sample.size()
                ? Part.all(sample)
                : Part.of(sample, totals, (int) Math.max(FEWEST, rounded(wanted)), seed);
    }

    /** The best of batches of random keys: what it takes once the code is compiled. */
    private double nanosPerKey(Owners before, Owners after) {
        SplittableRandom random = new SplittableRandom(seed);
        double best = Double.MAX_VALUE;
        long nanos = budget.toNanos() / PART_OF_BUDGET;
        long start = System.nanoTime();
        long now = start;
        for (int tried = 0; tried == 0 || (tried < sample.size() && now - start < nanos); tried += BATCH) {
            int same = 0;
            for (int i = 0; i < BATCH; i++) {
                int key = random.nextInt(sample.size());
                same += before.owner(key) == after.owner(key) ? 1 : 0;
            }
            long end = System.nanoTime();
            best = Math.min(best, Math.max(1, end - now) / (double) BATCH);
            now = end;
            blackhole = same;
        }
        return best;
    }

    static double rounded(double wanted) {
        double power = Math.pow(10, Math.floor(Math.log10(wanted)));
        double digits = wanted / power;
        return power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
    }
}
