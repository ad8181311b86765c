package com.example.polyglot;

/** What keeps the example from being tried, in one line that says what would be needed. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
        super(message);
    }

    Unusable(String message, Throwable cause) {
        super(message, cause);
    }
}
