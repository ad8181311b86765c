package io.keystead.flink.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.SavepointKeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * One file of keyed state, which one subtask wrote, as a checkpoint holds it: raw operator state in union mode.
 *
 * <p>Flink hands every subtask the union of such state on a restore, whatever the parallelism, and each takes the slots
 * that it owns. Flink's own kind of keyed state knows contiguous ranges of key groups only, and cuts them anew by its own
 * formula. The file is the state backend's own and is never copied or opened here: only its description changes. An
 * entry is {@code (slot << 48) | offset}, the place of one slot's state in the file. Immutable and thread-safe.
 */
public final class SlottedState {
    private static final int OFFSET_BITS = 48;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private final StateName name;
    private final long[] entries;
    private final StreamStateHandle file;

    private SlottedState(StateName name, long[] entries, StreamStateHandle file) {
        this.name = name;
        this.entries = entries;
        this.file = file;
    }

    /**
     * The slots of a file of Flink's own keyed state.
     *
     * @param owned the slots to take; those without state in the file are left out
     */
    public static SlottedState of(KeyGroupsStateHandle keyed, BitSet owned, StateName name) {
        long[] entries = new long[owned.cardinality()];
        int count = 0;
        for (int slot = owned.nextSetBit(0); slot >= 0; slot = owned.nextSetBit(slot + 1)) {
            long offset = keyed.getOffsetForKeyGroup(slot);
            if (offset > 0) {
                entries[count++] = (long) slot << OFFSET_BITS | offset;
            }
        }
        return new SlottedState(name, Arrays.copyOf(entries, count), keyed.getDelegateStateHandle());
    }

    /** The format of a file of Flink's own keyed state. */
    public static StateName.Format format(KeyGroupsStateHandle keyed) {
        return keyed instanceof SavepointKeyedStateHandle ? StateName.Format.CANONICAL : StateName.Format.BACKEND;
    }

    /**
     * The files among an operator's raw operator state; other raw state is skipped.
     *
     * @throws IllegalStateException if a file's name is of a later version or damaged
     */
    public static List<SlottedState> in(Collection<OperatorStateHandle> raw) {
        List<SlottedState> files = new ArrayList<>();
        for (OperatorStateHandle handle : raw) {
            handle.getStateNameToPartitionOffsets()
                    .forEach((name, info) -> StateName.parse(name)
                            .ifPresent(parsed -> files.add(
                                    new SlottedState(parsed, info.getOffsets(), handle.getDelegateStateHandle()))));
        }
        return files;
    }

    public StateName name() {
        return name;
    }

    public StreamStateHandle file() {
        return file;
    }

    /** The slots that have state in the file. */
    public BitSet slots() {
        BitSet slots = new BitSet(name.slots());
        for (long entry : entries) {
            slots.set(slot(entry));
        }
        return slots;
    }

    /** Visits the entries as they stand in the checkpoint, also those that make no sense. */
    public void forEachEntry(EntryVisitor visitor) {
        for (long entry : entries) {
            visitor.entry(slot(entry), entry & OFFSET_MASK);
        }
    }

    /** Takes the place of one slot's state in the file. */
    public interface EntryVisitor {
        /** Takes a slot and the offset of its state in bytes. */
        void entry(int slot, long offset);
    }

    /** What a checkpoint holds. */
    public OperatorStateHandle toRawState() {
        OperatorStateHandle.StateMetaInfo union =
                new OperatorStateHandle.StateMetaInfo(entries, OperatorStateHandle.Mode.UNION);
        Map<String, OperatorStateHandle.StateMetaInfo> states = new HashMap<>();
        states.put(name.toString(), union);
        // Flink writes into it when a job restarts with the parallelism that it had.
        return new OperatorStreamStateHandle(states, file);
    }

    /** The offsets of some slots in the file, by slot; 0 for the others. */
    public long[] offsets(BitSet some) {
        long[] offsets = new long[name.slots()];
        for (long entry : entries) {
            if (some.get(slot(entry))) {
                offsets[slot(entry)] = entry & OFFSET_MASK;
            }
        }
        return offsets;
    }

    /**
     * Flink's own keyed state over all slots of the job, of which a restore reads those that are wanted and in the file.
     */
    public KeyGroupsStateHandle toKeyed(BitSet wanted) {
        KeyGroupRangeOffsets offsets = new Sparse(name.slots(), offsets(wanted));
        return name.format() == StateName.Format.CANONICAL
                ? new KeyGroupsSavepointStateHandle(offsets, file)
                : new KeyGroupsStateHandle(offsets, file);
    }

    private static int slot(long entry) {
        return (int) (entry >>> OFFSET_BITS);
    }

    /** Iterates over the slots that are there: a state backend reads a slot for each pair that it is given. */
    private static final class Sparse extends KeyGroupRangeOffsets {
        private static final long serialVersionUID = 1;

        Sparse(int slots, long[] offsets) {
            super(KeyGroupRange.of(0, slots - 1), offsets);
        }

        @Override
        public Iterator<Tuple2<Integer, Long>> iterator() {
            List<Tuple2<Integer, Long>> pairs = new ArrayList<>();
            for (int slot = 0; slot < getKeyGroupRange().getNumberOfKeyGroups(); slot++) {
                if (getKeyGroupOffset(slot) > 0) {
                    pairs.add(Tuple2.of(slot, getKeyGroupOffset(slot)));
                }
            }
            return pairs.iterator();
        }
    }
}
