package io.keystead.hrw.conformance;

/** One vector that failed: where it stands, and the first step at which it differs. Immutable and thread-safe. */
public final class VectorFailure {
    /** The step of a vector that is not of the format, so that nothing could be compared. */
    public static final String MALFORMED = "malformed";

    private final String where;
    private final String step;
    private final String expected;
    private final String actual;

    VectorFailure(String where, String step, String expected, String actual) {
        this.where = where;
        this.step = step;
        this.expected = expected;
        this.actual = actual;
    }

    /** Its section and its place there from 0, for example {@code rank[17]}, or a field of the file. */
    public String where() {
        return where;
    }

    /** The first step that differs, for example {@code key hash}; {@link #MALFORMED} where it is the vector that is wrong. */
    public String step() {
        return step;
    }

    /** What the vector says, or what is allowed there. */
    public String expected() {
        return expected;
    }

    /** What was computed, or what stands there. */
    public String actual() {
        return actual;
    }

    /** One line with all four. */
    @Override
    public String toString() {
        return where + ": " + step + ": expected " + expected + ", actual " + actual;
    }
}
