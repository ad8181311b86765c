package io.keystead.flink.savepoint;

import io.keystead.flink.operator.Lines;
import io.keystead.flink.slots.SlotRule;
import io.keystead.flink.state.NativeGuard;
import io.keystead.flink.state.SlottedState;
import io.keystead.flink.state.StateName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;

/**
 * A savepoint described anew, so that operators with Flink's own keyed state restore as slotted state, or the other way.
 *
 * <p>No byte of state is read or changed: every slot stays where it is in its file, and only the description differs. All
 * that stands in the way is found when the conversion is made; {@link #write} then fails for want of files or room only.
 *
 * <p>Immutable and thread-safe.
 */
public final class Conversion {
    private final Savepoint result;
    private final List<KeyedOperator> operators;
    private final SavepointFiles files;

    private Conversion(Savepoint result, List<KeyedOperator> operators) {
        this.result = result;
        this.operators = operators;
        this.files = SavepointFiles.of(result);
    }

    /**
     * From Flink's own keyBy to HrwStreams.keyBy.
     *
     * <p>The result restores with any slot rule and parallelism; a job with Flink's own keyBy fails on it, with the command
     * to run.
     *
     * @throws SavepointException if one of the operators cannot be converted, or the savepoint is damaged or not whole
     */
    public static Conversion toHrw(Savepoint savepoint, Operators chosen) {
        return of(savepoint, chosen.in(savepoint, KeyedOperator.Kind.NATIVE), Conversion::slotted);
    }

    /**
     * From HrwStreams.keyBy back to Flink's own keyBy.
     *
     * <p>The result restores at any parallelism up to the number of slots. Each slot is described alone, as if the job had
     * run with one subtask a slot: slots of one subtask are scattered over files, and a description of Flink's covers one
     * range of slots in one file. So a restore opens a file once for each slot in it.
     *
     * @throws SavepointException if one of the operators cannot be converted, or the savepoint is damaged or not whole
     */
    public static Conversion toNative(Savepoint savepoint, Operators chosen) {
        return of(savepoint, chosen.in(savepoint, KeyedOperator.Kind.HRW), Conversion::plain);
    }

    private static Conversion of(
            Savepoint savepoint, List<KeyedOperator> chosen, Function<KeyedOperator, OperatorState> convert) {
        for (OperatorState operator : savepoint.operators()) {
            if (Obstacles.hasInFlightRecords(operator)) {
                throw new SavepointException(KeyedOperator.label(operator) + " has in-flight records of an unaligned"
                        + " checkpoint, which belong to the subtasks they were sent to; allowed: a savepoint, which has"
                        + " none");
            }
        }
        Map<OperatorID, KeyedOperator> byId =
                chosen.stream().collect(Collectors.toMap(KeyedOperator::operatorId, operator -> operator));
        chosen.forEach(operator -> operator.obstacle().ifPresent(obstacle -> {
            throw new SavepointException(operator.label() + " cannot be converted: " + obstacle);
        }));
        List<OperatorState> converted = new ArrayList<>();
        for (OperatorState operator : savepoint.operators()) {
            KeyedOperator keyed = byId.get(operator.getOperatorID());
            converted.add(keyed == null ? operator : convert.apply(keyed));
        }
        return new Conversion(savepoint.with(converted), chosen);
    }

