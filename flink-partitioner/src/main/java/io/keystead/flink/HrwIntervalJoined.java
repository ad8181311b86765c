package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.KeyedStream.IntervalJoined;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.OutputTag;

/**
 * A join by time over slots with its bounds, as Flink's {@link IntervalJoined}.
 *
 * <p>The settings change this object and return it, as Flink's do.
 *
 * @param <S> the records of the left stream
 * @param <T> the records of the right stream
 * @param <K> their keys
 */
public final class HrwIntervalJoined<S, T, K> {
    private final IntervalJoined<S, T, K> joined;
    private final SlottedGraph graph;

    HrwIntervalJoined(IntervalJoined<S, T, K> joined, SlottedGraph graph) {
        this.joined = joined;
        this.graph = graph;
    }

    /** As {@link IntervalJoined#lowerBoundExclusive()}. */
    public HrwIntervalJoined<S, T, K> lowerBoundExclusive() {
        joined.lowerBoundExclusive();
        return this;
    }

    /** As {@link IntervalJoined#upperBoundExclusive()}. */
    public HrwIntervalJoined<S, T, K> upperBoundExclusive() {
        joined.upperBoundExclusive();
        return this;
    }

    /** As {@link IntervalJoined#sideOutputLeftLateData(OutputTag)}. */
    public HrwIntervalJoined<S, T, K> sideOutputLeftLateData(OutputTag<S> late) {
        joined.sideOutputLeftLateData(late);
        return this;
    }

    /** As {@link IntervalJoined#sideOutputRightLateData(OutputTag)}. */
    public HrwIntervalJoined<S, T, K> sideOutputRightLateData(OutputTag<T> late) {
        joined.sideOutputRightLateData(late);
        return this;
    }

    /** As {@link IntervalJoined#process(ProcessJoinFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(ProcessJoinFunction<S, T, R> function) {
        return graph.slotted(joined.process(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> process(ProcessJoinFunction<S, T, R> function, TypeInformation<R> type) {
        return graph.slotted(joined.process(function, type));
    }
}
