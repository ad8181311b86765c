package io.keystead.flink.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs tests of this package, as they are compiled, in a JVM whose class path is one line of Flink's and the plugin's jar
 * as a user has it.
 */
final class Child {
    /** What the tests need beside Flink. */
    private static final Pattern TESTING =
            Pattern.compile(".*/(junit-|opentest4j|apiguardian|assertj|byte-buddy|jspecify|slf4j-simple)[^/]*\\.jar");

    private static final long PATIENCE_MINUTES = 20;

    private final Path line;
    private final String connector;
    private final Path directory;

    /**
     * @param line the folder of a line, whose class path the build has written
     * @param connector the folder of a Kafka connector and its client
     * @param directory for what the child writes
     */
    Child(String line, String connector, Path directory) {
        this.line = Path.of(System.getProperty("keystead.flink.lines.directory", "unset"), line);
        this.connector = connector;
        this.directory = directory;
    }

    /** Runs the tests that have a tag, or {@code all}, prints what they did, and fails if one of them fails. */
    void run(String tag, Map<String, String> properties, Class<?>... classes) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                classPath()));
        properties.forEach((name, value) -> command.add(1, "-D" + name + "=" + value));
        command.add(Suite.class.getName());
        command.add(tag);
        Arrays.stream(classes).map(Class::getName).forEach(command::add);
        Path log = Files.createTempFile(directory, "child", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            List<String> output = Files.readAllLines(log);
            output.stream()
                    .filter(text -> text.startsWith("Flink ") || text.startsWith("  "))
                    .forEach(System.out::println);
            assertThat(ended && process.exitValue() == 0)
                    .as(() -> "the tests on " + line.getFileName() + " end well; they printed:\n"
                            + String.join("\n", output.subList(Math.max(0, output.size() - 200), output.size())))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String classPath() throws IOException {
        List<String> entries = new ArrayList<>();
        entries.add(System.getProperty("keystead.plugin.jar", "unset"));
        entries.add(Path.of(Child.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString());
        // As a class path names a folder of jars.
        entries.add(Path.of(System.getProperty("keystead.connectors.directory", "unset"), connector, "*")
                .toString());
        entries.add(Files.readString(line.resolve("target/flink.classpath")).strip());
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> TESTING.matcher(entry).matches())
                .forEach(entries::add);
        return String.join(File.pathSeparator, entries);
    }
}
