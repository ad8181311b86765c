package io.keystead.benchmarks.assign;

import java.util.List;
import java.util.Locale;

/** Times as the tables show them. */
final class Millis {
    private Millis() {}

    /** The median of nanoseconds. */
    static double median(List<Long> nanos) {
        return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElseThrow() / 1e6;
    }

    static String shown(double millis) {
        return String.format(Locale.ROOT, millis < 0.995 ? "%.2f" : millis < 9.95 ? "%.1f" : "%,.0f", millis);
    }
}
