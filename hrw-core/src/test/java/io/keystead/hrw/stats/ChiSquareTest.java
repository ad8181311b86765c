package io.keystead.hrw.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChiSquareTest {
    /** Expected 20 each: (100 + 0 + 100) / 20. */
    @Test
    void counts_10_20_30_have_a_statistic_of_10_on_2_degrees_of_freedom() {
        ChiSquare test = ChiSquare.uniform(new long[] {10, 20, 30});

        assertThat(test.statistic()).isEqualTo(10);
        assertThat(test.degreesOfFreedom()).isEqualTo(2);
    }

    /** Expected 25 and 75: 25 / 25 + 25 / 75. */
    @Test
    void counts_30_and_70_of_weights_1_and_3_have_a_statistic_of_four_thirds() {
        ChiSquare test = ChiSquare.of(new long[] {30, 70}, new double[] {1, 3});

        assertThat(test.statistic()).isEqualTo(4.0 / 3, within(1e-12));
        assertThat(test.degreesOfFreedom()).isEqualTo(1);
    }

    @Test
    void counts_that_are_exactly_as_expected_have_a_statistic_of_0_and_are_too_even_where_there_are_many() {
        assertThat(ChiSquare.of(new long[] {10, 20, 70}, new double[] {1, 2, 7}).statistic())
                .isZero();
        assertThat(ChiSquare.uniform(new long[100]).statistic()).isNaN();
        long[] even = new long[100];
        Arrays.fill(even, 1000);
        assertThat(ChiSquare.uniform(even).sigmas()).isLessThan(-5);
    }

    /**
     * From tables: on 2 degrees the tail above 10 is e^-5, 2.471 sigma, and on 10 degrees that above 23.209 is 1 %, 2.326
     * sigma. The cube root is right to about 0.01 there.
     */
    @Test
    void sigmas_are_those_of_the_tables() {
        assertThat(ChiSquare.uniform(new long[] {10, 20, 30}).sigmas()).isEqualTo(2.471, within(0.01));
        // Two counts of 11 differ by d from a mean of m: the statistic is 2 d^2 / m, here 2 * 3406.6^2 / 1e6.
        long[] observed = new long[11];
        Arrays.fill(observed, 1_000_000);
        observed[0] += 3407;
        observed[1] -= 3407;
        ChiSquare test = ChiSquare.uniform(observed);
        assertThat(test.statistic()).isEqualTo(23.215, within(0.001));
        assertThat(test.sigmas()).isEqualTo(2.326, within(0.01));
    }
}
