package io.keystead.cli.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Canonical savepoints as Flink wrote them: one operator, uid {@code totals}, whose Flink's own keyBy had 2 subtasks, 16
 * slots and 40 keys.
 */
final class SavepointFixture {
    private static final Path RESOURCES = Path.of("src/test/resources/io/keystead/cli/flink");

    private SavepointFixture() {}

    /** A copy of what Flink 2.3 wrote, for one test. */
    static Path copiedTo(Path directory) throws IOException {
        return copied("native-p2", directory);
    }

    /** A copy of what Flink 1.20 wrote, in whose savepoints operators have no names. */
    static Path ofFlink1CopiedTo(Path directory) throws IOException {
        return copied("native-p2-flink-1.20", directory);
    }

    private static Path copied(String name, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Path file : files(RESOURCES.resolve(name))) {
            Files.copy(file, directory.resolve(file.getFileName()));
        }
        return directory;
    }

    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
