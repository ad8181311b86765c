package io.keystead.benchmarks.keyby;

import java.util.Locale;

/** The limits of a run: each is judged once and shown as kept or not. Not thread-safe. */
final class Limits {
    private boolean kept = true;

    /** What the report says of a limit. */
    String judge(boolean ok) {
        kept &= ok;
        return ok ? "ok" : "**FAIL**";
    }

    /** The same for a median of ratios; written so that what is no number fails. */
    String atMost(double bound, Ratios ratios) {
        return judge(ratios.median() <= bound);
    }

    /** Whether every limit so far was kept. */
    boolean kept() {
        return kept;
    }

    /** A number of bytes as the tables show it. */
    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,.1f MiB", bytes / 1024.0 / 1024.0);
    }
}
