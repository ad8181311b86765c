package io.keystead.cli;

import java.util.Locale;

/** Shows numbers of bytes to people. */
public final class ByteSize {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    /** From here on three digits round to a thousand. */
    private static final double NEXT = 999.5;

    private ByteSize() {}

    /** Three digits and a decimal prefix. */
    public static String of(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= (unit == 0 ? 1000 : NEXT) && unit < UNITS.length - 1) {
            size /= 1000;
            unit++;
        }
        String format = unit == 0 || size >= 99.95 ? "%.0f %s" : size < 9.995 ? "%.2f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, size, UNITS[unit]);
    }
}
