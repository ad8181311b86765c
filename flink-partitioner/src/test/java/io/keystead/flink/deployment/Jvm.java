package io.keystead.flink.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** Starts Java programs whose class path is one line of Flink's, a binding of its log, and some jars. */
final class Jvm {
    private static final Path LINES = Path.of(System.getProperty("keystead.flink.lines.directory", "unset"));
    private static final long PATIENCE_SECONDS = 120;

    private final String classPath;
    private final Path configuration;
    private final Path directory;

    /**
     * @param line the folder of a line
     * @param lib what a user puts into Flink's lib/
     * @param configuration the directory of config.yaml
     * @param directory for logs and temporary files
     */
    Jvm(String line, List<Path> lib, Path configuration, Path directory) {
        List<String> entries = new ArrayList<>();
        lib.forEach(jar -> entries.add(jar.toString()));
        entries.add(read(LINES.resolve(line).resolve("target/flink.classpath")).strip());
        entries.add(Path.of(LoggerFactory.getILoggerFactory()
                        .getClass()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString());
        this.classPath = String.join(File.pathSeparator, entries);
        this.configuration = configuration;
        this.directory = directory;
    }

    /** The running program, whose output goes to {@link #log}. */
    Process start(String name, int megabytes, String mainClass, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                // They live for seconds.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // Two of those that Flink's config.yaml has: its command line reflects on unmodifiable maps.
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + directory,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                classPath,
                mainClass));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        builder.environment().put("FLINK_CONF_DIR", configuration.toString());
        return builder.start();
    }

    /** What a program printed that has ended well. */
    String run(String name, String mainClass, List<String> arguments) throws IOException, InterruptedException {
        Process process = start(name, 256, mainClass, arguments);
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String output = read(log(name));
            assertThat(ended).as("%s ended; it printed %s", name, output).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
