package io.keystead.cli.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A savepoint that Flink 2.3 wrote, canonical: one operator, uid {@code totals}, whose Flink's own keyBy had 2 subtasks, 16
 * slots and 40 keys.
 */
final class SavepointFixture {
    private static final Path NATIVE = Path.of("src/test/resources/io/keystead/cli/flink/native-p2");

    private SavepointFixture() {}

    /** A copy of its own for each test. */
    static Path copiedTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Path file : files(NATIVE)) {
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
