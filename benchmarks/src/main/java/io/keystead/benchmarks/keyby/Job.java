package io.keystead.benchmarks.keyby;

import io.keystead.flink.HrwKeyedStream;
import io.keystead.flink.HrwStreams;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * The jobs that are measured: the same for both kinds of keyBy, but for the one line.
 *
 * @param keyBy by which
 * @param backend hashmap or rocksdb
 * @param incremental whether RocksDB's checkpoints are
 * @param parallelism of the keyed operator
 * @param slots its max parallelism
 */
record Job(KeyBy keyBy, String backend, boolean incremental, int parallelism, int slots) {
    /** Those that are measured. */
    static final List<String> BACKENDS = List.of("hashmap", "rocksdb");

    /** HRW's own default; what is not about movement has it with both kinds. */
    static final int SLOTS = HrwKeyedStream.DEFAULT_SLOTS;

    /** The two kinds. */
    enum KeyBy {
        FLINK,
        HRW
    }

    /**
     * What {@link #fed} holds.
     *
     * @param keys how many
     * @param bytes the value of each, a multiple of 8
     */
    record State(int keys, int bytes) {
        static State kibibytes(int keys) {
            return new State(keys, 1024);
        }

        /** The values alone. */
        long size() {
            return (long) keys * bytes;
        }
    }

    /** What the tasks of the running jobs and the program share: they are in one JVM. */
    static final class Feed {
        /** How many records {@link Gate} may have let out. */
        static final AtomicLong ALLOWED = new AtomicLong();

        static final LongAdder ARRIVED = new LongAdder();

        /** Of each key of {@link Job#noted}, by the key's number. */
        static volatile AtomicIntegerArray subtasks = new AtomicIntegerArray(0);

        private Feed() {}

        static void reset() {
            ALLOWED.set(0);
            ARRIVED.reset();
        }

