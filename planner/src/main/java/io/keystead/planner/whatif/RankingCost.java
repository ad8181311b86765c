package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.FirstByRank;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

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
    private static final int KEYS = 20_000;
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
     * @param sigma one standard deviation of that, of keys like these
     */
    public record Prefilter(int bits, double differs, double sigma) {}

    /**
     * Measures.
     *
     * @param candidates at least one; their weights are left out
     * @param budget how long each way is measured, about
     * @param seed with which keys are drawn
     */
    public static RankingCost of(List<Candidate> candidates, KeySample sample, Duration budget, long seed) {
        FirstByRank ranking = new FirstByRank(candidates);
        int first = Math.min(FIRST, candidates.size());
        long[] keys = new SplittableRandom(seed)
                .ints(KEYS, 0, sample.size())
                .mapToLong(sample::hash)
                .toArray();
        Map<FirstByRank.Way, Double> nanos = new EnumMap<>(FirstByRank.Way.class);
        long agree =
                Arrays.stream(keys).filter(key -> agree(ranking, key, first)).count();
        // By now each way is compiled.
        for (FirstByRank.Way way : FirstByRank.Way.values()) {
            nanos.put(way, nanos(ranking, way, keys, first, budget));
        }
        List<Prefilter> prefilters = new ArrayList<>();
        for (int bits : BITS) {
            double differs = (double) Arrays.stream(keys)
                            .filter(key -> ranking.ownerByUpperBits(key, bits)
                                    != ranking.first(FirstByRank.Way.HEAP, key, 1)[0])
                            .count()
                    / KEYS;
            prefilters.add(new Prefilter(bits, differs, Math.sqrt(differs * (1 - differs) / KEYS)));
        }
        return new RankingCost(candidates.size(), first, nanos, agree, KEYS, prefilters);
    }

    private static boolean agree(FirstByRank ranking, long key, int count) {
        int[] sorted = ranking.first(FirstByRank.Way.SORT, key, count);
        return Arrays.stream(FirstByRank.Way.values())
                .allMatch(way -> Arrays.equals(ranking.first(way, key, count), sorted));
    }

    /** The best of batches. */
    private static double nanos(FirstByRank ranking, FirstByRank.Way way, long[] keys, int count, Duration budget) {
        double best = Double.MAX_VALUE;
        long start = System.nanoTime();
        long end = start + budget.toNanos();
        long used = 0;
        for (int from = 0; start < end; from = (from + BATCH) % (KEYS - BATCH)) {
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
