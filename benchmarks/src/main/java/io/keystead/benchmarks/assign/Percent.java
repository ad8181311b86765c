package io.keystead.benchmarks.assign;

import java.util.Locale;

/** A part of a whole, as the tables show it. */
final class Percent {
    private Percent() {}

    static String of(double part) {
        double percent = 100 * part;
        return String.format(Locale.ROOT, percent > 0 && percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    }
}
