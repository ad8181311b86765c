package io.keystead.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The directory of one cluster: a temporary one is deleted by {@link #close()}, a given one stays. Not thread-safe. */
final class DataDirectory implements Closeable {
    private final Path path;
    private final boolean temporary;
    private final boolean created;

    private DataDirectory(Path path, boolean temporary, boolean created) {
        this.path = path;
        this.temporary = temporary;
        this.created = created;
    }

    /**
     * Opens the given directory, or a new temporary one for null.
     *
     * @throws IllegalArgumentException if the given path is neither absent nor an empty directory
     */
    static DataDirectory open(@Nullable Path given) {
        try {
            if (given == null) {
                return new DataDirectory(Files.createTempDirectory("keystead-kafka-"), true, true);
            }
            Path path = given.toAbsolutePath();
            if (path.toString().contains(",")) {
                throw new IllegalArgumentException(
                        "directory must not contain a comma, which Kafka splits at: " + path);
            }
            boolean absent = Files.notExists(path);
            if (!absent && !(Files.isDirectory(path) && list(path).isEmpty())) {
                throw new IllegalArgumentException("directory must be absent or empty: " + path);
            }
            return new DataDirectory(Files.createDirectories(path), false, absent);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the directory for Kafka's data: " + e, e);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            Utils.delete(path.toFile());
        }
    }

    /** Leaves the place as it was before {@link #open}. */
    void discard() throws IOException {
        for (Path child : list(path)) {
            Utils.delete(child.toFile());
        }
        if (created) {
            Files.deleteIfExists(path);
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        }
    }
}
