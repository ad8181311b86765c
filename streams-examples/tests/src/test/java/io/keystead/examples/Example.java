package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An example that has run to its end, as {@code streams-examples/run} runs it once it is built. */
record Example(int exitCode, String out, String err) {
    private static final Path FOLDER = Path.of("..");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SIGINT = 2;

    /** Runs the example of that name with these arguments. */
    static Example run(String name, String... arguments) throws IOException, InterruptedException {
        return run(command(name, arguments));
    }

    /** What runs it. */
    static List<String> command(String name, String... arguments) {
        Path jar = FOLDER.resolve(name).resolve("target").resolve(name + ".jar");
        assertThat(jar).as("built by mvn verify").exists();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs any command; whatever it started is gone afterwards. */
    static Example run(List<String> command) throws IOException, InterruptedException {
        return run(command, (process, err) -> {});
    }

    /** Runs a command and, once that is on its standard error, does what Ctrl-C does: a signal to it and to all that it started. */
    static Example interrupted(String note, List<String> command) throws IOException, InterruptedException {
        List<String> ofItsOwn = new ArrayList<>(List.of("setsid"));
        if (succeeds("env", "--default-signal=INT", "true")) {
            ofItsOwn.addAll(List.of("env", "--default-signal=INT"));
        } else {
            assumeThat(ignoresInterrupts())
                    .as("SIGINT is ignored here, as in the background of a script, and env cannot undo that")
                    .isFalse();
        }
        ofItsOwn.addAll(command);
        return run(ofItsOwn, (process, err) -> {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!read(err).contains(note)) {
                assertThat(process.isAlive() && System.nanoTime() < deadline)
                        .as(() -> note + "; it wrote " + read(err))
                        .isTrue();
                Thread.sleep(20);
            }
            assertThat(succeeds("kill", "-INT", "--", "-" + process.pid())).isTrue();
        });
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** Whether whatever is started here ignores Ctrl-C, unless it sets out not to; where that cannot be seen, no. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .anyMatch(mask -> (mask & 1L << (SIGINT - 1)) != 0);
    }

    /** What is done while a command runs. */
    private interface Meanwhile {
        void act(Process process, Path err) throws IOException, InterruptedException;
    }

    private static Example run(List<String> command, Meanwhile meanwhile) throws IOException, InterruptedException {
        Path out = Files.createTempFile("example", ".out");
        Path err = Files.createTempFile("example", ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            meanwhile.act(process, err);
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(() -> command + " ended within " + PATIENCE + "; it wrote " + read(out) + read(err))
                    .isTrue();
            return new Example(process.exitValue(), read(out), read(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "no output: " + e;
        }
    }

    /** That it ended well, with nothing on standard error but progress; gives what it printed. */
    String good() {
        assertThat(exitCode).as("exit code; it wrote %s", out + err).isZero();
        return out;
    }

    /** The same of the example of that name, and that README.md shows what it printed; the numbers may be others. */
    String goodAsShown(String name) throws IOException {
        String readme = Files.readString(FOLDER.resolve("README.md"));
        String command = "```text\n$ streams-examples/run " + name + "\n";
        assertThat(readme).containsOnlyOnce(command);
        int begin = readme.indexOf(command) + command.length();
        assertThat(form(good()))
                .as("what README.md shows of %s", name)
                .isEqualTo(form(readme.substring(begin, readme.indexOf("```\n", begin))));
        return out;
    }

    /** Without numbers, and without the blanks that depend on their digits. */
    private static String form(String text) {
        return text.replaceAll("[+-]?\\d[\\d.,]*", "N").replaceAll(" +", " ");
    }
}
