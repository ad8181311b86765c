package io.keystead.cli;

/** What should hold did not, in one line: exit code {@value ExitCode#CHECK_FAILED}. */
public final class CheckFailed extends RuntimeException {
    /**
     * A failure.
     *
     * @param message what should hold and what was found instead
     */
    public CheckFailed(String message) {
        super(message);
    }
}
