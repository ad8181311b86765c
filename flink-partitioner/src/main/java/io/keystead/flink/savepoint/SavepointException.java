package io.keystead.flink.savepoint;

/** A savepoint, or what was asked of it, does not do; the message is one line for the user. */
public final class SavepointException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SavepointException(String message) {
        super(message);
    }

    SavepointException(String message, Throwable cause) {
        super(message, cause);
    }
}
