package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps of look-ups, counted, grow with the candidates as each algorithm's complexity says. */
class ComplexityTest {
    private static final int[] SIZES = {10, 100, 1_000};
    private static final long[] KEYS = Inputs.keys(51, 2_000);
    /** All means together are right in all but one of a million runs. */
    private static final double SIGMAS = 6;

    private static double mean(KeyPlacement placement) {
        return Arrays.stream(KEYS).mapToInt(placement::steps).average().orElseThrow();
    }

    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void steps_grow_as_declared(Algorithm algorithm) {
        for (int n : SIZES) {
            double mean = mean(algorithm.place(Inputs.nodes(n)));
            // Of 1, n and W steps are declared, not counted, but by jump-back; that they are those of the complexity is
            // all to see.
            switch (Complexity.of(algorithm).lookup()) {
                case "1" -> assertThat(mean).isBetween(1.0, algorithm == Algorithm.JUMP_BACK ? 2.0 : 1.0);
                case "n", "W", "n + skipped" -> assertThat(mean).isEqualTo(n);
                case "log nV", "log nV + skipped" -> assertSearch(mean, n * HashRing.TOKENS, 1);
                case "P log n" -> assertSearch(mean, n, MultiProbe.PROBES);
                case "ln n" -> assertJumps(mean, n);
                case "f log n + m" -> assertThat(mean).isBetween(1.0, depth(n) * Skeleton.BRANCHES + Skeleton.LEAF);
                // Of 2W buckets, each hash but the first needs less than one step along successors on average.
                case "(1 + ln(A/W))^2" -> assertThat(mean).isBetween(1.0, Math.pow(1 + Math.log(2), 2));
                case "A/W", "A/W + skipped" -> assertDraws(mean, n);
                default -> throw new AssertionError(Complexity.of(algorithm).lookup());
            }
        }
    }

    /** A search among so many tokens compares with as many as bring it down to none. */
    private static void assertSearch(double mean, int tokens, int searches) {
        assertThat(mean / searches).isBetween(Math.floor(log2(tokens)), Math.floor(log2(tokens)) + 1);
    }

    /** The bucket jumps at i with the chance 1/i, independently, and once more beyond the end. */
    private static void assertJumps(double mean, int n) {
        double expected = IntStream.rangeClosed(1, n).mapToDouble(i -> 1.0 / i).sum();
        double variance = IntStream.rangeClosed(1, n)
                .mapToDouble(i -> 1.0 / i * (1 - 1.0 / i))
                .sum();
        assertThat(mean).isEqualTo(expected, within(SIGMAS * Math.sqrt(variance / KEYS.length)));
    }

    /** Each draw hits with the chance n/A. */
    private static void assertDraws(double mean, int n) {
        double places = Integer.highestOneBit(2 * n - 1) << 1;
        double hit = n / places;
        assertThat(mean).isEqualTo(1 / hit, within(SIGMAS * Math.sqrt(1 - hit) / hit / Math.sqrt(KEYS.length)));
    }

    private static double depth(int n) {
        return Math.ceil(Math.log(Math.ceil((double) n / Skeleton.LEAF)) / Math.log(Skeleton.BRANCHES));
    }

    @Test
    void full_candidates_are_steps_of_a_bounded_load() {
        BoundedLoads bounded = BoundedLoads.onHrw(Inputs.nodes(10), 0.1);
        long empty = bounded.steps(1);
        for (int i = 0; i < 50; i++) {
            bounded.acquire(1);
        }
        assertThat(bounded.steps(1)).isGreaterThan((int) empty);
    }

    /** The count is of the look-up itself: where the last jump but one leads is the bucket. */
    @Test
    void jump_back_counts_at_least_one_draw_and_few() {
        JumpBack placement = new JumpBack(Inputs.nodes(1_000));
        assertThat(Arrays.stream(KEYS).map(placement::steps).min().orElseThrow())
                .isPositive();
        assertThat(Complexity.of(Algorithm.JUMP_BACK)).isEqualTo(Complexity.of(Algorithm.MODULO));
    }
}
