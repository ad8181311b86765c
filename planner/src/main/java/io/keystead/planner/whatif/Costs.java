package io.keystead.planner.whatif;

import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Measures on this machine: quick and rough, for numbers of one run beside each other. */
final class Costs {
    private static final int KEYS = 1 << 14;
    private static final int BATCH = 1 << 8;
    /** How much of a scheme's time goes into measuring look-ups, and half of that into warming them up and into each build. */
    private static final int PART_OF_BUDGET = 40;

    private static final int BUILDS = 20;
    private static final int COUNTED = 1 << 10;

    private final long measured;
    private final long warmUp;

    private final long[] hashes;
    private final int[] murmur2s;
    private final int[] hashCodes;

    /** Keeps the result of what is measured from being left out as useless. */
    @SuppressWarnings({"FieldCanBeLocal", "UnusedVariable"})
    private volatile long blackhole;

    /** Measures with random keys of a sample, few enough to stay in the processor's cache. */
    Costs(KeySample sample, Duration budget, long seed) {
        this.measured = budget.toNanos() / PART_OF_BUDGET;
        this.warmUp = measured / 2;
        SplittableRandom random = new SplittableRandom(seed);
        this.hashes = new long[KEYS];
        this.murmur2s = new int[KEYS];
        this.hashCodes = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            int key = random.nextInt(sample.size());
            hashes[i] = sample.hash(key);
            murmur2s[i] = sample.murmur2(key);
            hashCodes[i] = sample.javaHash(key);
        }
    }

    /**
     * The nanoseconds of a look-up by each, the best of batches.
     *
     * <p>The machine makes a call faster as long as it has met one kind of placement alone. So all come up before the first
     * is measured: otherwise whoever comes first looks faster than it would come last.
     */
    double[] lookupNanos(List<KeyPlacement> placements) {
        placements.forEach(placement -> best(placement, warmUp));
        return placements.stream()
                .mapToDouble(placement -> best(placement, measured))
                .toArray();
    }

    private double best(KeyPlacement placement, long nanos) {
        double best = Double.MAX_VALUE;
        long start = System.nanoTime();
        long end = start + nanos;
        int first = 0;
        do {
            batch(placement, first);
            long now = System.nanoTime();
            best = Math.min(best, (double) (now - start) / BATCH);
            first = (first + BATCH) % KEYS;
            start = now;
        } while (start < end);
        return best;
    }

    private void batch(KeyPlacement placement, int first) {
        long owners = 0;
        for (int i = first; i < first + BATCH; i++) {
            owners += placement.owner(hashes[i], murmur2s[i], hashCodes[i]);
        }
        blackhole = owners;
    }

    /** The steps of a look-up, in the mean. */
    double steps(KeyPlacement placement) {
        return Arrays.stream(hashes, 0, COUNTED)
                .mapToInt(placement::steps)
                .average()
                .orElseThrow();
    }

    /** The nanoseconds to make a placement, the best of several times. */
    long buildNanos(Supplier<KeyPlacement> build) {
        long best = Long.MAX_VALUE;
        long end = System.nanoTime() + warmUp;
        for (int i = 0; i < BUILDS && (i == 0 || System.nanoTime() < end); i++) {
            long start = System.nanoTime();
            blackhole = build.get().candidates().size();
            best = Math.min(best, System.nanoTime() - start);
        }
        return best;
    }
}