        /** Lets so many records more through, and waits until they are in the state. */
        static void let(long records) throws InterruptedException {
            long all = ALLOWED.addAndGet(records);
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(Cluster.PATIENCE_MINUTES);
            while (ARRIVED.sum() < all) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("of " + all + " records only " + ARRIVED.sum() + " arrived in "
                            + Cluster.PATIENCE_MINUTES + " minutes");
                }
                Thread.sleep(5);
            }
        }
    }

    private StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.setString("state.backend.type", backend);
        configuration.setString("execution.checkpointing.incremental", Boolean.toString(incremental));
        // By hand only; without an interval there are none at all.
        configuration.setString("execution.checkpointing.interval", "1 h");
        configuration.setString("execution.checkpointing.checkpoints-after-tasks-finish", "false");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.getConfig().enableObjectReuse();
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(slots);
        return environment;
    }

    private <R> SingleOutputStreamOperator<R> keyed(
            DataStream<Long> numbers, KeySelector<Long, String> key, KeyedProcessFunction<String, Long, R> function) {
        return keyBy == KeyBy.HRW
                ? HrwStreams.keyBy(numbers, key).process(function)
                : numbers.keyBy(key).process(function);
    }

    /** A bounded job: each record updates a value and a map of its key, and the first of a key sets a timer. */
    StreamExecutionEnvironment bounded(long records, int keys) {
        StreamExecutionEnvironment environment = environment();
        DataStream<Long> numbers = environment.fromSequence(0, records - 1);
        keyed(numbers, number -> Movement.key((int) (spread(number) % keys)), new Update())
                .returns(Types.LONG)
                .uid("update")
                .sinkTo(new DiscardingSink<>());
        return environment;
    }

    /** A job that runs until it is stopped, and holds a state: record n is of key n mod the number of keys. */
    StreamExecutionEnvironment fed(State state) {
        int keys = state.keys();
        StreamExecutionEnvironment environment = environment();
        DataStream<Long> numbers = ticks(environment);
        keyed(numbers, number -> Movement.key((int) (number % keys)), new Hold(state.bytes()))
                .returns(Types.LONG)
                .uid("hold")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment;
    }

    /** As many numbers as {@link Feed} lets through. */
    private static DataStream<Long> ticks(StreamExecutionEnvironment environment) {
        return environment
                .fromSequence(0, Long.MAX_VALUE - 1)
                .setParallelism(1)
                .uid("clock")
                .flatMap(new Gate())
                .returns(Types.LONG)
                .setParallelism(1)
                .uid("gate");
    }

    /** Starts {@link #fed} and waits until each key has its value. */
    JobID filled(Cluster cluster, State state) throws Exception {
        Feed.reset();
        JobID job = cluster.submit(fed(state));
        cluster.awaitRunning(job);
        Feed.let(state.keys());
        return job;
    }

    /**
     * Starts a job that runs until it is stopped, and waits until one key has its number as a value.
     *
     * @param timers whether the operator also keeps timers, as all but the simplest do
     */
    JobID single(Cluster cluster, boolean timers) throws Exception {
        Feed.reset();
        StreamExecutionEnvironment environment = environment();
        DataStream<Long> numbers = ticks(environment);
        KeySelector<Long, String> key = number -> Movement.key(0);
        SingleOutputStreamOperator<Long> kept = timers
                ? keyed(numbers, key, new Hold(Long.BYTES)).returns(Types.LONG)
                : HrwStreams.keyBy(numbers, key).map(new Keep());
        kept.sinkTo(new DiscardingSink<>());
        JobID job = cluster.submit(environment);
        cluster.awaitRunning(job);
        Feed.let(1);
        return job;
    }

    /** Runs a bounded job that notes the subtask of each key, by the key's number. */
    int[] noted(Cluster cluster, int keys) throws Exception {
        int[] none = new int[keys];
        Arrays.fill(none, -1);
        Feed.subtasks = new AtomicIntegerArray(none);
        StreamExecutionEnvironment environment = environment();
        DataStream<Long> numbers = environment.fromSequence(0, keys - 1).setParallelism(1);
        keyed(numbers, number -> Movement.key(number.intValue()), new Note())
                .returns(Types.LONG)
                .sinkTo(new DiscardingSink<>());
        cluster.awaitFinished(cluster.submit(environment));
        int[] subtasks = IntStream.range(0, keys).map(Feed.subtasks::get).toArray();
        if (Arrays.stream(subtasks).anyMatch(subtask -> subtask < 0)) {
            throw new IllegalStateException("a key was not processed by " + this);
        }
        return subtasks;
    }

    /** The finaliser of SplitMix64, made positive: keys come in no order. */
    private static long spread(long number) {
        long z = number * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) & Long.MAX_VALUE;
    }

    private static final class Update extends KeyedProcessFunction<String, Long, Long> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;
        private transient MapState<Long, Long> buckets;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            buckets = getRuntimeContext().getMapState(new MapStateDescriptor<>("buckets", Types.LONG, Types.LONG));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            if (before == null) {
                context.timerService().registerEventTimeTimer(Long.MAX_VALUE - 1);
            }
            Long bucket = buckets.get(number & 3);
            buckets.put(number & 3, bucket == null ? number : bucket + number);
            out.collect(number);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Long> out) throws Exception {
            out.collect(count.value());
        }
    }

    private static final class Gate implements FlatMapFunction<Long, Long> {
        private static final long serialVersionUID = 1;
        private transient long let;

        @Override
        public void flatMap(Long tick, Collector<Long> out) throws InterruptedException {
            if (let < Feed.ALLOWED.get()) {
                out.collect(let++);
            } else {
                Thread.sleep(1);
            }
        }
    }

    private static final class Hold extends KeyedProcessFunction<String, Long, Long> {
        private static final long serialVersionUID = 1;
        private final int size;
        private transient ValueState<byte[]> held;

        Hold(int size) {
            this.size = size;
        }

        @Override
        public void open(OpenContext context) {
            held = getRuntimeContext()
                    .getState(
                            new ValueStateDescriptor<>("held", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            byte[] bytes = new byte[size];
            for (int i = 0; i < size; i += 8) {
                // Not compressible, so that files are as large as states.
                long word = spread(number * size + i);
                for (int j = 0; j < 8; j++) {
                    bytes[i + j] = (byte) (word >>> (8 * j));
                }
            }
            held.update(bytes);
            Feed.ARRIVED.increment();
        }
    }

    /** One state and no timers: a KeyedProcessFunction always has two queues of them. */
    private static final class Keep extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> kept;

        @Override
        public void open(OpenContext context) {
            kept = getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Types.LONG));
        }

        @Override
        public Long map(Long number) throws Exception {
            kept.update(number);
            Feed.ARRIVED.increment();
            return number;
        }
    }

    private static final class Note extends KeyedProcessFunction<String, Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) {
            Feed.subtasks.set(
                    number.intValue(), getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }
    }
}
