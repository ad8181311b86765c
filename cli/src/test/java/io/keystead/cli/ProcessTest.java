package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show. */
class ProcessTest {
    private static final int KEYS = 4_000_000;
    private static final double LEAST_KEYS_PER_SECOND = 1e6;

    @TempDir
    Path directory = Path.of("");

    /**
     * The floor is what the command promises for a core, held against wall time: the start of the process, measured with
     * one key, is not counted.
     */
    @Test
    void a_stream_of_keys_is_answered_at_a_million_a_second_at_least() throws Exception {
        Path one = keys("one", 1);
        Path many = keys("many", KEYS);

        Duration start = run(one);
        Duration total = run(many);

        double perSecond = KEYS / (total.minus(start).toNanos() / 1e9);
        System.err.printf("%.1f million keys a second, started in %d ms%n", perSecond / 1e6, start.toMillis());
        assertThat(Files.size(directory.resolve("many.owners"))).isEqualTo(Files.size(many) + linesOf(many));
        assertThat(perSecond).isGreaterThan(LEAST_KEYS_PER_SECOND);
    }

    /** A tab and one or two digits a line. */
    private long linesOf(Path keys) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(keys.getFileName() + ".owners"))) {
            return lines.mapToLong(line -> line.length() - line.indexOf('\t')).sum();
        }
    }

    @Test
    void a_reader_that_leaves_ends_it_quietly() throws Exception {
        Process process = start("owner", "--partitions", "3");
        try (OutputStream in = process.getOutputStream()) {
            in.write("first\n".getBytes(StandardCharsets.UTF_8));
            in.flush();
            assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("first\t");
            process.getInputStream().close();
            in.write("a\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It has left before it could be told everything.
        }

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(directory.resolve("stderr"))).isEmpty();
        assertThat(process.exitValue()).isZero();
    }

    /** 1 would say that more moves than is allowed. */
    @Test
    void a_heap_that_is_too_small_ends_it_with_2_and_one_line() throws Exception {
        Path many = keys("many", 1_000_000);
        ProcessBuilder builder = builder("plan", "--keys", many.toString(), "--from", "12", "--grow", "1");
        builder.command().add(1, "-Xmx24m");

        Process process =
                builder.redirectOutput(directory.resolve("stdout").toFile()).start();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(directory.resolve("stderr")).lines())
                .singleElement()
                .asString()
                .startsWith("keystead: the heap of ")
                .contains("allowed: fewer keys");
        assertThat(process.exitValue()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void ctrl_c_ends_the_demo_at_once_with_130_and_leaves_no_file() throws Exception {
        Process process = start("demo", "--progress");
        awaitProgress();

        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        try (Stream<Path> left = Files.list(Files.createDirectories(directory.resolve("tmp")))) {
            assertThat(left).isEmpty();
        }
        assertThat(Files.readString(directory.resolve("stderr"))).doesNotContain("keystead demo:");
    }

    /** Until the first records are under way. */
    private void awaitProgress() throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!Files.readString(directory.resolve("stderr")).contains("demo-default at 12")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private Path keys(String name, int count) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < count; i++) {
                out.write(("order-" + i + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private Duration run(Path keys) throws Exception {
        long start = System.nanoTime();
        Process process = builder("owner", "--partitions", "12")
                .redirectInput(keys.toFile())
                .redirectOutput(
                        directory.resolve(keys.getFileName() + ".owners").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private Process start(String... args) throws IOException {
        return builder(args).start();
    }

    private ProcessBuilder builder(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                Keystead.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(directory.resolve("stderr").toFile());
    }
}
