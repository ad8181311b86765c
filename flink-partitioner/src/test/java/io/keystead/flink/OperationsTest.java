package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.functions.co.RichCoFlatMapFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation gives what it gives on Flink's own keyed stream, in streaming and in batch mode. */
@SuppressWarnings("SameNameButDifferent") // each function has a Context of its own
class OperationsTest {
    private static final int RECORDS = 5000;
    private static final int KEYS = 97;
    private static final OutputTag<Tuple3<String, Long, Long>> LATE = new OutputTag<>("late", record());

    /** What each run collected, by its id. */
    private static final ConcurrentMap<String, Queue<String>> RESULTS = new ConcurrentHashMap<>();

    @TempDir
    static Path directory;

    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** One operation in both forms; each gives one or more streams. */
    private interface Operation {
        List<DataStream<?>> on(DataStream<Tuple3<String, Long, Long>> stream, boolean slotted);
    }

    private static TypeInformation<Tuple3<String, Long, Long>> record() {
        return Types.TUPLE(Types.STRING, Types.LONG, Types.LONG);
    }

    private static final KeySelector<Tuple3<String, Long, Long>, String> KEY = record -> record.f0;

    static Stream<Arguments> operations() {
        return Stream.of(
                        named("process", s -> s.process(new Counting()), k -> k.process(new Counting())),
                        named(
                                "process with a type",
                                s -> s.process(new Counting(), Types.STRING),
                                k -> k.process(new Counting(), Types.STRING)),
                        named("map", s -> s.map(new CountingMap()), k -> k.map(new CountingMap())),
                        named(
                                "map with a type",
                                s -> s.map(new CountingMap(), Types.STRING),
                                k -> k.map(new CountingMap(), Types.STRING)),
                        named("flatMap", s -> s.flatMap(new SecondOnly()), k -> k.flatMap(new SecondOnly())),
                        named(
                                "flatMap with a type",
                                s -> s.flatMap(new SecondOnly(), Types.STRING),
                                k -> k.flatMap(new SecondOnly(), Types.STRING)),
                        named("filter", s -> s.filter(new FirstOnly()), k -> k.filter(new FirstOnly())),
                        named("reduce", s -> s.reduce(OperationsTest::add), k -> k.reduce(OperationsTest::add)),
                        named("sum", s -> s.sum(1), k -> k.sum(1)),
                        named("sum by name", s -> s.sum("f1"), k -> k.sum("f1")),
                        named("min", s -> s.min(1), k -> k.min(1)),
                        named("min by name", s -> s.min("f1"), k -> k.min("f1")),
                        named("max", s -> s.max(1), k -> k.max(1)),
                        named("max by name", s -> s.max("f1"), k -> k.max("f1")),
                        named("minBy", s -> s.minBy(1), k -> k.minBy(1)),
                        named("minBy by name", s -> s.minBy("f1"), k -> k.minBy("f1")),
                        named("minBy, last", s -> s.minBy(1, false), k -> k.minBy(1, false)),
                        named("minBy by name, last", s -> s.minBy("f1", false), k -> k.minBy("f1", false)),
                        named("maxBy", s -> s.maxBy(1), k -> k.maxBy(1)),
                        named("maxBy by name", s -> s.maxBy("f1"), k -> k.maxBy("f1")),
                        named("maxBy, last", s -> s.maxBy(1, false), k -> k.maxBy(1, false)),
                        named("maxBy by name, last", s -> s.maxBy("f1", false), k -> k.maxBy("f1", false)),
                        named(
                                "an operator of one's own",
                                s -> s.transform("mine", Types.STRING, new StreamMap<>(new CountingMap())),
                                k -> k.apply(
                                        s -> s.transform("mine", Types.STRING, new StreamMap<>(new CountingMap())))),
                        named(
                                "a factory of one's own",
                                s -> s.transform("mine", Types.STRING, new OwnFactory()),
                                k -> k.apply(s -> s.transform("mine", Types.STRING, new OwnFactory()))),
                        named(
                                "tumbling, reduce",
                                s -> s.window(tumbling()).reduce(OperationsTest::add),
                                k -> k.window(tumbling()).reduce(OperationsTest::add)),
                        named(
                                "tumbling, reduce and process",
                                s -> s.window(tumbling()).reduce(OperationsTest::add, new Listing<>()),
                                k -> k.window(tumbling()).reduce(OperationsTest::add, new Listing<>())),
                        named(
                                "sliding, aggregate",
                                s -> s.window(sliding()).aggregate(new Summing()),
                                k -> k.window(sliding()).aggregate(new Summing())),
                        named(
                                "session, aggregate with types",
                                s -> s.window(session()).aggregate(new Summing(), Types.LONG, Types.LONG),
                                k -> k.window(session()).aggregate(new Summing(), Types.LONG, Types.LONG)),
                        named(
                                "session, process",
                                s -> s.window(session()).process(new Listing<>()),
                                k -> k.window(session()).process(new Listing<>())),
                        named(
                                "session, process with a type",
                                s -> s.window(session()).process(new Listing<>(), Types.STRING),
                                k -> k.window(session()).process(new Listing<>(), Types.STRING)),
                        named(
                                "tumbling, apply",
                                s -> s.window(tumbling()).apply(OperationsTest::list, Types.STRING),
                                k -> k.window(tumbling()).apply(OperationsTest::list, Types.STRING)),
                        named(
                                "tumbling, sum",
                                s -> s.window(tumbling()).sum(1),
                                k -> k.window(tumbling()).sum(1)),
                        named(
                                "tumbling, min by name",
                                s -> s.window(tumbling()).min("f1"),
                                k -> k.window(tumbling()).min("f1")),
                        named(
                                "tumbling, maxBy",
                                s -> s.window(tumbling()).maxBy(1),
                                k -> k.window(tumbling()).maxBy(1)),
                        named(
                                "tumbling, minBy, last",
                                s -> s.window(tumbling()).minBy(1, false),
                                k -> k.window(tumbling()).minBy(1, false)),
                        named(
                                "count",
                                s -> s.countWindow(7).sum(1),
                                k -> k.countWindow(7).sum(1)),
                        named(
                                "sliding count",
                                s -> s.countWindow(7, 3).sum(1),
                                k -> k.countWindow(7, 3).sum(1)),
                        named(
                                "trigger and evictor",
                                s -> s.window(tumbling())
                                        .trigger(CountTrigger.of(5))
                                        .evictor(CountEvictor.of(2))
                                        .process(new Listing<>()),
                                k -> k.window(tumbling())
                                        .trigger(CountTrigger.of(5))
                                        .evictor(CountEvictor.of(2))
                                        .process(new Listing<>())))
                .flatMap(operation -> Stream.of(RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH)
                        .map(mode -> Arguments.of(operation.name, mode, operation.operation)));
    }

