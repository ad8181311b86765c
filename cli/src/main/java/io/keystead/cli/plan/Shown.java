package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.planner.sample.KeyText;
import java.util.Locale;
import java.util.function.Supplier;

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
            if (KeyText.shows(character)) {
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

    /**
     * What a parser makes of an option's value.
     *
     * @throws BadInput if the parser refuses it; with the parser's message, safe to show
     */
    static <T> T parsed(String option, Supplier<T> parse) {
        return BadInput.from(option, parse, Shown::safe);
    }
}
