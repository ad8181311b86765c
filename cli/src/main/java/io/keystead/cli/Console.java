package io.keystead.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Where a command reads and writes, and what the terminal there shows.
 *
 * @param in standard input
 * @param out standard output, for data only; unbuffered
 * @param err standard error, for notes, progress and errors
 * @param color whether data may be coloured
 * @param progress whether progress may be drawn over itself
 */
public record Console(InputStream in, OutputStream out, PrintStream err, boolean color, boolean progress) {
    /**
     * Those of this process.
     *
     * <p>Java cannot tell whether its standard error is a terminal, so the launcher says so by the properties {@code
     * keystead.out.terminal} and {@code keystead.err.terminal}.
     */
    static Console ofProcess() {
        boolean color = Boolean.getBoolean("keystead.out.terminal") && System.getenv("NO_COLOR") == null;
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                color,
                Boolean.getBoolean("keystead.err.terminal"));
    }

    /** Writes data as UTF-8. */
    public void print(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, bytes.length);
    }

    /**
     * Writes the first {@code length} bytes.
     *
     * @throws OutputClosed if the reader has gone
     * @throws BadInput if they cannot be written for another reason
     */
    void write(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
            out.flush();
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            if (message.toLowerCase(Locale.ROOT).contains("broken pipe")) {
                throw new OutputClosed(e);
            }
            throw new BadInput("standard output", "cannot be written: " + message, e);
        }
    }

    /** Writes one line for the user, not data. */
    public void note(String line) {
        err.println(line);
    }
}