    static Stream<Arguments> operationsOfSeveralStreams() {
        return Stream.of(
                        new Named("late records go to the side", OperationsTest::lateRecords),
                        new Named("connect, process", OperationsTest::connectedProcess),
                        new Named("connect, map", OperationsTest::connectedMap),
                        new Named("connect, flatMap", OperationsTest::connectedFlatMap),
                        new Named("broadcast", OperationsTest::broadcast),
                        new Named("interval join", OperationsTest::intervalJoin),
                        new Named("interval join without bounds", OperationsTest::exclusiveIntervalJoin))
                .flatMap(operation -> Stream.of(RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH)
                        .map(mode -> Arguments.of(operation.name, mode, operation.operation)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource({"operations", "operationsOfSeveralStreams"})
    void anOperationGivesWhatItGivesOnFlinksOwnKeyedStream(String name, RuntimeExecutionMode mode, Operation operation)
            throws Exception {
        List<String> slotted = run(mode, operation, true);

        assertThat(slotted).hasSizeGreaterThan(KEYS / 2).containsExactlyElementsOf(run(mode, operation, false));
    }

    private static List<String> run(RuntimeExecutionMode mode, Operation operation, boolean slotted) throws Exception {
        String run = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setRuntimeMode(mode);
        environment.setParallelism(3);
        int number = 0;
        for (DataStream<?> result : operation.on(records(environment), slotted)) {
            String prefix = number++ + ": ";
            result.map(value -> collect(run, prefix + value))
                    .returns(Types.STRING)
                    .sinkTo(new DiscardingSink<>());
        }
        cluster.awaitFinished(cluster.submit(environment));
        List<String> sorted = new ArrayList<>(RESULTS.getOrDefault(run, new ConcurrentLinkedQueue<>()));
        sorted.sort(null);
        return sorted;
    }

    private static String collect(String run, String text) {
        RESULTS.computeIfAbsent(run, unseen -> new ConcurrentLinkedQueue<>()).add(text);
        return text;
    }

    /** Key, value and time; some are late. The source is not parallel, so each key's records keep their order. */
    private static DataStream<Tuple3<String, Long, Long>> records(StreamExecutionEnvironment environment) {
        return environment
                .fromSequence(0, RECORDS - 1)
                .setParallelism(1)
                .map(i -> Tuple3.of("key-" + i * 31 % KEYS, i * 7919 % 1000, i * 10 - (i % 50 == 49 ? 2000 : 0)))
                .returns(record())
                .setParallelism(1)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Tuple3<String, Long, Long>>forMonotonousTimestamps()
                        .withTimestampAssigner((record, before) -> record.f2))
                .setParallelism(1);
    }

    // Operations

    private static final class Named {
        private final String name;
        private final Operation operation;

        Named(String name, Operation operation) {
            this.name = name;
            this.operation = operation;
        }
    }

    private interface OnFlink {
        DataStream<?> apply(
                org.apache.flink.streaming.api.datastream.KeyedStream<Tuple3<String, Long, Long>, String> keyed);
    }

    private interface OnSlots {
        DataStream<?> apply(HrwKeyedStream<Tuple3<String, Long, Long>, String> keyed);
    }

    private static Named named(String name, OnFlink flink, OnSlots slots) {
        return new Named(
                name,
                (stream, slotted) ->
                        List.of(slotted ? slots.apply(HrwStreams.keyBy(stream, KEY)) : flink.apply(stream.keyBy(KEY))));
    }

    private static TumblingEventTimeWindows tumbling() {
        return TumblingEventTimeWindows.of(Duration.ofSeconds(5));
    }

    private static SlidingEventTimeWindows sliding() {
        return SlidingEventTimeWindows.of(Duration.ofSeconds(5), Duration.ofSeconds(1));
    }

    private static EventTimeSessionWindows session() {
        return EventTimeSessionWindows.withGap(Duration.ofMillis(1200));
    }

    private static List<DataStream<?>> lateRecords(DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        SingleOutputStreamOperator<Long> sums = slotted
                ? HrwStreams.keyBy(stream, KEY)
                        .window(tumbling())
                        .allowedLateness(Duration.ofMillis(500))
                        .sideOutputLateData(LATE)
                        .aggregate(new Summing())
                : stream.keyBy(KEY)
                        .window(tumbling())
                        .allowedLateness(Duration.ofMillis(500))
                        .sideOutputLateData(LATE)
                        .aggregate(new Summing());
        return List.of(sums, sums.getSideOutput(LATE));
    }

    private static List<DataStream<?>> connectedProcess(
            DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        return List.of(
                slotted
                        ? HrwStreams.keyBy(stream, KEY)
                                .connect(HrwStreams.keyBy(stream, KEY))
                                .process(new CountingBoth())
                        : stream.keyBy(KEY).connect(stream.keyBy(KEY)).process(new CountingBoth()));
    }

    private static List<DataStream<?>> connectedMap(DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        return List.of(
                slotted
                        ? HrwStreams.keyBy(stream, KEY)
                                .connect(HrwStreams.keyBy(stream, KEY))
                                .map(new Sides(), Types.STRING)
                        : stream.keyBy(KEY).connect(stream.keyBy(KEY)).map(new Sides(), Types.STRING));
    }

    private static List<DataStream<?>> connectedFlatMap(
            DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        return List.of(
                slotted
                        ? HrwStreams.keyBy(stream, KEY)
                                .connect(HrwStreams.keyBy(stream, KEY))
                                .flatMap(new CountingLeft())
                        : stream.keyBy(KEY).connect(stream.keyBy(KEY)).flatMap(new CountingLeft()));
    }

    private static List<DataStream<?>> broadcast(DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        BroadcastStream<Long> rules = stream.getExecutionEnvironment()
                .fromSequence(1, 3)
                .broadcast(new MapStateDescriptor<>("rules", Types.LONG, Types.LONG));
        return List.of(
                slotted
                        ? HrwStreams.keyBy(stream, KEY).connect(rules).process(new Ruled())
                        : stream.keyBy(KEY).connect(rules).process(new Ruled()));
    }

    private static List<DataStream<?>> intervalJoin(DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        Duration before = Duration.ofMillis(-970);
        Duration after = Duration.ofMillis(970);
        return List.of(
                slotted
                        ? HrwStreams.keyBy(stream, KEY)
                                .intervalJoin(HrwStreams.keyBy(stream, KEY))
                                .between(before, after)
                                .process(new Pairs())
                        : stream.keyBy(KEY)
                                .intervalJoin(stream.keyBy(KEY))
                                .between(before, after)
                                .process(new Pairs()));
    }

    private static List<DataStream<?>> exclusiveIntervalJoin(
            DataStream<Tuple3<String, Long, Long>> stream, boolean slotted) {
        Duration before = Duration.ofMillis(-970);
        Duration after = Duration.ofMillis(970);
        if (slotted) {
            SingleOutputStreamOperator<String> pairs = HrwStreams.keyBy(stream, KEY)
                    .intervalJoin(HrwStreams.keyBy(stream, KEY))
                    .between(before, after)
                    .lowerBoundExclusive()
                    .upperBoundExclusive()
                    .sideOutputLeftLateData(LATE)
                    .process(new Pairs(), Types.STRING);
            return List.of(pairs, pairs.getSideOutput(LATE));
        }
        SingleOutputStreamOperator<String> pairs = stream.keyBy(KEY)
                .intervalJoin(stream.keyBy(KEY))
                .between(before, after)
                .lowerBoundExclusive()
                .upperBoundExclusive()
                .sideOutputLeftLateData(LATE)
                .process(new Pairs(), Types.STRING);
        return List.of(pairs, pairs.getSideOutput(LATE));
    }

    // Functions

    private static Tuple3<String, Long, Long> add(Tuple3<String, Long, Long> one, Tuple3<String, Long, Long> other) {
        return Tuple3.of(one.f0, one.f1 + other.f1, Math.max(one.f2, other.f2));
    }

    private static void list(
            String key, TimeWindow window, Iterable<Tuple3<String, Long, Long>> records, Collector<String> out) {
        out.collect(key + window + records);
    }

    private static long next(ValueState<Long> count) throws Exception {
        Long before = count.value();
        long now = before == null ? 1 : before + 1;
        count.update(now);
        return now;
    }

    private static ValueStateDescriptor<Long> counter(String name) {
        return new ValueStateDescriptor<>(name, Types.LONG);
    }

    private static final class Counting extends KeyedProcessFunction<String, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(counter("count"));
        }

        @Override
        public void processElement(Tuple3<String, Long, Long> record, Context context, Collector<String> out)
                throws Exception {
            long number = next(count);
            boolean hasClock = context.timerService().currentProcessingTime() > 0;
            out.collect(record.f0 + " " + number + hasClock);
            if (number == 1) {
                context.timerService().registerEventTimeTimer(Long.MAX_VALUE - 1);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            out.collect(context.getCurrentKey() + " at the end " + count.value());
        }
    }

    private static final class CountingMap extends RichMapFunction<Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(counter("count"));
        }

