package io.keystead.flink.savepoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.flink.HrwStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/**
 * A job of two keyed operators over the numbers from 0 on, whose results can be told in advance: {@code totals} counts each
 * key and fires a timer at the end of each second, {@code windows} counts each key in each second. Number i is of key
 * {@code i % KEYS} and of millisecond i.
 */
final class CountingJob {
    static final int KEYS = 100;
    static final int SECOND = 1000;

    /** What all subtasks of one job and its successors have found. */
    static final class Results {
        static final Map<String, Results> BY_RUN = new ConcurrentHashMap<>();

        final Map<String, Long> totals = new ConcurrentHashMap<>();
        final Map<String, Long> timers = new ConcurrentHashMap<>();
        final Map<String, Long> windows = new ConcurrentHashMap<>();
        final AtomicLong events = new AtomicLong();
        final AtomicLong repeated = new AtomicLong();

        /** A copy to go on with from one savepoint several times. */
        Results copy() {
            Results copy = new Results();
            copy.totals.putAll(totals);
            copy.timers.putAll(timers);
            copy.windows.putAll(windows);
            copy.events.set(events.get());
            copy.repeated.set(repeated.get());
            return copy;
        }

        static Results of(String run) {
            return BY_RUN.computeIfAbsent(run, name -> new Results());
        }
    }

    private final String run;
    private final int maxParallelism;
    private final long events;
    private final String backend;
    private final Path checkpoints;

    /** What a job and its successors must have found once all numbers are through, and nothing twice. */
    void requireExactResults() {
        Results results = results();
        long seconds = events / SECOND;
        assertThat(results.totals).as("totals").hasSize(KEYS);
        assertThat(results.totals.values()).as("totals").containsOnly(events / KEYS);
        assertThat(results.timers).as("timers").hasSize((int) (KEYS * seconds));
        assertThat(results.timers.values()).as("timers").containsOnly((long) SECOND / KEYS);
        assertThat(results.windows).as("windows").hasSize((int) (KEYS * seconds));
        assertThat(results.windows.values()).as("windows").containsOnly((long) SECOND / KEYS);
        assertThat(results.repeated).as("fired twice").hasValue(0);
    }

    CountingJob(String run, int maxParallelism, long events, String backend, Path checkpoints) {
        this.run = run;
        this.maxParallelism = maxParallelism;
        this.events = events;
        this.backend = backend;
        this.checkpoints = checkpoints;
    }

    Results results() {
        return Results.of(run);
    }

    /** The same job, which goes on from what this one has found and keeps it apart. */
    CountingJob branch(String name) {
        Results.BY_RUN.put(name, results().copy());
        return new CountingJob(name, maxParallelism, events, backend, checkpoints);
    }

    /**
     * The job.
     *
     * @param slotted the operators that are to run on HrwStreams.keyBy
     * @param perSecond how fast, in numbers; 0 for as fast as it goes
     */
    StreamExecutionEnvironment at(int parallelism, Set<String> slotted, double perSecond) {
        Configuration configuration = new Configuration();
        configuration.setString("state.backend.type", backend);
        configuration.setString("execution.checkpointing.storage", "filesystem");
        configuration.setString(
                "execution.checkpointing.dir", checkpoints.toUri().toString());
        configuration.setString("execution.checkpointing.data-inline-threshold", "0b");
        configuration.setString("restart-strategy.type", "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        environment.setMaxParallelism(maxParallelism);
        double rate = perSecond > 0 ? perSecond : 1e9;
        DataStream<Long> numbers = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, events, RateLimiterStrategy.perSecond(rate), Types.LONG),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, recorded) -> number),
                        "numbers")
                .uid("numbers");
        finish(totals(numbers, slotted.contains("totals")), "totals", parallelism);
        finish(windows(numbers, slotted.contains("windows")), "windows", parallelism);
        return environment;
    }

    private static void finish(SingleOutputStreamOperator<String> operator, String name, int parallelism) {
        operator.name(name)
                .uid(name)
                .setParallelism(parallelism)
                .sinkTo(new DiscardingSink<>())
                .uid(name + "-end")
                .setParallelism(parallelism);
    }

    private SingleOutputStreamOperator<String> totals(DataStream<Long> numbers, boolean slotted) {
        Totals function = new Totals(run);
        return slotted
                ? HrwStreams.keyBy(numbers, CountingJob::key, Types.STRING).process(function)
                : numbers.keyBy(CountingJob::key, Types.STRING).process(function);
    }

    private SingleOutputStreamOperator<String> windows(DataStream<Long> numbers, boolean slotted) {
        TumblingEventTimeWindows seconds = TumblingEventTimeWindows.of(Duration.ofMillis(SECOND));
        Window function = new Window(run);
        return slotted
                ? HrwStreams.keyBy(numbers, CountingJob::key, Types.STRING)
                        .window(seconds)
                        .aggregate(new Count(), function)
                : numbers.keyBy(CountingJob::key, Types.STRING).window(seconds).aggregate(new Count(), function);
    }

    private static String key(long number) {
        return "key-" + number % KEYS;
    }

    private static final class Totals extends KeyedProcessFunction<String, Long, String> {
        private static final long serialVersionUID = 1;

        private final String run;

        Totals(String run) {
            this.run = run;
        }

        private ValueState<Long> total() {
            return getRuntimeContext().getState(new ValueStateDescriptor<>("total", Long.class));
        }

        private MapState<Long, Long> perSecond() {
            return getRuntimeContext().getMapState(new MapStateDescriptor<>("per-second", Long.class, Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out) throws Exception {
            ValueState<Long> total = total();
            MapState<Long, Long> perSecond = perSecond();
            long count = total.value() == null ? 1 : total.value() + 1;
            total.update(count);
            long end = (number / SECOND + 1) * SECOND;
            perSecond.put(end, perSecond.contains(end) ? perSecond.get(end) + 1 : 1L);
            context.timerService().registerEventTimeTimer(end - 1);
            Results results = Results.of(run);
            results.totals.put(context.getCurrentKey(), count);
            results.events.incrementAndGet();
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            MapState<Long, Long> perSecond = perSecond();
            Long count = perSecond.get(timestamp + 1);
            perSecond.remove(timestamp + 1);
            Results results = Results.of(run);
            String when = context.getCurrentKey() + "@" + timestamp / SECOND;
            if (results.timers.put(when, count == null ? -1 : count) != null) {
                results.repeated.incrementAndGet();
            }
        }
    }

    private static final class Count implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long number, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    private static final class Window implements WindowFunction<Long, String, String, TimeWindow> {
        private static final long serialVersionUID = 1;

        private final String run;

        Window(String run) {
            this.run = run;
        }

        @Override
        public void apply(String key, TimeWindow window, Iterable<Long> counts, Collector<String> out) {
            Results results = Results.of(run);
            String when = key + "@" + window.getStart() / SECOND;
            if (results.windows.put(when, counts.iterator().next()) != null) {
                results.repeated.incrementAndGet();
            }
        }
    }
}
