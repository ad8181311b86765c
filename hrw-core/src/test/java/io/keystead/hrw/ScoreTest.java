package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScoreTest {
    /** 5e-324. */
    private static final double SMALLEST = Double.MIN_VALUE;

    private static final double[] FAR_BEYOND_THE_PROTOCOL = {SMALLEST, 1e-300, 1e-6, 1, 1e6, 1e300, 1e308};
    private static final long[] SCORES_FROM_SMALL_TO_LARGE = {
        0, 1, 4095, 4096, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -4097, -4096, -2, -1
    };

    @Test
    void mix_is_the_finaliser_of_split_mix_64() {
        long gamma = 0x9e3779b97f4a7c15L;
        Seeds.upTo(1, random -> {
            for (int i = 0; i < 10_000; i++) {
                long z = random.nextLong();
                assertThat(Score.mix(z + gamma)).isEqualTo(new SplittableRandom(z).nextLong());
                assertThat(NaiveRule.unsigned(Score.mix(z))).isEqualTo(NaiveRule.mix(NaiveRule.unsigned(z)));
            }
        });
    }

    @Test
    void mix_is_a_bijection_so_distinct_node_hashes_never_tie() {
        Seeds.upTo(
                1,
                random -> random.longs(100_000)
                        .forEach(z -> assertThat(Score.mix(Injected.unmix(z))).isEqualTo(z)));
    }

    @Test
    void a_score_is_the_mix_of_key_and_node() {
        assertThat(Score.of(0x0123456789abcdefL, 0xfedcba9876543210L)).isEqualTo(Score.mix(-1));
        assertThat(Score.of(7, 7)).isZero();
    }

    @Test
    void the_uniform_of_a_score_is_exact_and_strictly_between_0_and_1() {
        assertThat(Score.uniform(0)).isEqualTo(0x1p-53);
        assertThat(Score.uniform(4095)).isEqualTo(0x1p-53);
        assertThat(Score.uniform(4096)).isEqualTo(3 * 0x1p-53);
        assertThat(Score.uniform(-1)).isEqualTo(1 - 0x1p-53).isLessThan(1);
        Seeds.upTo(
                1,
                random -> random.longs(100_000)
                        .forEach(score -> assertThat(Score.uniform(score))
                                .isEqualTo(NaiveRule.uniform(NaiveRule.unsigned(score)))));
    }

    /** Math.log of this machine differs from StrictMath.log in the last bit now and then; the time never does. */
    @Test
    void the_time_is_the_strict_logarithm_over_the_weight_to_the_last_bit() {
        Seeds.upTo(1, random -> {
            for (int i = 0; i < 200_000; i++) {
                long score = random.nextLong();
                double weight = Inputs.weight(random);
                assertThat(Score.time(score, weight)).isEqualTo(-StrictMath.log(Score.uniform(score)) / weight);
            }
        });
    }

    @Test
    void every_time_of_the_protocols_weights_is_finite_and_above_0() {
        for (long score : SCORES_FROM_SMALL_TO_LARGE) {
            for (double weight : new double[] {Candidate.MIN_WEIGHT, 1, Candidate.MAX_WEIGHT}) {
                assertThat(Score.time(score, weight)).isFinite().isPositive();
            }
        }
    }

    @Test
    void no_score_and_no_weight_however_extreme_gives_nan_and_times_stay_ordered() {
        for (double weight : FAR_BEYOND_THE_PROTOCOL) {
            double previous = Double.POSITIVE_INFINITY;
            for (long score : SCORES_FROM_SMALL_TO_LARGE) {
                double time = Score.time(score, weight);
                assertThat(time)
                        .as("score %x weight %s", score, weight)
                        .isNotNaN()
                        .isNotNegative()
                        .isLessThanOrEqualTo(previous);
                previous = time;
            }
        }
        for (long score : SCORES_FROM_SMALL_TO_LARGE) {
            double previous = Double.POSITIVE_INFINITY;
            for (double weight : FAR_BEYOND_THE_PROTOCOL) {
                assertThat(Score.time(score, weight)).isLessThanOrEqualTo(previous);
                previous = Score.time(score, weight);
            }
        }
    }

    @Test
    void time_overflows_to_infinity_and_underflows_to_0_and_the_higher_score_then_wins() {
        assertThat(Score.time(0, SMALLEST)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Score.time(1L << 60, SMALLEST)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Score.time(-1, SMALLEST)).isFinite();
        assertThat(Score.time(0, 1e-300)).isFinite();
        assertThat(Score.time(-1, 1e308)).isZero();
        assertThat(Score.time(-4097, 1e308)).isEqualTo(SMALLEST);
        assertThat(Score.time(0, 1e308)).isPositive();

        assertThat(Score.beats(Double.POSITIVE_INFINITY, 1L << 60, Double.POSITIVE_INFINITY, 0))
                .isTrue();
        assertThat(Score.beats(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 1L << 60))
                .isFalse();
        assertThat(Score.beats(0, -1, 0, -2)).isTrue();
    }

    @Test
    void the_smaller_time_beats_then_the_score_that_is_higher_as_unsigned_and_nothing_beats_its_equal() {
        assertThat(Score.beats(1.0, 0, 2.0, -1)).isTrue();
        assertThat(Score.beats(2.0, -1, 1.0, 0)).isFalse();
        assertThat(Score.beats(1.0, -1, 1.0, Long.MAX_VALUE)).isTrue();
        assertThat(Score.beats(1.0, Long.MAX_VALUE, 1.0, -1)).isFalse();
        assertThat(Score.beats(1.0, 5, 1.0, 5)).isFalse();
    }

    /**
     * A topology whose weights become unequal goes from the order of scores to the order of times, and that moves no key
     * between candidates that kept their weight, exactly: for neighbouring u, -log u differs by 2^-52 / u or more, which
     * is at least 2.7 units in the last place of -log u (the smallest at u = 1/e), and fdlibm's log errs by less than one.
     * So times of one weight never change order; at most division makes two of them equal, and then the score decides.
     * Seen here where fdlibm changes its formula: at powers of two, at 1 - 2^-20, and at its three mantissa bounds.
     */
    @Test
    void under_one_weight_the_order_of_times_is_the_order_of_scores() {
        LongStream.Builder bounds = LongStream.builder().add(2000).add((1L << 52) - 2001);
        for (double u : new double[] {1 - 0x1p-20, 1 / Math.E, Math.sqrt(0.5), 1 / 1.5, 1.38 / 2, 1.42 / 2}) {
            bounds.add((long) (u * 0x1p52));
        }
        for (int bits = 12; bits < 52; bits++) {
            for (double bound : new double[] {1, 1.38, Math.sqrt(2), 1.42}) {
                bounds.add((long) (bound * (1L << bits)));
            }
        }
        for (long bound : bounds.build().toArray()) {
            for (long k = bound - 2000; k < bound + 2000; k++) {
                assertOrdered(k, 1.0);
            }
        }
        Seeds.upTo(1, random -> {
            for (int i = 0; i < 500_000; i++) {
                assertOrdered(random.nextLong((1L << 52) - 1), Inputs.weight(random));
            }
        });
    }

    private static void assertOrdered(long k, double weight) {
        double later = Score.time(k << 12, weight);
        double sooner = Score.time((k + 1) << 12, weight);
        // Asserted in two steps only because AssertJ is slow at two million of them.
        if (weight == 1.0 ? !(sooner < later) : !(sooner <= later)) {
            assertThat(sooner).as("k %d weight %s", k, weight).isLessThan(later);
        }
    }
}
