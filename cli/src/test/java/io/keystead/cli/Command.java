package io.keystead.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the command in this JVM and keeps what it wrote. */
public final class Command {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final InputStream in;

    public Command(InputStream in) {
        this.in = in;
    }

    /** What a run left behind. */
    public record Result(int exitCode, String out, String err) {}

    public static Result run(String... args) {
        return run(new byte[0], args);
    }

    public static Result run(byte[] input, String... args) {
        return new Command(new ByteArrayInputStream(input)).execute(args);
    }

    public Result execute(String... args) {
        int exitCode = executeInto(out, args);
        return new Result(exitCode, out(), err());
    }

    int executeInto(OutputStream stdout, String... args) {
        Console console = new Console(in, stdout, new PrintStream(err, true, StandardCharsets.UTF_8), false, false);
        return Keystead.run(console, args);
    }

    /** What it has written to standard output so far. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
