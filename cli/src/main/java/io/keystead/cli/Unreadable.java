package io.keystead.cli;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Says in the user's words why a file cannot be read. */
public final class Unreadable {
    private Unreadable() {}

    /**
     * The error to report.
     *
     * @param source the option or argument that named the file
     */
    public static BadInput file(String source, Path file, IOException e) {
        String reason = file.toString().isEmpty() ? "is empty; allowed: a file" : reason(e);
        return new BadInput(source, "\"" + file + "\" " + reason, e);
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "does not exist; allowed: a file that can be read";
        }
        if (e instanceof AccessDeniedException) {
            return "must not be read by this user; allowed: a file that can be read";
        }
        if (e instanceof EOFException) {
            return "ends too early; allowed: a whole file";
        }
        return "cannot be read: " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
}
