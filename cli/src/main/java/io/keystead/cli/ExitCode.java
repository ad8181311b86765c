package io.keystead.cli;

/** What the command's exit code says. */
public final class ExitCode {
    /** All is well. */
    public static final int OK = 0;

    /** The command worked, and what it checked does not hold. */
    public static final int CHECK_FAILED = 1;

    /** Input or environment is not what the command needs. */
    public static final int BAD_INPUT = 2;

    /** Ended by Ctrl-C. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
