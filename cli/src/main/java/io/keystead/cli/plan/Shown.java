package io.keystead.cli.plan;

import java.util.Locale;

/** Text from strangers (keys, names of candidates and of files) as it may be shown. */
final class Shown {
    private Shown() {}

    /**
     * The text with escapes such as <code>&#92;u001b</code> for what a terminal obeys, what shows as nothing, and what turns the
     * direction of the text around it; so that it says what it is, on one line.
     */
    static String safe(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (isPlain(character)) {
                safe.appendCodePoint(character);
            } else {
                for (char unit : Character.toChars(character)) {
                    safe.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return safe.toString();
    }

    /** The same with three dots for what is beyond so many characters. */
    static String shortened(String text, int most) {
        String safe = safe(text);
        int length = safe.codePointCount(0, safe.length());
        return length <= most ? safe : safe.substring(0, safe.offsetByCodePoints(0, most - 1)) + "…";
    }

    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
