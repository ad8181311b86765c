package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.BroadcastConnectedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;

/**
 * A stream keyed over slots beside a broadcast one, with the operation of Flink's {@link BroadcastConnectedStream}.
 *
 * @param <S> the records of the keyed one
 * @param <T> the records of the broadcast one
 * @param <K> the keys
 */
public final class HrwBroadcastConnectedStream<S, T, K> {
    private final BroadcastConnectedStream<S, T> connected;
    private final SlottedGraph graph;

    HrwBroadcastConnectedStream(BroadcastConnectedStream<S, T> connected, SlottedGraph graph) {
        this.connected = connected;
        this.graph = graph;
    }

    /** As {@link BroadcastConnectedStream#process(KeyedBroadcastProcessFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(KeyedBroadcastProcessFunction<K, S, T, R> function) {
        return graph.slotted(connected.process(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> process(
            KeyedBroadcastProcessFunction<K, S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(connected.process(function, type));
    }
}
