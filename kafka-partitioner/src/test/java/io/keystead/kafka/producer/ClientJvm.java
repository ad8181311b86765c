package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program of the tests in a JVM whose class path is the plugin's jar, one client version and slf4j's API. */
public final class ClientJvm {
    static final Path JAR = Path.of(System.getProperty("keystead.plugin.jar", "unset"));
    private static final Path CLIENTS = Path.of(System.getProperty("keystead.clients.directory", "unset"));

    private ClientJvm() {}

    /** What it printed, when it has ended with exit code 0. */
    static String run(String clientVersion, Class<?> program, List<String> arguments)
            throws IOException, InterruptedException {
        Process process = start(clientVersion, program, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as("the program ended")
                .isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    /** The running program, whose errors are in its output. */
    public static Process start(String clientVersion, Class<?> program, List<String> arguments) throws IOException {
        String classPath = String.join(
                File.pathSeparator,
                JAR.toString(),
                Path.of(program.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString(),
                CLIENTS.resolve("kafka-clients-" + clientVersion + ".jar").toString(),
                slf4j().toString());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                program.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Path slf4j() throws IOException {
        try (Stream<Path> files = Files.list(CLIENTS)) {
            return files.filter(file -> file.getFileName().toString().startsWith("slf4j-api"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
