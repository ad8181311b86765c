package io.keystead.cli;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Something that the user gave, or the machine has, does not do: exit code {@value ExitCode#BAD_INPUT}.
 *
 * <p>The message is one line that names the value, where it came from and what is allowed.
 */
public final class BadInput extends RuntimeException {
    /**
     * An error from no one place.
     *
     * @param message one line, without the command's name
     */
    public BadInput(String message) {
        super(message);
    }

    /**
     * An error of a value.
     *
     * @param source the option or file that the value came from, for example {@code --seed}
     */
    public BadInput(String source, String message) {
        super(source + ": " + message);
    }

    /**
     * The same with what lies behind it, which {@code --debug} shows.
     *
     * @param source the option or file that the value came from
     */
    public BadInput(String source, String message, Throwable cause) {
        super(source + ": " + message, cause);
    }

    /**
     * What a parser makes of a value.
     *
     * @param source the option or file that the value came from
     * @throws BadInput if the parser refuses it; with the parser's message
     */
    public static <T> T from(String source, Supplier<T> parse) {
        return from(source, parse, message -> message);
    }

    /**
     * The same with another form of the parser's message.
     *
     * @param shown makes it what may be shown
     */
    public static <T> T from(String source, Supplier<T> parse, UnaryOperator<String> shown) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw new BadInput(source, shown.apply(String.valueOf(e.getMessage())), e);
        }
    }

    /**
     * An error whose message names its place itself, with what lies behind it, which {@code --debug} shows.
     *
     * @param message one line, without the command's name
     */
    public BadInput(String message, Throwable cause) {
        super(message, cause);
    }
}
