package io.keystead.benchmarks.keyby;

import io.keystead.flink.HrwStreams;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
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
    /** The two kinds. */
    enum KeyBy {
        FLINK("keyBy"),
        HRW("HRW");

        private final String shown;

        KeyBy(String shown) {
            this.shown = shown;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    /** What the tasks of the running jobs and the program share: they are in one JVM. */
    static final class Feed {
        /** How many records {@link Job#fed} may have let out. */
        static final AtomicLong ALLOWED = new AtomicLong();

        static final LongAdder ARRIVED = new LongAdder();

        static final Map<String, Integer> SUBTASKS = new ConcurrentHashMap<>();

        private Feed() {}

        static void reset() {
            ALLOWED.set(0);
            ARRIVED.reset();
            SUBTASKS.clear();
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

    /** A job that runs until it is stopped, and holds a kilobyte for each key: record n is of key n mod keys. */
    StreamExecutionEnvironment fed(int keys) {
        StreamExecutionEnvironment environment = environment();
        DataStream<Long> numbers = environment
                .fromSequence(0, Long.MAX_VALUE - 1)
                .setParallelism(1)
                .uid("clock")
                .flatMap(new Gate())
                .returns(Types.LONG)
                .setParallelism(1)
                .uid("gate");
        keyed(numbers, number -> Movement.key((int) (number % keys)), new Hold())
                .returns(Types.LONG)
                .uid("hold")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment;
    }

    /** A bounded job that notes the subtask of each key. */
    StreamExecutionEnvironment noting(int keys) {
        StreamExecutionEnvironment environment = environment();
        DataStream<String> all = environment
                .fromSequence(0, keys - 1)
                .setParallelism(1)
                .map(number -> Movement.key(number.intValue()))
                .returns(Types.STRING)
                .setParallelism(1);
        SingleOutputStreamOperator<String> noted = keyBy == KeyBy.HRW
                ? HrwStreams.keyBy(all, key -> key).map(new Note())
                : all.keyBy(key -> key).map(new Note());
        noted.sinkTo(new DiscardingSink<>());
        return environment;
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
        private static final int BYTES = 1024;
        private transient ValueState<byte[]> held;

        @Override
        public void open(OpenContext context) {
            held = getRuntimeContext()
                    .getState(
                            new ValueStateDescriptor<>("held", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            byte[] bytes = new byte[BYTES];
            for (int i = 0; i < BYTES; i += 8) {
                // Not compressible, so that files are as large as states.
                long word = spread(number * BYTES + i);
                for (int j = 0; j < 8; j++) {
                    bytes[i + j] = (byte) (word >>> (8 * j));
                }
            }
            held.update(bytes);
            Feed.ARRIVED.increment();
        }
    }

    private static final class Note extends RichMapFunction<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String map(String key) {
            Feed.SUBTASKS.put(key, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
            return key;
        }
    }
}
