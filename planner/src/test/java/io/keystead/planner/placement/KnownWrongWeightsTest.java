package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Score;
import io.keystead.hrw.stats.Bound;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

/** Weightings of scores that look right and are wrong, beside the exponential race; {@link CarpTest} has a third. */
class KnownWrongWeightsTest {
    private static final int KEYS = 200_000;
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 4);

    /** The light one wins where u1 > 100 u2, which is half of a hundredth of the square and not 1 in 101. */
    @Test
    void weight_times_hash_gives_weight_1_beside_100_half_of_its_share() {
        long light = wins((u, weight) -> u * weight);
        assertThat(Bound.binomial(KEYS, 1 / 200.0).allows((double) light, SIGMAS))
                .isTrue();
        assertThat(Bound.binomial(KEYS, 1 / 101.0).allows((double) light, SIGMAS))
                .isFalse();
    }

    /** The heavy one is the one that hardly wins. */
    @Test
    void hash_over_weight_gives_weight_1_beside_100_nearly_everything() {
        long light = wins((u, weight) -> u / weight);
        assertThat(Bound.binomial(KEYS, 199 / 200.0).allows((double) light, SIGMAS))
                .isTrue();
    }

    @Test
    void the_exponential_race_gives_weight_1_beside_100_its_hundred_and_first_part() {
        long light = wins((u, weight) -> Math.log(u) / weight);
        assertThat(Bound.binomial(KEYS, 1 / 101.0).allows((double) light, SIGMAS))
                .isTrue();
    }

    /** How many keys weight 1 wins against weight 100, the highest first. */
    private static long wins(DoubleBinaryOperator score) {
        return Arrays.stream(Inputs.keys(23, KEYS))
                .filter(key -> score.applyAsDouble(u(key, 1), 1) > score.applyAsDouble(u(key, 2), 100))
                .count();
    }

    private static double u(long key, long candidate) {
        return ((Score.of(key, Score.mix(candidate)) >>> 12) + 0.5) * 0x1p-52;
    }
}
