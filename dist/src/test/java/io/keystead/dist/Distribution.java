package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the build has packed, before it becomes an archive, and the jars beside it. */
final class Distribution {
    static final Path HOME = Path.of(property("keystead.distribution"));
    static final Path ROOT = Path.of(property("keystead.root"));
    static final String VERSION = property("keystead.version");

    private Distribution() {}

    /** What a process left behind. */
    record Run(int exitCode, String out, String err) {}

    static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve(folder))) {
            return files.sorted().toList();
        }
    }

    /** A jar of this build, by the folder that makes it. */
    static Path jar(String folder, String artifact) {
        return ROOT.resolve(folder).resolve("target").resolve(artifact + "-" + VERSION + ".jar");
    }

    /** Runs a command with {@code path} as its PATH and without JAVA_HOME. */
    static Run run(String path, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(Path.of("/").toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", path);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), out, err);
    }

    /** A folder with links to the named tools of this machine, and to this Java as {@code java} if there is to be one. */
    static Path tools(Path folder, boolean java, String... names) throws IOException {
        Files.createDirectories(folder);
        List<Path> tools = new ArrayList<>();
        for (String name : names) {
            Path tool = Path.of("/usr/bin", name);
            tools.add(Files.exists(tool) ? tool : Path.of("/bin", name));
        }
        if (java) {
            tools.add(Path.of(System.getProperty("java.home"), "bin", "java"));
        }
        for (Path tool : tools) {
            Files.createSymbolicLink(folder.resolve(tool.getFileName()), tool);
        }
        return folder;
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("the build does not set " + name);
        }
        return value;
    }
}
