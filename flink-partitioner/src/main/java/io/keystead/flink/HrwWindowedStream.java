package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.evictors.Evictor;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.OutputTag;

/**
 * Windows over slots, with the operations of Flink's {@link WindowedStream}: end it with one of those that give a stream.
 *
 * <p>The settings change this object and return it, as Flink's do.
 *
 * @param <T> the records
 * @param <K> their keys
 * @param <W> the windows
 */
public final class HrwWindowedStream<T, K, W extends Window> {
    private final WindowedStream<T, K, W> windowed;
    private final SlottedGraph graph;

    HrwWindowedStream(WindowedStream<T, K, W> windowed, SlottedGraph graph) {
        this.windowed = windowed;
        this.graph = graph;
    }

    /** As {@link WindowedStream#trigger(Trigger)}. */
    public HrwWindowedStream<T, K, W> trigger(Trigger<? super T, ? super W> trigger) {
        windowed.trigger(trigger);
        return this;
    }

    /** As {@link WindowedStream#evictor(Evictor)}. */
    public HrwWindowedStream<T, K, W> evictor(Evictor<? super T, ? super W> evictor) {
        windowed.evictor(evictor);
        return this;
    }

    /** As {@link WindowedStream#allowedLateness(Duration)}. */
    public HrwWindowedStream<T, K, W> allowedLateness(Duration lateness) {
        windowed.allowedLateness(lateness);
        return this;
    }

    /** As {@link WindowedStream#sideOutputLateData(OutputTag)}. */
    public HrwWindowedStream<T, K, W> sideOutputLateData(OutputTag<T> late) {
        windowed.sideOutputLateData(late);
        return this;
    }

    /** As {@link WindowedStream#reduce(ReduceFunction)}. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
        return graph.slotted(windowed.reduce(function));
    }

    public <R> SingleOutputStreamOperator<R> reduce(ReduceFunction<T> reducer, WindowFunction<T, R, K, W> function) {
        return graph.slotted(windowed.reduce(reducer, function));
    }

    /** With the types given, where Flink cannot find them. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reducer, WindowFunction<T, R, K, W> function, TypeInformation<R> type) {
        return graph.slotted(windowed.reduce(reducer, function, type));
    }

    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reducer, ProcessWindowFunction<T, R, K, W> function) {
        return graph.slotted(windowed.reduce(reducer, function));
    }

    /** With the types given, where Flink cannot find them. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reducer, ProcessWindowFunction<T, R, K, W> function, TypeInformation<R> type) {
        return graph.slotted(windowed.reduce(reducer, function, type));
    }

    /** As {@link WindowedStream#aggregate(AggregateFunction)}. */
    public <A, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, A, R> function) {
        return graph.slotted(windowed.aggregate(function));
    }

    /** With the types given, where Flink cannot find them. */
    public <A, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, A, R> function, TypeInformation<A> accumulator, TypeInformation<R> type) {
        return graph.slotted(windowed.aggregate(function, accumulator, type));
    }

    public <A, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, A, V> aggregate, WindowFunction<V, R, K, W> function) {
        return graph.slotted(windowed.aggregate(aggregate, function));
    }

    /** With the types given, where Flink cannot find them. */
    public <A, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, A, V> aggregate,
            WindowFunction<V, R, K, W> function,
            TypeInformation<A> accumulator,
            TypeInformation<R> type) {
        return graph.slotted(windowed.aggregate(aggregate, function, accumulator, type));
    }

    public <A, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, A, V> aggregate, ProcessWindowFunction<V, R, K, W> function) {
        return graph.slotted(windowed.aggregate(aggregate, function));
    }

    /** With the types given, where Flink cannot find them. */
    public <A, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, A, V> aggregate,
            ProcessWindowFunction<V, R, K, W> function,
            TypeInformation<A> accumulator,
            TypeInformation<V> aggregated,
            TypeInformation<R> type) {
        return graph.slotted(windowed.aggregate(aggregate, function, accumulator, aggregated, type));
    }

    /** As {@link WindowedStream#apply(WindowFunction)}. */
    public <R> SingleOutputStreamOperator<R> apply(WindowFunction<T, R, K, W> function) {
        return graph.slotted(windowed.apply(function));
    }

    /** With the types given, where Flink cannot find them. */
    public <R> SingleOutputStreamOperator<R> apply(WindowFunction<T, R, K, W> function, TypeInformation<R> type) {
        return graph.slotted(windowed.apply(function, type));
    }

    /** As {@link WindowedStream#process(ProcessWindowFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(ProcessWindowFunction<T, R, K, W> function) {
        return graph.slotted(windowed.process(function));
    }

    /** With the types given, where Flink cannot find them. */
    public <R> SingleOutputStreamOperator<R> process(
            ProcessWindowFunction<T, R, K, W> function, TypeInformation<R> type) {
        return graph.slotted(windowed.process(function, type));
    }

    public SingleOutputStreamOperator<T> sum(int position) {
        return graph.slotted(windowed.sum(position));
    }

    public SingleOutputStreamOperator<T> sum(String field) {
        return graph.slotted(windowed.sum(field));
    }

    public SingleOutputStreamOperator<T> min(int position) {
        return graph.slotted(windowed.min(position));
    }

    public SingleOutputStreamOperator<T> min(String field) {
        return graph.slotted(windowed.min(field));
    }

    public SingleOutputStreamOperator<T> max(int position) {
        return graph.slotted(windowed.max(position));
    }

    public SingleOutputStreamOperator<T> max(String field) {
        return graph.slotted(windowed.max(field));
    }

    public SingleOutputStreamOperator<T> minBy(int position) {
        return graph.slotted(windowed.minBy(position));
    }

    public SingleOutputStreamOperator<T> minBy(String field) {
        return graph.slotted(windowed.minBy(field));
    }

    public SingleOutputStreamOperator<T> maxBy(int position) {
        return graph.slotted(windowed.maxBy(position));
    }

    public SingleOutputStreamOperator<T> maxBy(String field) {
        return graph.slotted(windowed.maxBy(field));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> minBy(int position, boolean first) {
        return graph.slotted(windowed.minBy(position, first));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return graph.slotted(windowed.minBy(field, first));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> maxBy(int position, boolean first) {
        return graph.slotted(windowed.maxBy(position, first));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return graph.slotted(windowed.maxBy(field, first));
    }
}
