package com.example.harness;

/** What keeps an example from being tried, in one line that says what would be needed. */
public final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    public Unusable(String message) {
        super(message);
    }
}
