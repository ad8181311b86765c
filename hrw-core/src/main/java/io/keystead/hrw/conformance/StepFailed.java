package io.keystead.hrw.conformance;

/** Ends the check of one vector at the first step that differs. */
final class StepFailed extends Exception {
    private final String step;
    private final String expected;
    private final String actual;

    StepFailed(String step, String expected, String actual) {
        // A report, not an accident: nobody reads its stack trace.
        super(step, null, false, false);
        this.step = step;
        this.expected = expected;
        this.actual = actual;
    }

    static StepFailed malformed(String allowed, String found) {
        return new StepFailed(VectorFailure.MALFORMED, allowed, found);
    }

    /** Passes if both read alike. */
    static void compare(String step, Object expected, Object actual) throws StepFailed {
        if (!expected.equals(actual)) {
            throw new StepFailed(step, expected.toString(), actual.toString());
        }
    }

    VectorFailure at(String where) {
        return new VectorFailure(where, step, expected, actual);
    }
}
