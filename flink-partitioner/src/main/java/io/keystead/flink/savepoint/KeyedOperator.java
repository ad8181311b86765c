package io.keystead.flink.savepoint;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.operator.Lines;
import io.keystead.flink.slots.SlotRule;
import io.keystead.flink.state.NativeGuard;
import io.keystead.flink.state.SlottedState;
import io.keystead.flink.state.StateName.Format;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.jspecify.annotations.Nullable;

/**
 * One operator's keyed state in a savepoint: who keeps it, in how many slots, and what each slot takes.
 *
 * <p>A slot is a key group. Its bytes are those from its place in the file to the next one's, so the head of a file counts
 * for no slot. Immutable and thread-safe.
 */
public final class KeyedOperator {
    /** Whose keyed state it is. */
    public enum Kind {
        /** Of Flink's own keyBy. */
        NATIVE,
        /** Of HrwStreams.keyBy: slotted state. */
        HRW
    }

    private final OperatorState state;
    private final Kind kind;
    private final SlotRule rule;
    private final List<SlotFile> files;
    private final long[] bytesBySlot;
    private final @Nullable String obstacle;

    private KeyedOperator(
            OperatorState state, Kind kind, SlotRule rule, List<SlotFile> files, @Nullable String obstacle) {
        this.state = state;
        this.kind = kind;
        this.rule = rule;
        this.files = files;
        this.obstacle = obstacle;
        this.bytesBySlot = new SlotCheck(label(state), state.getMaxParallelism()).bytesBySlot(files);
    }

    /**
     * An operator's keyed state.
     *
     * @return empty if it has none
     * @throws SavepointException if what the metadata says of it cannot be
     */
    static Optional<KeyedOperator> of(OperatorState state) {
        List<SlottedState> slotted = slotted(state);
        if (!slotted.isEmpty()) {
            SlotRule rule =
                    new SlotCheck(label(state), state.getMaxParallelism()).rule(slotted, state.getParallelism());
            List<SlotFile> files = new ArrayList<>();
            slotted.forEach(file -> files.add(SlotFile.of(file)));
            return Optional.of(new KeyedOperator(state, Kind.HRW, rule, files, Obstacles.ofSlotted(state)));
        }
        List<SlotFile> files = new ArrayList<>();
        boolean keyed = false;
        for (Map.Entry<Integer, OperatorSubtaskState> subtask : new TreeMap<>(state.getSubtaskStates()).entrySet()) {
            for (KeyedStateHandle handle : subtask.getValue().getManagedKeyedState()) {
                keyed = true;
                if (handle instanceof KeyGroupsStateHandle && !NativeGuard.is(handle)) {
                    files.add(SlotFile.of((KeyGroupsStateHandle) handle, subtask.getKey()));
                }
            }
            keyed |= subtask.getValue().getRawKeyedState().hasState();
        }
        return keyed
                ? Optional.of(new KeyedOperator(state, Kind.NATIVE, SlotRule.PLAIN, files, Obstacles.ofNative(state)))
                : Optional.empty();
    }

    private static List<SlottedState> slotted(OperatorState state) {
        List<SlottedState> files = new ArrayList<>();
        try {
            for (OperatorSubtaskState subtask : state.getStates()) {
                files.addAll(SlottedState.in(subtask.getRawOperatorState()));
            }
        } catch (IllegalStateException e) {
            throw new SavepointException(label(state) + ": " + e.getMessage(), e);
        }
        return files;
    }

    /** How an operator is called in texts: by its uid where the savepoint holds it, else by its id. */
    static String label(OperatorState state) {
        FlinkLine line = Lines.ofThisFlink();
        return line.uid(state)
                .map(uid -> "the operator \"" + uid + "\"")
                .orElse("the operator " + state.getOperatorID());
    }

    /** How it is called in texts. */
    public String label() {
        return label(state);
    }

    OperatorState state() {
        return state;
    }

    OperatorID operatorId() {
        return state.getOperatorID();
    }

    /** Flink's id of the operator, in 32 hexadecimal digits. */
    public String id() {
        return state.getOperatorID().toHexString();
    }

    /** The name that the job gave it; savepoints hold it since Flink 2. */
    public Optional<String> name() {
        return Lines.ofThisFlink().name(state);
    }

    /** The uid that the job gave it; savepoints hold it since Flink 2. */
    public Optional<String> uid() {
        return Lines.ofThisFlink().uid(state);
    }

    public Kind kind() {
        return kind;
    }

    /** Of the job that wrote it; after a conversion to native, the number of slots. */
    public int parallelism() {
        return state.getParallelism();
    }

    /** The max parallelism. */
    public int slots() {
        return state.getMaxParallelism();
    }

    /** By which subtasks own slots; plain for Flink's own keyed state, which follows none. */
    public SlotRule rule() {
        return rule;
    }

    /**
     * Whether its keyed state can be read slot by slot.
     *
     * @return empty if so; else what stands in the way and what to do about it
     */
    public Optional<String> obstacle() {
        return Optional.ofNullable(obstacle);
    }

    /** The format of its files; empty if there are none. */
    public Optional<Format> format() {
        return files.stream().findFirst().map(SlotFile::format);
    }

    List<SlotFile> slotFiles() {
        return files;
    }

    /** How many different files hold its keyed state; small state stands in the metadata and counts like a file. */
    public int files() {
        return (int) files.stream().map(SlotFile::identity).distinct().count();
    }

    /**
     * Makes sure that all files are there.
     *
     * @throws SavepointException if a file is missing or has another size than the metadata says
     */
    public void requireFiles() {
        for (SlotFile file : files) {
            if (file.file() instanceof FileStateHandle) {
                SavepointFiles.require(((FileStateHandle) file.file()).getFilePath(), file.size());
            }
        }
    }

    /** What all its slots take. */
    public long bytes() {
        long sum = 0;
        for (long bytes : bytesBySlot) {
            sum += bytes;
        }
        return sum;
    }

    /** What each slot takes, by slot; 0 where there is no state. */
    public long[] bytesBySlot() {
        return bytesBySlot.clone();
    }

    /** What each subtask wrote, by subtask. */
    public long[] bytesBySubtask() {
        long[] bytes = new long[parallelism()];
        for (SlotFile file : files) {
            for (int index = 0; index < file.count(); index++) {
                bytes[file.subtask()] += bytesBySlot[file.slot(index)];
            }
        }
        return bytes;
    }

    /** The subtask whose file holds a slot, by slot; -1 where there is no state. */
    public int[] writers() {
        int[] writers = new int[slots()];
        Arrays.fill(writers, -1);
        for (SlotFile file : files) {
            for (int index = 0; index < file.count(); index++) {
                writers[file.slot(index)] = file.subtask();
            }
        }
        return writers;
    }
}
