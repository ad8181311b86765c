package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.kafka.topology.OneLine;
import io.keystead.planner.whatif.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void numbers_have_as_many_digits_as_they_are_worth() {
        assertThat(Figures.percent(0.0767)).isEqualTo("7.67");
        assertThat(Figures.percent(0)).isEqualTo("0.00");
        assertThat(Figures.percent(0.00001)).isEqualTo("<0.01");
        assertThat(Figures.percent(Double.NaN)).isEqualTo("-");
        assertThat(Figures.percent(0.0767, 0.001)).isEqualTo("7.67±0.10");
        assertThat(Figures.digits(0.004)).isEqualTo("<0.01");
        assertThat(Figures.digits(0)).isEqualTo("0");
        assertThat(Figures.nanos(999.7)).isEqualTo("1.00 µs");
        assertThat(Figures.nanos(7_940_000)).isEqualTo("7.94 ms");
        assertThat(Figures.probability(0.0004)).isEqualTo("<0.001");
    }

    @Test
    void a_variation_below_the_error_of_estimates_is_told_as_less_than_that() {
        assertThat(Figures.variation(new Spread(1.1, 0.02, 0.5, 0))).isEqualTo("2.00");
        assertThat(Figures.variation(new Spread(1.1, 0.02, 0.5, 0.019))).isEqualTo("2.00");
        assertThat(Figures.variation(new Spread(1.1, 0.02, 0.5, 0.0395))).isEqualTo("<3.95");
    }

    @Test
    void an_axis_ends_at_or_just_above_the_largest_value_with_round_steps() {
        assertThat(Axis.upTo(0.086).ticks()).containsExactly(0.0, 0.02, 0.04, 0.06, 0.08, 0.1);
        assertThat(Axis.upTo(0).top()).isPositive();
        for (double most : List.of(1e-9, 0.003, 0.0769, 0.09, 0.2, 0.77, 1.0, 1.01, 6.46, 9000.0)) {
            Axis axis = Axis.upTo(most);
            assertThat(axis.top()).isBetween(most * (1 - 1e-9), most * 1.5);
            assertThat(axis.ticks()).hasSizeBetween(4, 9);
        }
    }

    @Test
    void what_a_terminal_obeys_or_nobody_sees_is_shown_as_an_escape() {
        assertThat(Shown.safe("a\u001b[2J\u009b\u200bb\u2028\ud800é漢😀"))
                .isEqualTo("a\\u001b[2J\\u009b\\u200bb\\u2028\\ud800é漢😀");
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            String text = Character.toString(character);
            assertThat(Shown.safe(text).equals(text))
                    .as("as in messages of the plugins: U+%04X", character)
                    .isEqualTo(OneLine.of(text).equals(text));
        }
        assertThat(Shown.shortened("abcdef", 4)).isEqualTo("abc…");
        assertThat(Shown.shortened("😀😀😀", 3)).isEqualTo("😀😀😀");
    }
}
