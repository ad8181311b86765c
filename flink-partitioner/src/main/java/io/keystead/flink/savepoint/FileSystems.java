package io.keystead.flink.savepoint;

import java.io.IOException;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;

/** Paths as users give them, on Flink's file systems. */
final class FileSystems {
    private FileSystems() {}

    /**
     * The absolute path of a location.
     *
     * @throws SavepointException if it is no path, or of a file system that is not there
     */
    static Path path(String location) {
        try {
            Path path = new Path(location);
            return path.makeQualified(of(path));
        } catch (IllegalArgumentException e) {
            throw new SavepointException("\"" + location + "\" is not a path; allowed: a directory, or its URI", e);
        }
    }

    static FileSystem of(Path path) {
        try {
            return path.getFileSystem();
        } catch (UnsupportedFileSystemSchemeException e) {
            throw new SavepointException(
                    "the file system of \"" + path
                            + "\" is not on the class path; allowed: local paths, file: URIs, and"
                            + " the file systems whose Flink plugin is on the class path",
                    e);
        } catch (IOException e) {
            throw new SavepointException("the file system of \"" + path + "\" cannot be used: " + e.getMessage(), e);
        }
    }

    static boolean exists(Path path) {
        try {
            return of(path).exists(path);
        } catch (IOException e) {
            throw new SavepointException("\"" + path + "\" cannot be read: " + e.getMessage(), e);
        }
    }
}
