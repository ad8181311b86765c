package io.keystead.cli;

/** Whoever read standard output wants no more of it, for example {@code head}: the command ends quietly. */
final class OutputClosed extends RuntimeException {
    OutputClosed(Throwable cause) {
        super(cause);
    }
}
