package io.keystead.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running process with its output in files; {@link #close()} kills it. Not thread-safe. */
public final class Program implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final String name;
    private final Process process;
    private final Path out;
    private final Path err;

    private Program(String name, Process process, Path out, Path err) {
        this.name = name;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** How a process ended. */
    public record Ended(int exitCode, String out, String err) {
        /** Both of what it wrote, for messages. */
        String all() {
            return out + err;
        }
    }

    /** Any program. */
    public static Program start(List<String> command) throws IOException {
        return start(command, null);
    }

    private static Program start(List<String> command, @Nullable Path input) throws IOException {
        Path out = Files.createTempFile("program", ".out");
        Path err = Files.createTempFile("program", ".err");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        return new Program(command.get(0), builder.start(), out, err);
    }

    /** A Java program on a class path of its own, with this much heap. */
    public static Program java(String classPath, int megabytes, Class<?> main, List<String> arguments)
            throws IOException {
        return java(classPath, megabytes, main.getName(), arguments);
    }

    /** The same, for a class that is not on this class path. */
    public static Program java(String classPath, int megabytes, String main, List<String> arguments)
            throws IOException {
        return start(javaCommand(classPath, megabytes, main, arguments));
    }

    private static List<String> javaCommand(String classPath, int megabytes, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(Built.java());
        command.addAll(List.of("-Xmx" + megabytes + "m", "-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    /** The command {@code keystead} as it was built; its input is empty. */
    public static Ended keystead(List<String> arguments) throws IOException, InterruptedException {
        return keystead(Path.of("/dev/null"), arguments);
    }

    /** The command {@code keystead} with a file to read. */
    public static Ended keystead(Path input, List<String> arguments) throws IOException, InterruptedException {
        try (Program program = start(javaCommand(Built.command(), 256, "io.keystead.cli.Keystead", arguments), input)) {
            return program.end();
        }
    }

    /** Waits for its end, whatever the exit code. */
    public Ended end() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(() -> name + " ended within " + PATIENCE + "; it wrote " + output())
                .isTrue();
        return new Ended(process.exitValue(), read(out), read(err));
    }

    /** Waits for its end, which must be a good one, and gives what it printed. */
    public String finish() throws InterruptedException {
        Ended ended = end();
        assertThat(ended.exitCode())
                .as("exit code of %s, which wrote %s", name, ended.all())
                .isZero();
        return ended.out();
    }

    /** Tells the program that no more input comes. */
    public void endInput() throws IOException {
        try (OutputStream input = process.getOutputStream()) {
            input.flush();
        }
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has written until now, both. */
    public String output() {
        return read(out) + read(err);
    }

    private static String read(Path file) {
        try {
            // Not every program writes UTF-8.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "no output: " + e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