        @Override
        public String map(Tuple3<String, Long, Long> record) throws Exception {
            return record.f0 + " " + next(count);
        }
    }

    /** Wants the clock of the task, as a factory may. */
    private static final class OwnFactory extends AbstractStreamOperatorFactory<String>
            implements OneInputStreamOperatorFactory<Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Flink's own signature
        public <T extends StreamOperator<String>> T createStreamOperator(StreamOperatorParameters<String> parameters) {
            assertThat(processingTimeService.getCurrentProcessingTime()).isPositive();
            return SimpleOperatorFactory.of(new StreamMap<>(new CountingMap())).createStreamOperator(parameters);
        }

        @Override
        @SuppressWarnings("rawtypes") // Flink's own signature
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
            return StreamMap.class;
        }
    }

    private static final class SecondOnly extends RichFlatMapFunction<Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(counter("count"));
        }

        @Override
        public void flatMap(Tuple3<String, Long, Long> record, Collector<String> out) throws Exception {
            if (next(count) == 2) {
                out.collect(record.toString());
            }
        }
    }

    private static final class FirstOnly extends RichFilterFunction<Tuple3<String, Long, Long>> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(counter("count"));
        }

        @Override
        public boolean filter(Tuple3<String, Long, Long> record) throws Exception {
            return next(count) == 1;
        }
    }

    private static final class Summing implements AggregateFunction<Tuple3<String, Long, Long>, Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Tuple3<String, Long, Long> record, Long sum) {
            return sum + record.f1;
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    private static final class Listing<W extends Window>
            extends ProcessWindowFunction<Tuple3<String, Long, Long>, String, String, W> {
        private static final long serialVersionUID = 1;

        @Override
        public void process(
                String key, Context context, Iterable<Tuple3<String, Long, Long>> records, Collector<String> out) {
            out.collect(key + context.window() + records);
        }
    }

    private static final class CountingBoth
            extends KeyedCoProcessFunction<String, Tuple3<String, Long, Long>, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> left;
        private transient ValueState<Long> right;

        @Override
        public void open(OpenContext context) {
            left = getRuntimeContext().getState(counter("left"));
            right = getRuntimeContext().getState(counter("right"));
        }

        @Override
        public void processElement1(Tuple3<String, Long, Long> record, Context context, Collector<String> out)
                throws Exception {
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE - 1);
            out.collect("left " + record.f0 + next(left));
        }

        @Override
        public void processElement2(Tuple3<String, Long, Long> record, Context context, Collector<String> out)
                throws Exception {
            out.collect("right " + record.f0 + next(right));
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            out.collect(context.getCurrentKey() + " at the end " + left.value() + " and " + right.value());
        }
    }

    private static final class CountingLeft
            extends RichCoFlatMapFunction<Tuple3<String, Long, Long>, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> left;

        @Override
        public void open(OpenContext context) {
            left = getRuntimeContext().getState(counter("left"));
        }

        @Override
        public void flatMap1(Tuple3<String, Long, Long> record, Collector<String> out) throws Exception {
            out.collect("left " + record.f0 + next(left));
        }

        @Override
        public void flatMap2(Tuple3<String, Long, Long> record, Collector<String> out) {
            out.collect("right " + record);
        }
    }

    private static final class Sides
            implements CoMapFunction<Tuple3<String, Long, Long>, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String map1(Tuple3<String, Long, Long> record) {
            return "left " + record;
        }

        @Override
        public String map2(Tuple3<String, Long, Long> record) {
            return "right " + record;
        }
    }

    private static final class Ruled
            extends KeyedBroadcastProcessFunction<String, Tuple3<String, Long, Long>, Long, String> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(counter("count"));
        }

        @Override
        public void processElement(Tuple3<String, Long, Long> record, ReadOnlyContext context, Collector<String> out)
                throws Exception {
            out.collect(record.f0 + " " + next(count));
        }

        @Override
        public void processBroadcastElement(Long rule, Context context, Collector<String> out) {
            out.collect("rule " + rule);
        }
    }

    private static final class Pairs
            extends ProcessJoinFunction<Tuple3<String, Long, Long>, Tuple3<String, Long, Long>, String> {
        private static final long serialVersionUID = 1;

        @Override
        public void processElement(
                Tuple3<String, Long, Long> left,
                Tuple3<String, Long, Long> right,
                Context context,
                Collector<String> out) {
            out.collect(left + " " + right);
        }
    }
}
