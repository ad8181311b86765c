package io.keystead.flink.savepoint;

import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** A directory that is there whole or not at all: it is filled under another name, and renamed at the end. */
final class NewDirectory {
    private final FileSystem fileSystem;
    private final Path path;

    private NewDirectory(FileSystem fileSystem, Path path) {
        this.fileSystem = fileSystem;
        this.path = path;
    }

    /** Puts files into the directory. */
    interface Content {
        void into(NewDirectory directory) throws IOException;
    }

    /** Puts bytes into a file. */
    interface Bytes {
        void into(OutputStream out) throws IOException;
    }

    /**
     * Makes a directory.
     *
     * @throws SavepointException if it exists already or cannot be written
     */
    static void write(String location, Content content) {
        Path target = FileSystems.path(location);
        FileSystem fileSystem = FileSystems.of(target);
        if (FileSystems.exists(target)) {
            throw new SavepointException("\"" + location + "\" exists; allowed: a directory that does not exist yet");
        }
        Path parent = target.getParent();
        // An object store has no directories to exist.
        if (parent == null || (!fileSystem.isDistributedFS() && !FileSystems.exists(parent))) {
            throw new SavepointException("\"" + location + "\" cannot be made: the directory that it is to lie in does"
                    + " not exist; allowed: a new directory in one that exists");
        }
        Path temporary = new Path(parent, "." + target.getName() + "." + UUID.randomUUID());
        boolean done = false;
        try {
            fileSystem.mkdirs(temporary);
            content.into(new NewDirectory(fileSystem, temporary));
            done = fileSystem.rename(temporary, target);
            if (!done) {
                throw new IOException("it cannot be renamed from " + temporary);
            }
        } catch (IOException e) {
            throw new SavepointException("\"" + location + "\" cannot be written: " + e.getMessage(), e);
        } finally {
            if (!done) {
                delete(fileSystem, temporary);
            }
        }
    }

    private static void delete(FileSystem fileSystem, Path temporary) {
        try {
            fileSystem.delete(temporary, true);
        } catch (IOException e) {
            // What went wrong before is what the user needs to know; the name says what this is.
        }
    }

    void create(String name, Bytes bytes) throws IOException {
        try (OutputStream out = fileSystem.create(new Path(path, name), FileSystem.WriteMode.NO_OVERWRITE)) {
            bytes.into(out);
        }
    }
}
