package io.keystead.benchmarks;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Something the project promises about its speed, and how a run is judged by it. Immutable.
 *
 * @param promise in words, with the bound
 * @param value what a round says, in the unit of the bound
 * @param kind whether the bound is the most or the least that is allowed
 * @param bound the bound, which is itself allowed
 * @param unit the unit, printed behind the value
 * @param needsVectors whether it holds only on processors with 512-bit vectors of 64-bit products
 */
record Limit(
        String promise, ToDoubleFunction<Round> value, Kind kind, double bound, String unit, boolean needsVectors) {
    enum Kind {
        AT_MOST,
        AT_LEAST
    }

    enum Verdict {
        PASS,
        FAIL,
        /** Not enforced on this machine. */
        REPORTED
    }

    /** {@code ours} takes at most {@code bound} times as long as {@code theirs}. */
    static Limit timesAtMost(Case ours, double bound, Case theirs, boolean needsVectors) {
        return new Limit(
                ours + ": at most " + number(bound) + " times " + theirs,
                ratio(ours, theirs),
                Kind.AT_MOST,
                bound,
                "x",
                needsVectors);
    }

    /** {@code theirs} takes at least {@code bound} times as long as {@code ours}. */
    static Limit fasterAtLeast(Case ours, double bound, Case theirs, boolean needsVectors) {
        return new Limit(
                ours + ": at least " + number(bound) + " times faster than " + theirs,
                ratio(theirs, ours),
                Kind.AT_LEAST,
                bound,
                "x",
                needsVectors);
    }

    /** {@code ours} takes at most {@code bound} ns more than {@code other}. */
    static Limit nanosMoreAtMost(Case ours, double bound, Case other) {
        return new Limit(
                ours + ": at most " + number(bound) + " ns more than " + other,
                round -> round.of(ours).nanos() - round.of(other).nanos(),
                Kind.AT_MOST,
                bound,
                "ns",
                false);
    }

    static Limit nanosAtMost(Case ours, double bound, boolean needsVectors) {
        return new Limit(
                ours + ": at most " + number(bound) + " ns",
                round -> round.of(ours).nanos(),
                Kind.AT_MOST,
                bound,
                "ns",
                needsVectors);
    }

    static Limit millisAtMost(Case ours, double bound) {
        return new Limit(
                ours + ": at most " + number(bound) + " ms",
                round -> round.of(ours).nanos() / 1e6,
                Kind.AT_MOST,
                bound,
                "ms",
                false);
    }

    /** Nothing is allocated; what JMH's own loop allocates is divided among millions of calls and does not count. */
    static Limit allocatesNothing(Case ours) {
        return new Limit(ours + ": allocates nothing", round -> round.of(ours).bytes(), Kind.AT_MOST, 0.5, "B", false);
    }

    Verdict judge(Rounds rounds, boolean machineHasVectors) {
        if (needsVectors && !machineHasVectors) {
            return Verdict.REPORTED;
        }
        double median = rounds.median(value);
        // Written so that NaN fails.
        boolean kept = kind == Kind.AT_MOST ? median <= bound : median >= bound;
        return kept ? Verdict.PASS : Verdict.FAIL;
    }

    private static ToDoubleFunction<Round> ratio(Case numerator, Case denominator) {
        return round -> round.of(numerator).nanos() / round.of(denominator).nanos();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value).replaceFirst("\\.?0+$", "");
    }
}
