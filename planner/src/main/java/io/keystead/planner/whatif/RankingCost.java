package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.FirstByRank;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;

/**
 * What the first candidates of a key by rendezvous hashing cost, in several ways, measured in this run on this machine; and how
 * often a shortcut to the owner is wrong.
 *
 * @param candidates how many there are
 * @param first how many of them are found
 * @param nanos nanoseconds for a key whose hash is known, by each way
 * @param agree for how many of the keys all ways gave the same
 * @param keys how many keys were looked at
 * @param prefilters the shortcuts, by few bits first
 */
public record RankingCost(
        int candidates,
        int first,
        Map<FirstByRank.Way, Double> nanos,
        long agree,
        long keys,
        List<Prefilter> prefilters) {
    private static final int FIRST = 3;
    private static final int MOST_KEYS = 20_000;
    private static final int FEWEST_KEYS = 500;
    /** So many scores of keys take a part of a second, whatever number of candidates there is. */
    private static final int SCORES = 2_000_000;

    private static final int BATCH = 256;
    private static final int[] BITS = {8, 12, 16};

    /** The collections are copied. */
    public RankingCost {
        nanos = Map.copyOf(nanos);
        prefilters = List.copyOf(prefilters);
    }

    /**
     * A comparison of the upper bits of scores alone.
     *
     * @param bits how many
     * @param differs the part of the keys for which it names another owner
     * @param sigma one standard deviation of that; 0 where no key differs, see {@link RankingCost#below()}
     */
    public record Prefilter(int bits, double differs, double sigma) {}

    /**
     * Where none of the keys differs, fewer than this part of all keys do, with a confidence of 95 %: in so many of all cases
     * three that are expected would have shown.
     */
    public double below() {
        return 3.0 / keys;
    }

    /** How many keys are looked at: fewer of more candidates. */
    private static int keys(int candidates) {
        return Math.min(MOST_KEYS, Math.max(FEWEST_KEYS, SCORES / candidates));
    }

    /** How many steps {@link #of} takes over so many candidates. */
    public static long steps(int candidates) {
        return (1L + BITS.length) * keys(candidates);
    }

    /**
     * Measures, on keys whose hashes are made: those of a sample would be few where the sample is small. O(n log n) for each of
     * at most 20,000 keys, of 500 where there are more than 4,000 candidates.
     *
     * @param candidates at least one; their weights are left out
     * @param budget how long each way is measured, about
     * @param seed with which hashes are made
     * @param step is told of steps that are done, of {@link #steps}
     */
    public static RankingCost of(List<Candidate> candidates, Duration budget, long seed, LongConsumer step) {
        FirstByRank ranking = new FirstByRank(candidates);
        int first = Math.min(FIRST, candidates.size());
        int count = keys(candidates.size());
        long[] keys = new SplittableRandom(seed).longs(count).toArray();
        int[] owners = new int[count];
        long agree = count(
                count,
                i -> {
                    int[] sorted = ranking.first(FirstByRank.Way.SORT, keys[i], first);
                    owners[i] = sorted[0];
                    return agree(ranking, keys[i], sorted);
                },
                step);
        Map<FirstByRank.Way, Double> nanos = new EnumMap<>(FirstByRank.Way.class);
        // By now each way is compiled.
        for (FirstByRank.Way way : FirstByRank.Way.values()) {
            nanos.put(way, nanos(ranking, way, keys, first, budget));
        }
        List<Prefilter> prefilters = new ArrayList<>();
        for (int bits : BITS) {
            long others = count(count, i -> ranking.ownerByUpperBits(keys[i], bits) != owners[i], step);
            double differs = (double) others / count;
            prefilters.add(new Prefilter(bits, differs, Math.sqrt(differs * (1 - differs) / count)));
        }
        return new RankingCost(candidates.size(), first, nanos, agree, count, prefilters);
    }

    private static long count(int keys, IntPredicate those, LongConsumer step) {
        long count = 0;
        for (int i = 0; i < keys; i++) {
            count += those.test(i) ? 1 : 0;
            step.accept(1);
        }
        return count;
    }

    /** Whether the other ways give what the sort gave. */
    private static boolean agree(FirstByRank ranking, long key, int[] sorted) {
        return EnumSet.complementOf(EnumSet.of(FirstByRank.Way.SORT)).stream()
                .allMatch(way -> Arrays.equals(ranking.first(way, key, sorted.length), sorted));
    }

    /** The best of batches. */
    private static double nanos(FirstByRank ranking, FirstByRank.Way way, long[] keys, int count, Duration budget) {
        double best = Double.MAX_VALUE;
        long start = System.nanoTime();
        long end = start + budget.toNanos();
        long used = 0;
        for (int from = 0; start < end; from = (from + BATCH) % (keys.length - BATCH)) {
            for (int i = from; i < from + BATCH; i++) {
                used += ranking.first(way, keys[i], count)[0];
            }
            long now = System.nanoTime();
            best = Math.min(best, (double) (now - start) / BATCH);
            start = now;
        }
        // The sum is asked for, so that nothing that it takes can be left out.
        return used < 0 ? Double.NaN : best;
    }
}
