package io.keystead.flink.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.flink.slots.SlotRule;
import io.keystead.flink.state.StateName.Format;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.checkpoint.RoundRobinOperatorStateRepartitioner;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlottedStateTest {
    private static final long FAR = (1L << 48) - 1;
    private static final StreamStateHandle FILE = new ByteStreamStateHandle("file", new byte[] {1, 2, 3});
    private static final StateName NAME = new StateName(Format.CANONICAL, 32768, 5, 3, SlotRule.PLAIN.withSlack(0.5));

    @Test
    void aFilesSlotsAndOffsetsComeBackFromACheckpoint() {
        KeyGroupsStateHandle keyed = keyed(Map.of(0, 10L, 7, 20L, 32767, FAR));
        OperatorStateHandle raw =
                SlottedState.of(keyed, slots(0, 3, 32767), NAME).toRawState();

        List<SlottedState> files = SlottedState.in(List.of(raw));

        assertThat(files).hasSize(1);
        SlottedState file = files.get(0);
        // Slot 3 is owned and has no state; slot 7 has state and is not owned.
        assertThat(file.slots()).isEqualTo(slots(0, 32767));
        assertThat(file.offsets(slots(0, 32767))).hasSize(32768).contains(10L, org.assertj.core.data.Index.atIndex(0));
        assertThat(file.offsets(slots(0, 32767))[32767]).isEqualTo(FAR);
        assertThat(file.file()).isEqualTo(FILE);
        assertThat(file.name()).hasToString(NAME.toString());
    }

    @Test
    void aRestoreReadsTheWantedSlotsAndNoOthers() {
        SlottedState file = SlottedState.of(keyed(Map.of(1, 10L, 2, 20L, 3, 30L)), slots(1, 2, 3), NAME);

        KeyGroupsStateHandle restored = file.toKeyed(slots(2, 3, 4));

        assertThat(restored).isInstanceOf(KeyGroupsSavepointStateHandle.class);
        assertThat(restored.getKeyGroupRange()).isEqualTo(KeyGroupRange.of(0, 32767));
        List<Tuple2<Integer, Long>> read = new ArrayList<>();
        restored.getGroupRangeOffsets().forEach(read::add);
        assertThat(read).containsExactly(Tuple2.of(2, 20L), Tuple2.of(3, 30L));
    }

    @Test
    void aRestartWithTheSameParallelismGivesEachSubtaskTheFilesOfAll() {
        List<List<OperatorStateHandle>> before = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            KeyGroupsStateHandle keyed = new KeyGroupsSavepointStateHandle(
                    new KeyGroupRangeOffsets(0, 1, new long[] {5, 6}),
                    new ByteStreamStateHandle("file-" + subtask, new byte[1]));
            before.add(List.of(SlottedState.of(keyed, slots(0, 1), NAME).toRawState()));
        }

        assertThat(RoundRobinOperatorStateRepartitioner.INSTANCE.repartitionState(before, 3, 3))
                .hasSize(3)
                .allSatisfy(subtask -> assertThat(SlottedState.in(subtask))
                        .extracting(file -> file.file().getStreamStateHandleID().getKeyString())
                        .containsExactlyInAnyOrder("file-0", "file-1", "file-2"));
    }

    @Test
    void theFormatOfTheStateBackendIsKeptApart() {
        KeyGroupsStateHandle backend =
                new KeyGroupsStateHandle(new KeyGroupRangeOffsets(0, 1, new long[] {5, 6}), FILE);
        StateName name = new StateName(SlottedState.format(backend), 2, 1, 0, SlotRule.PLAIN);

        assertThat(name.format()).isEqualTo(Format.BACKEND);
        assertThat(SlottedState.of(backend, slots(0, 1), name).toKeyed(slots(0, 1)))
                .isNotInstanceOf(KeyGroupsSavepointStateHandle.class);
    }

    @Test
    void otherRawStateIsSkipped() {
        OperatorStateHandle.StateMetaInfo info =
                new OperatorStateHandle.StateMetaInfo(new long[] {1}, OperatorStateHandle.Mode.SPLIT_DISTRIBUTE);

        assertThat(SlottedState.in(List.of(new OperatorStreamStateHandle(Map.of("_default_", info), FILE))))
                .isEmpty();
        assertThat(StateName.parse("_default_")).isEqualTo(Optional.empty());
    }

    @Test
    void aNameIsReadBack() {
        assertThat(NAME).hasToString("keystead-slots/1/CANONICAL/32768/5/3/slack=0.5");
        StateName read = StateName.parse(NAME.toString()).orElseThrow();

        assertThat(read.format()).isEqualTo(Format.CANONICAL);
        assertThat(read.slots()).isEqualTo(32768);
        assertThat(read.parallelism()).isEqualTo(5);
        assertThat(read.subtask()).isEqualTo(3);
        assertThat(read.rule()).isEqualTo(SlotRule.PLAIN.withSlack(0.5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keystead-slots/1/",
                "keystead-slots/1/CANONICAL/1/1/0",
                "keystead-slots/1/OTHER/1/1/0/plain",
                "keystead-slots/1/BACKEND/0/1/0/plain",
                "keystead-slots/1/BACKEND/9/1/1/plain",
                "keystead-slots/1/BACKEND/9/1/-1/plain",
                "keystead-slots/1/BACKEND/x/1/0/plain",
                "keystead-slots/1/BACKEND/9/1/0/slack=x"
            })
    void aDamagedNameIsAnError(String name) {
        assertThatThrownBy(() -> StateName.parse(name))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the state's name \"" + name + "\" is damaged; allowed:"
                        + " keystead-slots/1/FORMAT/SLOTS/PARALLELISM/SUBTASK/RULE");
    }

    @Test
    void aNameOfALaterVersionIsAnError() {
        assertThatThrownBy(() -> StateName.parse("keystead-slots/2/anything"))
                .hasMessage("the state \"keystead-slots/2/anything\" was written by another version of Keystead;"
                        + " allowed: version 1");
    }

    @Test
    void aGuardIsKnownAlsoWhereARescaleCutIt() {
        KeyGroupsStateHandle guard = NativeGuard.of(128);

        assertThat(NativeGuard.is(guard)).isTrue();
        assertThat(NativeGuard.is(guard.getIntersection(KeyGroupRange.of(3, 9))))
                .isTrue();
        assertThat(NativeGuard.is(keyed(Map.of()))).isFalse();
    }

    private static KeyGroupsStateHandle keyed(Map<Integer, Long> offsets) {
        KeyGroupRangeOffsets all = new KeyGroupRangeOffsets(0, 32767);
        offsets.forEach(all::setKeyGroupOffset);
        return new KeyGroupsSavepointStateHandle(all, FILE);
    }

    private static BitSet slots(int... numbers) {
        BitSet slots = new BitSet();
        for (int number : numbers) {
            slots.set(number);
        }
        return slots;
    }
}
