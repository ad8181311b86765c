package io.keystead.hrw.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class BoundTest {
    @Test
    void a_hundred_tosses_of_a_coin_are_50_plus_or_minus_5() {
        Bound bound = Bound.binomial(100, 0.5);

        assertThat(bound.mean()).isEqualTo(50);
        assertThat(bound.sigma()).isEqualTo(5);
        assertThat(bound.sigmas(60)).isEqualTo(2);
        assertThat(bound.sigmas(35)).isEqualTo(-3);
        assertThat(bound.allows(60, 2)).isTrue();
        assertThat(bound.allows(61, 2)).isFalse();
        assertThat(bound.allows(40, 2)).isTrue();
        assertThat(bound.allows(39, 2)).isFalse();
    }

    @Test
    void without_deviation_the_mean_alone_is_allowed() {
        Bound exact = new Bound(7, 0);

        assertThat(exact.sigmas(7)).isZero();
        assertThat(exact.allows(7, 0)).isTrue();
        assertThat(exact.allows(7.5, 1e9)).isFalse();
        assertThat(exact.allows(6.5, 1e9)).isFalse();
        assertThat(Bound.binomial(10, 1).allows(10, 0)).isTrue();
    }

    /** By hand: sqrt(2 ln 40) = 2.7162, sqrt(2 ln 2e7) = 5.7985. */
    @Test
    void the_sigmas_to_allow_solve_the_bound_of_the_normal_tail() {
        assertThat(Bound.sigmasFor(0.05, 1)).isEqualTo(2.7162, within(0.0001));
        assertThat(Bound.sigmasFor(1e-6, 10)).isEqualTo(5.7985, within(0.0001));
        double z = Bound.sigmasFor(1e-6, 12);
        assertThat(12 * 2 * Math.exp(-z * z / 2)).isEqualTo(1e-6, within(1e-12));
    }

    @Test
    void the_text_is_the_same_in_every_country() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Bound.binomial(9, 0.5)).hasToString("4.5 ± 1.5");
            assertThat(ChiSquare.uniform(new long[] {10, 20, 30})).hasToString("chi-square 10.0 on 2 (2.46 sigma)");
        } finally {
            Locale.setDefault(before);
        }
    }
}
