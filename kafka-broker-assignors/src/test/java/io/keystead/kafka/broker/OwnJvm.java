package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, which {@link #close} kills as {@code kill -9} does. */
final class OwnJvm implements AutoCloseable {
    private final Process process;
    private final Path output;

    private OwnJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** On the class path of this JVM. */
    static OwnJvm start(Class<?> program, String... arguments) throws IOException {
        return start(System.getProperty("java.class.path"), program.getName(), List.of("-Xmx128m"), arguments);
    }

    static OwnJvm start(String classPath, String program, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, program));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("own-jvm", ".txt");
        output.toFile().deleteOnExit();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new OwnJvm(process, output);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it has printed until now. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return "no output: " + e;
        }
    }

    /** Waits for its end, which must be a good one. */
    void finish() throws InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS))
                .as("ended: %s", output())
                .isTrue();
        assertThat(process.exitValue()).as(output()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
