package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Complexity;
import io.keystead.planner.placement.KeyPlacement;
import io.keystead.planner.placement.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What an algorithm's papers say that it costs, beside what was counted. Steps are counted, not timed, so they are the same on
 * every machine.
 *
 * @param name the algorithm
 * @param declared what is said
 * @param points what was counted, by the number of candidates
 */
public record Growth(String name, Complexity declared, List<Point> points) {
    private static final int KEYS = 1_000;
    private static final long SEED = 51;

    /** The list is copied. */
    public Growth {
        points = List.copyOf(points);
    }

    /**
     * What was counted of so many candidates.
     *
     * @param candidates how many, all of weight 1
     * @param steps the mean steps of a look-up, see {@link KeyPlacement#steps}
     * @param memoryBytes what look-ups read
     */
    public record Point(int candidates, double steps, long memoryBytes) {}

    /**
     * Counts the look-ups of 1,000 random keys. A tenth of a second each, more for large tables of many candidates.
     *
     * @param candidates how many candidates, each 1 or above
     */
    public static Growth of(Scheme scheme, int... candidates) {
        long[] keys = new SplittableRandom(SEED).longs(KEYS).toArray();
        List<Point> points = new ArrayList<>();
        for (int n : candidates) {
            KeyPlacement placement = scheme.place(
                    IntStream.range(0, n).mapToObj(Candidate::partition).toList());
            double steps = 0;
            for (long key : keys) {
                steps += placement.steps(key);
            }
            points.add(new Point(n, steps / keys.length, placement.memoryBytes()));
        }
        return new Growth(scheme.toString(), Complexity.of(scheme.algorithm()), points);
    }
}
