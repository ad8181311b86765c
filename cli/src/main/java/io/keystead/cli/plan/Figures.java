package io.keystead.cli.plan;

import io.keystead.planner.whatif.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final double SMALLEST = 0.005;

    private Figures() {}

    /** A part of a whole in percent, with two decimals and without the sign. */
    static String percent(double share) {
        double percent = 100 * share;
        if (Double.isNaN(percent)) {
            return "-";
        }
        return percent > 0 && percent < SMALLEST ? "<0.01" : String.format(Locale.ROOT, "%.2f", percent);
    }

    /** The same with one standard deviation, where there is one. */
    static String percent(double share, double sigma) {
        return sigma > 0 ? percent(share) + "±" + percent(sigma) : percent(share);
    }

    /** That a part is smaller than this one, in percent, rounded up. */
    static String below(double share) {
        // Ten digits are what is meant; what is behind them comes of binary fractions.
        return "<" + BigDecimal.valueOf(100 * share).round(new MathContext(10)).setScale(2, RoundingMode.UP);
    }

    /** A whole number with commas. */
    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Three digits and the unit that fits, up to seconds. */
    static String nanos(double nanos) {
        double scaled = nanos;
        int unit = 0;
        while (scaled >= 999.5 && unit < TIMES.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return digits(scaled) + " " + TIMES[unit];
    }

    /** Three digits where they say something. */
    static String digits(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (value > 0 && value < SMALLEST) {
            return "<0.01";
        }
        if (value == Math.rint(value) && value < 1000) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%,.0f", value);
    }

    /** A coefficient of variation in percent; of estimates what is below their error is chance, and only so much is told. */
    static String variation(Spread spread) {
        return spread.variation() < spread.sigma() ? "<" + percent(spread.sigma()) : percent(spread.variation());
    }

    /** A probability; what is too small to matter how small is said so. */
    static String probability(double p) {
        if (Double.isNaN(p)) {
            return "-";
        }
        return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
    }
}
