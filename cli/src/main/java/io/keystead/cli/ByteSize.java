package io.keystead.cli;

import java.util.Locale;

/** Shows numbers of bytes to people. */
public final class ByteSize {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    private ByteSize() {}

    /** Four digits at most before a decimal prefix. */
    public static String of(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1000 && unit < UNITS.length - 1) {
            size /= 1000;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(Locale.ROOT, size < 100 ? "%.2f %s" : "%.1f %s", size, UNITS[unit]);
    }
}
