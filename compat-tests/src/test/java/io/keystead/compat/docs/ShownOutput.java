package io.keystead.compat.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a page shows that a command prints, all of it.
 *
 * <p>The rule for what differs from run to run: numbers before a unit of time or after which {@code a second} stands match any
 * number; {@code …} in a line matches anything; a line of {@code …} alone matches any lines. White space at the end of a
 * line does not count. Everything else must be equal.
 */
final class ShownOutput {
    private static final String ANY = "…";
    private static final Pattern VARYING = Pattern.compile("[0-9][0-9.,]*(?=( a second| s| ms| minutes?)\\b)");

    private ShownOutput() {}

    /** Whether this was printed. */
    static boolean matches(List<String> shown, List<String> printed) {
        return matches(shown.stream().map(ShownOutput::pattern).toList(), 0, printed, 0);
    }

    private static boolean matches(List<Pattern> shown, int at, List<String> printed, int line) {
        if (at == shown.size()) {
            return line == printed.size();
        }
        if (shown.get(at).pattern().equals(ANY)) {
            for (int next = line; next <= printed.size(); next++) {
                if (matches(shown, at + 1, printed, next)) {
                    return true;
                }
            }
            return false;
        }
        return line < printed.size()
                && shown.get(at).matcher(printed.get(line).stripTrailing()).matches()
                && matches(shown, at + 1, printed, line + 1);
    }

    private static Pattern pattern(String shown) {
        String line = shown.stripTrailing();
        if (line.strip().equals(ANY)) {
            return Pattern.compile(ANY);
        }
        return Pattern.compile(List.of(line.split(ANY, -1)).stream()
                .map(ShownOutput::withVaryingNumbers)
                .collect(Collectors.joining(".*")));
    }

    private static String withVaryingNumbers(String part) {
        List<String> fixed = new ArrayList<>();
        for (String piece : VARYING.split(part, -1)) {
            fixed.add(Pattern.quote(piece));
        }
        return String.join("[0-9][0-9.,]*", fixed);
    }
}
