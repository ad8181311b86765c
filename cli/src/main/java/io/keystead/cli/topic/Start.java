package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where in each partition to begin.
 *
 * @param at what decides
 * @param number the offset, or the milliseconds since 1970; 0 where there is none
 */
public record Start(At at, long number) {
    /** What decides. */
    public enum At {
        /** The first record that is left. */
        BEGINNING,
        /** An offset. */
        OFFSET,
        /** A time. */
        TIMESTAMP,
        /** What is written from now on. */
        END
    }

    /**
     * Reads the options.
     *
     * @param millis reads a moment, as milliseconds since 1970
     */
    public static Start parse(@Nullable String from, @Nullable String since, ToLongFunction<String> millis) {
        if (since != null) {
            if (from != null) {
                throw new BadInput("--from", "\"" + from + "\" does not go with --since; allowed: one of the two");
            }
            return new Start(At.TIMESTAMP, millis.applyAsLong(since));
        }
        if (from == null || from.equals("beginning")) {
            return new Start(At.BEGINNING, 0);
        }
        if (from.equals("end")) {
            return new Start(At.END, 0);
        }
        if (!from.matches("\\d{1,18}")) {
            throw new BadInput("--from", "\"" + from + "\" is not a place; allowed: beginning, end, or an offset");
        }
        return new Start(At.OFFSET, Long.parseLong(from));
    }
}
