package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.co.CoFlatMapFunction;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;

/**
 * Two streams with the same keys over the same slots, with the operations of Flink's {@link ConnectedStreams}.
 *
 * @param <S> the records of the first
 * @param <T> the records of the second
 * @param <K> their keys
 */
public final class HrwConnectedStreams<S, T, K> {
    private final ConnectedStreams<S, T> connected;
    private final SlottedGraph graph;

    HrwConnectedStreams(ConnectedStreams<S, T> connected, SlottedGraph graph) {
        this.connected = connected;
        this.graph = graph;
    }

    /** As {@link ConnectedStreams#map(CoMapFunction)}. */
    public <R> SingleOutputStreamOperator<R> map(CoMapFunction<S, T, R> function) {
        return graph.slotted(connected.map(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> map(CoMapFunction<S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(connected.map(function, type));
    }

    /** As {@link ConnectedStreams#flatMap(CoFlatMapFunction)}. */
    public <R> SingleOutputStreamOperator<R> flatMap(CoFlatMapFunction<S, T, R> function) {
        return graph.slotted(connected.flatMap(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> flatMap(CoFlatMapFunction<S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(connected.flatMap(function, type));
    }

    /** As {@link ConnectedStreams#process(CoProcessFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(CoProcessFunction<S, T, R> function) {
        return graph.slotted(connected.process(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> process(CoProcessFunction<S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(connected.process(function, type));
    }

    /** As {@link ConnectedStreams#process(KeyedCoProcessFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(KeyedCoProcessFunction<K, S, T, R> function) {
        return graph.slotted(connected.process(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> process(
            KeyedCoProcessFunction<K, S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(connected.process(function, type));
    }
}
