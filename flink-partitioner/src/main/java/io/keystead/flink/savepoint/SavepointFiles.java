package io.keystead.flink.savepoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.filesystem.RelativeFileStateHandle;

/** The files beside the metadata of a savepoint, each once. Immutable. */
final class SavepointFiles {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Map<Path, Long> sizes;

    private SavepointFiles(Map<Path, Long> sizes) {
        this.sizes = sizes;
    }

    /** @throws SavepointException if one is missing or has another size than the metadata says */
    static SavepointFiles of(Savepoint savepoint) {
        Map<Path, Long> sizes = new LinkedHashMap<>();
        replace(savepoint, file -> {
            Long before = sizes.put(file.getFilePath(), file.getStateSize());
            if (before != null && before != file.getStateSize()) {
                throw new SavepointException("the file " + file.getFilePath() + " has both " + before + " and "
                        + file.getStateSize() + " bytes by the metadata; the savepoint is damaged");
            }
            return file;
        });
        sizes.forEach(SavepointFiles::require);
        return new SavepointFiles(sizes);
    }

    /** @throws SavepointException if the file is missing or has another size */
    static void require(Path file, long size) {
        try {
            long found = FileSystems.of(file).getFileStatus(file).getLen();
            if (found != size) {
                throw new SavepointException("the file " + file + " has " + found + " bytes, but " + size
                        + " by the metadata; the savepoint is damaged");
            }
        } catch (FileNotFoundException e) {
            throw new SavepointException("the file " + file + " does not exist; the savepoint is not whole", e);
        } catch (IOException e) {
            throw new SavepointException("the file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<OperatorState> replace(Savepoint savepoint, UnaryOperator<FileStateHandle> replacement) {
        Handles handles = new Handles(replacement);
        return savepoint.operators().stream().map(handles::in).collect(Collectors.toList());
    }

    int count() {
        return sizes.size();
    }

    long bytes() {
        return sizes.values().stream().mapToLong(size -> size).sum();
    }

    /** The operators, with the files where they are. */
    List<OperatorState> absolute(Savepoint savepoint) {
        return replace(savepoint, file -> new FileStateHandle(file.getFilePath(), file.getStateSize()));
    }

    /** The operators, with the files beside the metadata. */
    List<OperatorState> beside(Savepoint savepoint) {
        Map<Path, String> names = names();
        return replace(savepoint, file -> {
            String name = names.get(file.getFilePath());
            return new RelativeFileStateHandle(file.getFilePath(), name, file.getStateSize());
        });
    }

    /** Their own names, made different where files of several directories have the same. */
    private Map<Path, String> names() {
        Map<Path, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Path file : sizes.keySet()) {
            String name = file.getName();
            for (int number = 2; !taken.add(name); number++) {
                name = file.getName() + "-" + number;
            }
            names.put(file, name);
        }
        return names;
    }

    void copyTo(NewDirectory directory, LongConsumer copied) throws IOException {
        for (Map.Entry<Path, String> file : names().entrySet()) {
            try (InputStream in = FileSystems.of(file.getKey()).open(file.getKey())) {
                directory.create(file.getValue(), out -> {
                    byte[] buffer = new byte[BUFFER_BYTES];
                    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                        out.write(buffer, 0, length);
                        copied.accept(length);
                    }
                });
            }
        }
    }
}
