package io.keystead.flink.savepoint;

import io.keystead.flink.state.SlottedState;
import io.keystead.flink.state.StateName.Format;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;

/**
 * Where the slots of one subtask lie in one file, whichever way the savepoint describes them.
 *
 * <p>Immutable and thread-safe.
 */
final class SlotFile {
    private final int subtask;
    private final Format format;
    private final StreamStateHandle file;
    private final int[] slots;
    private final long[] offsets;

    private SlotFile(int subtask, Format format, StreamStateHandle file, List<Tuple2<Integer, Long>> places) {
        this.subtask = subtask;
        this.format = format;
        this.file = file;
        this.slots = places.stream().mapToInt(place -> place.f0).toArray();
        this.offsets = places.stream().mapToLong(place -> place.f1).toArray();
    }

    static SlotFile of(KeyGroupsStateHandle keyed, int subtask) {
        List<Tuple2<Integer, Long>> places = new ArrayList<>();
        keyed.getGroupRangeOffsets().forEach(place -> {
            // 0 and less: no state in this slot.
            if (place.f1 > 0) {
                places.add(place);
            }
        });
        return new SlotFile(subtask, SlottedState.format(keyed), keyed.getDelegateStateHandle(), places);
    }

    static SlotFile of(SlottedState state) {
        List<Tuple2<Integer, Long>> places = new ArrayList<>();
        state.forEachEntry((slot, offset) -> places.add(Tuple2.of(slot, offset)));
        return new SlotFile(state.name().subtask(), state.name().format(), state.file(), places);
    }

    int subtask() {
        return subtask;
    }

    Format format() {
        return format;
    }

    StreamStateHandle file() {
        return file;
    }

    /** What tells this file from others: its path, or for state in the metadata itself the handle's name. */
    String identity() {
        return file.getStreamStateHandleID().getKeyString();
    }

    /** For texts. */
    String where() {
        return file instanceof FileStateHandle ? "the file " + path() : "the state in the metadata";
    }

    private Path path() {
        return ((FileStateHandle) file).getFilePath();
    }

    long size() {
        return file.getStateSize();
    }

    /** How many slots it has. */
    int count() {
        return slots.length;
    }

    int slot(int index) {
        return slots[index];
    }

    long offset(int index) {
        return offsets[index];
    }
}
