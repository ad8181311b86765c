package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations and moments as options give them. */
public final class Times {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Times() {}

    /** A time such as {@code 90s}, {@code 15m}, {@code 2h} or {@code 7d}. */
    public static Duration duration(String option, String text) {
        return amount(text)
                .orElseThrow(() ->
                        new BadInput(option, "\"" + text + "\" is not a duration; allowed: 500ms, 90s, 15m, 2h, 7d"));
    }

    /** A moment with its zone, or how long before now it was; in milliseconds since 1970. */
    public static long millis(String option, String text, Instant now) {
        Optional<Duration> ago = amount(text);
        if (ago.isPresent()) {
            return now.minus(ago.get()).toEpochMilli();
        }
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            // The second is for years that no count of milliseconds reaches.
            throw new BadInput(
                    option,
                    "\"" + text + "\" is not a time; allowed: how long ago, such as 15m, 2h or 7d, or a time with its"
                            + " zone such as 2026-11-30T08:00:00Z",
                    e);
        }
    }

    private static Optional<Duration> amount(String text) {
        Matcher matcher = AMOUNT.matcher(text);
        return matcher.matches()
                ? Optional.of(UNITS.getOrDefault(matcher.group(2), Duration.ZERO)
                        .multipliedBy(Long.parseLong(matcher.group(1))))
                : Optional.empty();
    }
}