    private static OperatorState slotted(KeyedOperator keyed) {
        OperatorState operator = keyed.state();
        OperatorState converted = empty(operator, operator.getParallelism());
        Map<Integer, OperatorSubtaskState> subtasks = new TreeMap<>(operator.getSubtaskStates());
        subtasks.putIfAbsent(0, OperatorSubtaskState.builder().build());
        subtasks.forEach((index, subtask) -> {
            List<OperatorStateHandle> files = new ArrayList<>();
            for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
                files.add(slotted(keyed, index, (KeyGroupsStateHandle) handle));
            }
            List<KeyedStateHandle> guard = index == 0 ? List.of(NativeGuard.of(keyed.slots())) : List.of();
            converted.putState(
                    index,
                    subtask.toBuilder()
                            .setManagedKeyedState(new StateObjectCollection<>(guard))
                            .setRawOperatorState(new StateObjectCollection<>(files))
                            .build());
        });
        return converted;
    }

    private static OperatorStateHandle slotted(KeyedOperator keyed, int subtask, KeyGroupsStateHandle handle) {
        StateName name =
                new StateName(SlottedState.format(handle), keyed.slots(), keyed.parallelism(), subtask, SlotRule.PLAIN);
        BitSet slots = new BitSet();
        slots.set(
                handle.getKeyGroupRange().getStartKeyGroup(),
                handle.getKeyGroupRange().getEndKeyGroup() + 1);
        return SlottedState.of(handle, slots, name).toRawState();
    }

    private static OperatorState plain(KeyedOperator keyed) {
        OperatorState operator = keyed.state();
        // Flink hands on the state of the same parallelism unseen, and cuts that of another by ranges: one slot for
        // each
        // subtask is right for both.
        OperatorState converted = empty(operator, keyed.slots());
        Map<Integer, KeyGroupsStateHandle> slots = bySlot(keyed);
        for (int index = 0; index < keyed.slots(); index++) {
            OperatorSubtaskState old = operator.getSubtaskStates()
                    .getOrDefault(index, OperatorSubtaskState.builder().build());
            KeyGroupsStateHandle slot = slots.get(index);
            List<KeyedStateHandle> keyedState = slot == null ? List.of() : List.of(slot);
            OperatorSubtaskState subtask = old.toBuilder()
                    .setManagedKeyedState(new StateObjectCollection<>(keyedState))
                    .setRawOperatorState(StateObjectCollection.empty())
                    .build();
            if (subtask.hasState()) {
                converted.putState(index, subtask);
            }
        }
        return converted;
    }

    private static Map<Integer, KeyGroupsStateHandle> bySlot(KeyedOperator keyed) {
        Map<Integer, KeyGroupsStateHandle> slots = new TreeMap<>();
        for (SlotFile file : keyed.slotFiles()) {
            for (int index = 0; index < file.count(); index++) {
                int slot = file.slot(index);
                KeyGroupRangeOffsets place =
                        new KeyGroupRangeOffsets(KeyGroupRange.of(slot, slot), new long[] {file.offset(index)});
                slots.put(
                        slot,
                        file.format() == StateName.Format.CANONICAL
                                ? new KeyGroupsSavepointStateHandle(place, file.file())
                                : new KeyGroupsStateHandle(place, file.file()));
            }
        }
        return slots;
    }

    private static OperatorState empty(OperatorState operator, int parallelism) {
        OperatorState empty = Lines.ofThisFlink().withoutState(operator, parallelism);
        empty.setCoordinatorState(operator.getCoordinatorState());
        return empty;
    }

    /** The operators that are converted, as they were. */
    public List<KeyedOperator> operators() {
        return operators;
    }

    /** How many files the savepoint refers to, those of all operators. */
    public int files() {
        return files.count();
    }

    /** What those files take. */
    public long bytes() {
        return files.bytes();
    }

    /**
     * Writes the new savepoint: its description only, which refers to the files where they are. So the original must be
     * kept as long as this one is used.
     *
     * @param out a directory that does not exist yet
     * @throws SavepointException if it exists or cannot be written; then nothing is left of it
     */
    public void write(String out) {
        NewDirectory.write(
                out,
                directory -> directory.create(
                        "_metadata",
                        stream -> result.with(files.absolute(result)).write(stream)));
    }

    /**
     * Writes the new savepoint with copies of all files, so that it stands alone.
     *
     * @param out a directory that does not exist yet
     * @param copied is told how many bytes more have been copied
     * @throws SavepointException if it exists or cannot be written; then nothing is left of it
     */
    public void writeWithFiles(String out, LongConsumer copied) {
        NewDirectory.write(out, directory -> {
            files.copyTo(directory, copied);
            directory.create(
                    "_metadata", stream -> result.with(files.beside(result)).write(stream));
        });
    }
}
