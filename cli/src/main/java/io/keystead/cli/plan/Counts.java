package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads large numbers as people write them: 250000, 250k, 1M, 1B. */
final class Counts {
    private static final Pattern COUNT = Pattern.compile("(\\d{1,18})([kMB]?)");

    private Counts() {}

    /**
     * The number that an option names.
     *
     * @throws BadInput unless it is from {@code least} to {@code most}
     */
    static long parse(String option, String text, long least, long most) {
        Matcher matcher = COUNT.matcher(text);
        if (matcher.matches()) {
            long factor = switch (matcher.group(2)) {
                case "k" -> 1_000;
                case "M" -> 1_000_000;
                case "B" -> 1_000_000_000;
                default -> 1;
            };
            long number = Long.parseLong(matcher.group(1));
            if (number <= most / factor && number * factor >= least) {
                return number * factor;
            }
        }
        throw new BadInput(
                option,
                "\"" + Shown.safe(text) + "\" is not a number from " + Figures.count(least) + " to "
                        + Figures.count(most) + "; allowed: such as 250000, 250k or 1M");
    }
}
