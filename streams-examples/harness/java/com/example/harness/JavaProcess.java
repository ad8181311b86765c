package com.example.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Another program of the example in a process of its own, which can be killed, and ends when its input does. */
public final class JavaProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Path log;
    private final Process process;
    private boolean killed;
    private long deadline;

    /**
     * Starts it.
     *
     * @param main whose main method it runs
     * @param log for its standard error
     * @param lines gets what it prints, line by line, in another thread
     */
    public JavaProcess(String name, Class<?> main, List<String> arguments, Path log, Consumer<String> lines)
            throws IOException {
        this.name = name;
        this.log = log;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        Thread reader = new Thread(() -> read(lines), "reader of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines);
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
        }
    }

    /** @throws IllegalStateException if it has ended, and not because it was killed */
    public void checkAlive() throws IOException {
        if (!killed && !process.isAlive()) {
            throw new IllegalStateException(name + " has ended by itself; it said: "
                    + Files.readString(log).strip().replaceAll("\\s*\\R\\s*", " | "));
        }
    }

    /** SIGKILL, as if its power were cut. */
    public void kill() throws InterruptedException {
        killed = true;
        process.destroyForcibly().waitFor();
    }

    /** Tells it to end, and does not wait for that; it has 30 s. */
    public void end() throws IOException {
        if (deadline == 0) {
            deadline = System.nanoTime() + PATIENCE.toNanos();
        }
        process.outputWriter().close();
    }

    /** Tells it to end if that is not done, and waits until it has; what does not end in time is killed. */
    @Override
    public void close() throws IOException {
        end();
        process.onExit()
                .completeOnTimeout(process, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
                .join()
                .destroyForcibly()
                .onExit()
                .join();
    }
}
