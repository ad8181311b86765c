package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import java.util.Objects;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record to the subtask that owns its key's slot.
 *
 * <p>Flink tells the number of slots, which is the max parallelism of the operator behind, and the number of channels,
 * which is its parallelism, before the first record and before it filters in-flight records of an unaligned checkpoint.
 * A record costs the key's hash and one read of a table of 4 bytes a slot. Not thread-safe: a task has its own.
 *
 * @param <T> the records
 * @param <K> their keys
 */
public final class SlottedPartitioner<T, K> extends StreamPartitioner<T> implements ConfigurableStreamPartitioner {
    private static final long serialVersionUID = 1;

    private final KeySelector<T, K> selector;
    private final SlotRule rule;
    private int slots;
    private transient int @Nullable [] owners;

    /** @param slots until Flink tells it */
    public SlottedPartitioner(KeySelector<T, K> selector, SlotRule rule, int slots) {
        this.selector = selector;
        this.rule = rule;
        this.slots = slots;
    }

    @Override
    public int selectChannel(SerializationDelegate<StreamRecord<T>> record) {
        T value = record.getInstance().getValue();
        int[] table = owners == null ? tabulate() : owners;
        return table[KeyGroupRangeAssignment.assignToKeyGroup(key(value), slots)];
    }

    private K key(T value) {
        K key;
        try {
            key = selector.getKey(value);
        } catch (Exception e) {
            throw new IllegalStateException("the key selector failed on " + value, e);
        }
        return Objects.requireNonNull(key, () -> "the key of " + value + " is null; allowed: any key but null");
    }

    private int[] tabulate() {
        int[] table = rule.owners(slots, numberOfChannels);
        owners = table;
        return table;
    }

    @Override
    public void setup(int numberOfChannels) {
        super.setup(numberOfChannels);
        owners = null;
    }

    @Override
    public void configure(int maxParallelism) {
        slots = maxParallelism;
        owners = null;
    }

    /** In-flight records go to every subtask after a rescale, and each keeps its own. */
    @Override
    public SubtaskStateMapper getDownstreamSubtaskStateMapper() {
        return SubtaskStateMapper.FULL;
    }

    @Override
    public StreamPartitioner<T> copy() {
        SlottedPartitioner<T, K> copy = new SlottedPartitioner<>(selector, rule, slots);
        copy.setup(numberOfChannels);
        return copy;
    }

    @Override
    public boolean isPointwise() {
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof SlottedPartitioner) || !super.equals(other)) {
            return false;
        }
        SlottedPartitioner<?, ?> that = (SlottedPartitioner<?, ?>) other;
        return slots == that.slots && rule.equals(that.rule) && selector.equals(that.selector);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), slots, rule, selector);
    }

    /** What Flink's user interface shows on the edge. */
    @Override
    public String toString() {
        return "HRW";
    }
}
