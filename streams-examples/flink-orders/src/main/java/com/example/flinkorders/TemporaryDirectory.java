package com.example.flinkorders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is deleted at the end with all that is in it. */
final class TemporaryDirectory implements AutoCloseable {
    private final Path path;

    TemporaryDirectory(String name) throws IOException {
        path = Files.createTempDirectory(name);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
