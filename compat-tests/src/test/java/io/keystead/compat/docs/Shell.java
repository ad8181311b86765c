package io.keystead.compat.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The terminal of somebody who follows a page: a directory, and variables that are kept from one command to the next.
 * {@link #close} ends what still runs. Not thread-safe.
 */
final class Shell implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path directory;
    private final Path state;
    private final Map<String, String> environment;
    private final List<Process> started = new ArrayList<>();
    private int files;

    /**
     * @param directory where commands are run
     * @param state an empty directory, for what is kept between them
     */
    Shell(Path directory, Path state, Map<String, String> environment) {
        this.directory = directory;
        this.state = state;
        this.environment = environment;
    }

    /** How a command ended, and all that it printed. */
    record Ended(int exitCode, List<String> printed) {}

    /** Runs a command to its end. */
    Ended run(String command) throws IOException, InterruptedException {
        Path kept = state.resolve("variables");
        String script = "[ ! -f '" + kept + "' ] || . '" + kept + "'\ntrap 'export -p >" + kept + "' EXIT\n" + command;
        Path output = output();
        Process process = start(script, output);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            end(process);
            throw new IllegalStateException(
                    command + " did not end within " + PATIENCE + "; it printed " + lines(output));
        }
        return new Ended(process.exitValue(), lines(output));
    }

    /** Starts a command that goes on, and waits until it has printed this. */
    void start(String command, List<String> shown) throws IOException, InterruptedException {
        Path output = output();
        Process process = start(command, output);
        started.add(process);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!ShownOutput.matches(shown, lines(output))) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException(command + " printed " + lines(output) + " in place of " + shown);
            }
            Thread.sleep(50);
        }
    }

    private Path output() {
        return state.resolve("output-" + files++);
    }

    private Process start(String script, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static List<String> lines(Path output) throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8).lines().toList();
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle handle : all) {
            handle.onExit()
                    .orTimeout(10, TimeUnit.SECONDS)
                    .exceptionally(tooSlow -> handle)
                    .join();
            handle.destroyForcibly();
        }
    }

    @Override
    public void close() {
        started.forEach(Shell::end);
    }
}
