package com.example.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is deleted at the end with all that is in it. */
final class TemporaryDirectory implements AutoCloseable {
    private final Path path;

    TemporaryDirectory(String name) throws IOException {
        path = Files.createTempDirectory(name + "-");
    }

    Path path() {
        return path;
    }

    /** What cannot be deleted is named, and changes nothing of what was found. */
    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // Somebody else was faster.
        } catch (IOException e) {
            System.err.println(path + " could not be deleted: " + e);
        }
    }
}
