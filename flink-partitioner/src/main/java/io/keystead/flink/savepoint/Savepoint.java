package io.keystead.flink.savepoint;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.checkpoint.metadata.MetadataSerializers;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;
import org.apache.flink.runtime.state.filesystem.FsCompletedCheckpointStorageLocation;

/**
 * The description of a savepoint or retained checkpoint, as its file {@code _metadata} holds it.
 *
 * <p>Immutable; nothing in it may be changed by whoever gets it. Thread-safe.
 */
public final class Savepoint {
    /** Written by Flink 1.15 to 1.20. */
    private static final int OLDEST_VERSION = 4;

    private final Path directory;
    private final int version;
    private final CheckpointMetadata metadata;

    private Savepoint(Path directory, int version, CheckpointMetadata metadata) {
        this.directory = directory;
        this.version = version;
        this.metadata = metadata;
    }

    /**
     * Reads a savepoint's description.
     *
     * @param location a path or URI of the directory, or of the file {@code _metadata} in it, on any file system whose
     *     Flink plugin is on the class path
     * @throws SavepointException if it is not there, not a savepoint, damaged, or of a version that the Flink on the class
     *     path cannot write
     */
    public static Savepoint read(String location) {
        FsCompletedCheckpointStorageLocation found = find(location);
        byte[] bytes;
        try (InputStream in = new BufferedInputStream(found.getMetadataHandle().openInputStream())) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new SavepointException("\"" + location + "\" cannot be read: " + e.getMessage(), e);
        }
        int version = version(location, bytes);
        CheckpointMetadata metadata = parse(location, bytes, found.getExternalPointer());
        return new Savepoint(new Path(found.getExternalPointer()), version, metadata);
    }

    private static FsCompletedCheckpointStorageLocation find(String location) {
        Path path = FileSystems.path(location);
        if (!FileSystems.exists(path)) {
            throw new SavepointException("\"" + location + "\" does not exist; allowed: the directory of a savepoint");
        }
        try {
            return AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(path.toString());
        } catch (IOException e) {
            throw new SavepointException(
                    "\"" + location + "\" is not a savepoint: it has no file "
                            + AbstractFsCheckpointStorageAccess.METADATA_FILE_NAME
                            + "; allowed: the directory of a savepoint",
                    e);
        }
    }

    private static int version(String location, byte[] bytes) {
        int version = 0;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readInt() == Checkpoints.HEADER_MAGIC_NUMBER) {
                version = in.readInt();
            }
        } catch (IOException e) {
            throw notASavepoint(location, e);
        }
        if (version == 0) {
            throw notASavepoint(location, new IOException("no magic number"));
        }
        try {
            MetadataSerializers.getSerializer(version);
        } catch (IllegalArgumentException e) {
            throw new SavepointException(
                    "\"" + location + "\" has version " + version
                            + " of the metadata, which this Flink does not know; allowed: a savepoint of this Flink or an"
                            + " older one",
                    e);
        }
        if (version < OLDEST_VERSION) {
            throw new SavepointException("\"" + location + "\" has version " + version
                    + " of the metadata; allowed: from " + OLDEST_VERSION + " on, which Flink writes since 1.15");
        }
        return version;
    }

    private static SavepointException notASavepoint(String location, IOException cause) {
        return new SavepointException(
                "\"" + location + "\" is not a savepoint of Flink, or damaged; allowed: the directory of a savepoint",
                cause);
    }

    // Flink reads lengths and allocates what they say: out of memory, here, says that they are wrong.
    private static CheckpointMetadata parse(String location, byte[] bytes, String pointer) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return Checkpoints.loadCheckpointMetadata(in, Savepoint.class.getClassLoader(), pointer);
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError | LinkageError e) {
            throw new SavepointException(
                    "\"" + location + "\" is damaged: its metadata of " + bytes.length
                            + " bytes cannot be read; allowed: a savepoint that is whole",
                    e);
        }
    }

    /** The directory, absolute. */
    public String directory() {
        return directory.toString();
    }

    /** The version of the metadata's format: 4 from Flink 1.15 to 1.20, 5 and 6 in Flink 2. */
    public int version() {
        return version;
    }

    /** The number of the checkpoint that it is. */
    public long checkpointId() {
        return metadata.getCheckpointId();
    }

    /** Every operator that has keyed state, in the order of the metadata. */
    public List<KeyedOperator> keyedOperators() {
        List<KeyedOperator> operators = new ArrayList<>();
        for (OperatorState state : metadata.getOperatorStates()) {
            KeyedOperator.of(state).ifPresent(operators::add);
        }
        return operators;
    }

    /** All operators, with and without keyed state. */
    List<OperatorState> operators() {
        return new ArrayList<>(metadata.getOperatorStates());
    }

    /** The same savepoint with other operators. */
    Savepoint with(List<OperatorState> operators) {
        return new Savepoint(
                directory,
                version,
                new CheckpointMetadata(
                        metadata.getCheckpointId(),
                        operators,
                        metadata.getMasterStates(),
                        metadata.getCheckpointProperties()));
    }

    /** Writes the metadata in the version that was read, so that the Flink that wrote it can read this too. */
    void write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        Checkpoints.storeCheckpointMetadata(metadata, data, MetadataSerializers.getSerializer(version));
        data.flush();
    }
}
