package io.keystead.flink;

import io.keystead.flink.slots.SlotRule;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * {@code keyBy} whose keys keep their subtask when the job is rescaled.
 *
 * <pre>{@code
 * HrwStreams.keyBy(orders, Order::customer)   // in place of orders.keyBy(Order::customer)
 *         .process(new Totals())
 *         .uid("totals");
 * }</pre>
 */
public final class HrwStreams {
    private HrwStreams() {}

    /**
     * Partitions a stream by key over slots, as {@link DataStream#keyBy(KeySelector)} does over ranges of key groups.
     *
     * <p>The number of slots is the max parallelism of the operator behind: the environment's where it is set, else
     * {@value HrwKeyedStream#DEFAULT_SLOTS}. It is fixed for the job's whole life.
     *
     * @throws IllegalArgumentException if the key's type has no hashCode that is the same in every JVM
     */
    public static <T, K> HrwKeyedStream<T, K> keyBy(DataStream<T> stream, KeySelector<T, K> selector) {
        return keyBy(stream, selector, TypeExtractor.getKeySelectorTypes(selector, stream.getType()));
    }

    /** The same with the key's type given, where Flink cannot find it. */
    public static <T, K> HrwKeyedStream<T, K> keyBy(
            DataStream<T> stream, KeySelector<T, K> selector, TypeInformation<K> keyType) {
        KeyTypes.check(keyType);
        return new HrwKeyedStream<>(stream, new KeyedStream<>(stream, selector, keyType), SlotRule.PLAIN, null);
    }
}
