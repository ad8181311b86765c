package io.keystead.cli;

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
     * An error whose message names its place itself, with what lies behind it, which {@code --debug} shows.
     *
     * @param message one line, without the command's name
     */
    public BadInput(String message, Throwable cause) {
        super(message, cause);
    }
}
