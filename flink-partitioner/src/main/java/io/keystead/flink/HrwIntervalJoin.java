package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import java.time.Duration;
import org.apache.flink.streaming.api.datastream.KeyedStream.IntervalJoin;

/**
 * A join by time over slots, as Flink's {@link IntervalJoin}: say between which bounds.
 *
 * @param <S> the records of the left stream
 * @param <T> the records of the right stream
 * @param <K> their keys
 */
public final class HrwIntervalJoin<S, T, K> {
    private final IntervalJoin<S, T, K> join;
    private final SlottedGraph graph;

    HrwIntervalJoin(IntervalJoin<S, T, K> join, SlottedGraph graph) {
        this.join = join;
        this.graph = graph;
    }

    /**
     * Joins a left record with the right ones whose event time is between its own plus the bounds, both inclusive.
     *
     * @see IntervalJoin#between(Duration, Duration)
     */
    public HrwIntervalJoined<S, T, K> between(Duration lower, Duration upper) {
        return new HrwIntervalJoined<>(join.between(lower, upper), graph);
    }
}
