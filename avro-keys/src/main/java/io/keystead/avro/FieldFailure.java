package io.keystead.avro;

/** Carries the path of the field in which reading a key failed, from the inside out. */
final class FieldFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String path;

    private FieldFailure(String path, Throwable cause) {
        super(cause);
        this.path = path;
    }

    static FieldFailure in(String field, Exception failure) {
        return failure instanceof FieldFailure
                ? new FieldFailure(field + "." + ((FieldFailure) failure).path, rootOf(failure))
                : new FieldFailure(field, failure);
    }

    /** What went wrong, with the field if it was in one. */
    static String describe(Exception failure) {
        String why = String.valueOf(rootOf(failure).getMessage());
        return failure instanceof FieldFailure ? "field " + ((FieldFailure) failure).path + ": " + why : why;
    }

    private static Throwable rootOf(Exception failure) {
        Throwable cause = failure.getCause();
        return failure instanceof FieldFailure && cause != null ? cause : failure;
    }
}
