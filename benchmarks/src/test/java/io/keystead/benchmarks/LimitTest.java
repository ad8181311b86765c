package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.benchmarks.Limit.Verdict;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitTest {
    private static final Case OURS = new Case("ours", "n=12", "A.ours", Map.of());
    private static final Case THEIRS = new Case("theirs", "n=12", "A.theirs", Map.of());

    @Test
    void a_ratio_at_the_bound_is_kept_and_one_above_it_is_broken() {
        Limit limit = Limit.timesAtMost(OURS, 3, THEIRS, false);
        assertThat(limit.judge(rounds(30, 10), true)).isEqualTo(Verdict.PASS);
        assertThat(limit.judge(rounds(30.1, 10), true)).isEqualTo(Verdict.FAIL);
    }

    @Test
    void faster_than_a_peer_means_that_the_peer_takes_longer() {
        Limit limit = Limit.fasterAtLeast(OURS, 3, THEIRS, false);
        assertThat(limit.judge(rounds(10, 30), true)).isEqualTo(Verdict.PASS);
        assertThat(limit.judge(rounds(10, 29), true)).isEqualTo(Verdict.FAIL);
        assertThat(limit.judge(rounds(30, 10), true)).isEqualTo(Verdict.FAIL);
    }

    @Test
    void a_limit_that_needs_vectors_is_only_reported_on_a_machine_without_them() {
        Limit limit = Limit.nanosAtMost(OURS, 250, true);
        assertThat(limit.judge(rounds(300, 10), false)).isEqualTo(Verdict.REPORTED);
        assertThat(limit.judge(rounds(300, 10), true)).isEqualTo(Verdict.FAIL);
        assertThat(Limit.nanosAtMost(OURS, 250, false).judge(rounds(300, 10), false))
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void milliseconds_are_a_million_nanoseconds() {
        assertThat(Limit.millisAtMost(OURS, 2).judge(rounds(2e6, 1), true)).isEqualTo(Verdict.PASS);
        assertThat(Limit.millisAtMost(OURS, 2).judge(rounds(2.1e6, 1), true)).isEqualTo(Verdict.FAIL);
    }

    @Test
    void nanoseconds_more_are_those_of_the_same_round() {
        Limit limit = Limit.nanosMoreAtMost(OURS, 3, THEIRS);
        assertThat(limit.judge(rounds(33, 30), true)).isEqualTo(Verdict.PASS);
        assertThat(limit.judge(rounds(33.5, 30), true)).isEqualTo(Verdict.FAIL);
        assertThat(limit.promise()).isEqualTo("ours, n=12: at most 3 ns more than theirs, n=12");
    }

    @Test
    void one_small_object_in_a_call_breaks_the_promise_to_allocate_nothing() {
        Limit limit = Limit.allocatesNothing(OURS);
        assertThat(limit.judge(new Rounds(List.of(round(1, 1, 16))), true)).isEqualTo(Verdict.FAIL);
        assertThat(limit.judge(new Rounds(List.of(round(1, 1, 0.01))), true)).isEqualTo(Verdict.PASS);
    }

    @Test
    void what_is_not_a_number_is_broken() {
        assertThat(Limit.timesAtMost(OURS, 3, THEIRS, false).judge(rounds(0, 0), true))
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void the_ratio_is_taken_within_each_round_and_the_median_over_the_rounds() {
        // The machine is ten times slower in the second round and stalls in the third while ours is measured.
        Rounds drifting = new Rounds(List.of(round(20, 10, 0), round(210, 100, 0), round(900, 10, 0)));
        assertThat(drifting.ratio(OURS, THEIRS)).isEqualTo(2.1);
        assertThat(Limit.timesAtMost(OURS, 3, THEIRS, false).judge(drifting, true))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void the_median_of_an_even_number_of_rounds_is_half_way_between_the_middle_two() {
        Rounds rounds = new Rounds(IntStream.of(40, 10, 20, 30)
                .mapToObj(nanos -> round(nanos, 1, 0))
                .toList());
        assertThat(rounds.nanos(OURS)).isEqualTo(25);
    }

    @Test
    void a_run_without_rounds_and_a_case_that_was_not_measured_are_errors() {
        assertThatThrownBy(() -> new Rounds(List.of())).hasMessage("there are no rounds; allowed: at least one");
        Round empty = new Round(Map.of());
        assertThatThrownBy(() -> empty.of(OURS)).hasMessage("the round has not measured ours, n=12");
    }

    @Test
    void a_promise_reads_as_a_sentence() {
        assertThat(Limit.timesAtMost(OURS, 3, THEIRS, false).promise())
                .isEqualTo("ours, n=12: at most 3 times theirs, n=12");
        assertThat(Limit.fasterAtLeast(OURS, 100, THEIRS, false).promise())
                .isEqualTo("ours, n=12: at least 100 times faster than theirs, n=12");
        assertThat(Limit.millisAtMost(OURS, 0.5).promise()).isEqualTo("ours, n=12: at most 0.5 ms");
    }

    private static Rounds rounds(double ours, double theirs) {
        return new Rounds(List.of(round(ours, theirs, 0)));
    }

    private static Round round(double ours, double theirs, double bytes) {
        return new Round(Map.of(OURS, new Measured(ours, bytes), THEIRS, new Measured(theirs, 0)));
    }
}
