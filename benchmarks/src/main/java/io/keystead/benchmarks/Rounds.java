package io.keystead.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All rounds of a run, at least one.
 *
 * <p>A machine's speed drifts from minute to minute, so values are put in relation within a round and the median is
 * taken over the rounds, never the ratio of two medians. Immutable.
 */
record Rounds(List<Round> rounds) {
    Rounds {
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("there are no rounds; allowed: at least one");
        }
        rounds = List.copyOf(rounds);
    }

    /** The middle of what the rounds say; with an even number of them, half way between the middle two. */
    double median(ToDoubleFunction<Round> value) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    double nanos(Case one) {
        return median(round -> round.of(one).nanos());
    }

    double ratio(Case numerator, Case denominator) {
        return median(
                round -> round.of(numerator).nanos() / round.of(denominator).nanos());
    }
}
