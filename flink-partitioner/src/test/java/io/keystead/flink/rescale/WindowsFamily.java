package io.keystead.flink.rescale;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.util.OutputTag;

/**
 * Every kind of window: tumbling with allowed lateness and a side output, aggregated; sliding, reduced; sessions; counts,
 * tumbling and sliding; an own trigger with an evictor; and windows of the clock on the wall.
 */
record WindowsFamily(Events events) implements Family {
    static final String TUMBLING = "tumbling";
    static final String LATE = "late";
    static final String SLIDING = "sliding";
    static final String SESSIONS = "sessions";
    static final String COUNTS = "counts";
    static final String SLIDING_COUNTS = "sliding-counts";
    static final String TRIGGERED = "triggered";
    static final String WALL_WINDOWS = "wall-windows";

    static final long SIZE = 5_000;
    static final long SLIDE = 2_500;
    static final long LATENESS = 1_000;
    /** Ends in 5, so that no two events are exactly so far apart. */
    static final long GAP = 2_005;

    static final int COUNT = 7;
    static final int COUNT_SIZE = 10;
    static final int COUNT_SLIDE = 5;
    static final int KEPT = 4;

    private static final OutputTag<Event> TOO_LATE =
            new OutputTag<>("too-late", TypeInformation.of(new TypeHint<Event>() {}));

    @Override
    public List<DataStream<Result>> attach(DataStream<Event> stream, int parallelism) {
        SingleOutputStreamOperator<Result> tumbling = named(
                TUMBLING,
                parallelism,
                Keyed.by(stream)
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(SIZE)))
                        .allowedLateness(Duration.ofMillis(LATENESS))
                        .sideOutputLateData(TOO_LATE)
                        .aggregate(
                                new CountAndSum(),
                                new WindowResults.OfTime<>(TUMBLING, true, WindowResults::countAndSum)));
        DataStream<Result> late = tumbling.getSideOutput(TOO_LATE)
                .map(event -> new Result(LATE, event.key + "|" + event.index, event.value))
                .returns(Result.class)
                .setParallelism(parallelism);
        return List.of(
                tumbling,
                late,
                named(
                        SLIDING,
                        parallelism,
                        Keyed.by(stream)
                                .window(SlidingEventTimeWindows.of(Duration.ofMillis(SIZE), Duration.ofMillis(SLIDE)))
                                .reduce(
                                        (a, b) -> new Event(Math.max(a.index, b.index), a.key, a.value + b.value, 0),
                                        new WindowResults.OfTime<>(SLIDING, true, WindowResults::chain))),
                named(
                        SESSIONS,
                        parallelism,
                        Keyed.by(stream)
                                .window(EventTimeSessionWindows.withGap(Duration.ofMillis(GAP)))
                                .process(new WindowResults.OfTime<>(SESSIONS, false, WindowResults::sum))),
                named(
                        COUNTS,
                        parallelism,
                        Keyed.by(stream).countWindow(COUNT).process(new WindowResults.OfCounts(COUNTS))),
                named(
                        SLIDING_COUNTS,
                        parallelism,
                        Keyed.by(stream)
                                .countWindow(COUNT_SIZE, COUNT_SLIDE)
                                .process(new WindowResults.OfCounts(SLIDING_COUNTS))),
                named(
                        TRIGGERED,
                        parallelism,
                        Keyed.by(stream)
                                .window(TumblingEventTimeWindows.of(Duration.ofMillis(SIZE)))
                                .trigger(new EveryThird())
                                .evictor(CountEvictor.of(KEPT))
                                .process(new WindowResults.OfTime<>(TRIGGERED, true, WindowResults::chain))),
                named(
                        WALL_WINDOWS,
                        parallelism,
                        Keyed.by(stream)
                                .window(TumblingProcessingTimeWindows.of(Duration.ofMillis(300)))
                                .process(new WindowResults.OfWallClock(WALL_WINDOWS, events))));
    }

    private static SingleOutputStreamOperator<Result> named(
            String name, int parallelism, SingleOutputStreamOperator<Result> operator) {
        return operator.returns(Result.class).uid(name).name(name).setParallelism(parallelism);
    }

    @Override
    public Set<String> tallied() {
        return Set.of(WALL_WINDOWS);
    }

    @Override
    public Expected expected() {
        return new WindowsOracle(events).expected();
    }

    private static final class CountAndSum implements AggregateFunction<Event, Tuple2<Long, Long>, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1;

        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return Tuple2.of(0L, 0L);
        }

        @Override
        public Tuple2<Long, Long> add(Event event, Tuple2<Long, Long> sums) {
            return Tuple2.of(sums.f0 + 1, sums.f1 + event.value);
        }

        @Override
        public Tuple2<Long, Long> getResult(Tuple2<Long, Long> sums) {
            return sums;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }
}
