package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of every kind keep their state, and on growth their subtask or go to the new one. */
class KeysTest {
    private static final int KEYS = 200;
    private static final int RECORDS = 20_000;

    private static final Map<Long, Long> COUNTS = new ConcurrentHashMap<>();
    private static final Map<Long, Integer> SUBTASKS = new ConcurrentHashMap<>();

    @TempDir
    static Path directory;

    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.start(directory.resolve("checkpoints"));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** Makes a key of a number. */
    private interface Maker<K> extends KeySelector<Long, K> {
        K key(long number);

        @Override
        default K getKey(Long number) {
            return key(number % KEYS);
        }
    }

    static Stream<Arguments> keys() {
        return Stream.of(
                        keys("String", number -> "schlüssel-" + number, Types.STRING),
                        keys("Long", number -> number, Types.LONG),
                        keys("tuple", KeysTest::tuple, Types.TUPLE(Types.STRING, Types.LONG)),
                        keys("POJO", KeysTest::pojo, TypeInformation.of(KeyTypesTest.Hashed.class)),
                        keys(
                                "record",
                                number -> new KeyTypesTest.Order("c", number),
                                TypeInformation.of(KeyTypesTest.Order.class)),
                        keys("Kryo", KeysTest::uuid, Types.GENERIC(UUID.class)),
                        keys(
                                "Avro specific",
                                number -> new AvroKey("a" + number, number),
                                new AvroTypeInfo<>(AvroKey.class)),
                        keys("Avro generic", KeysTest::generic, new GenericRecordAvroTypeInfo(AvroKey.SCHEMA$)))
                .flatMap(key -> Stream.of("hashmap", "rocksdb")
                        .map(backend -> Arguments.of(key.get()[0], backend, key.get()[1], key.get()[2])));
    }

    private static <K> Arguments keys(String name, Maker<K> maker, TypeInformation<K> type) {
        return Arguments.of(name, maker, type);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("keys")
    void keysOfEveryKindKeepTheirState(String name, String backend, Maker<Object> maker, TypeInformation<Object> type)
            throws Exception {
        COUNTS.clear();
        SUBTASKS.clear();
        JobID job = cluster.submit(counting(maker, type, backend, 4, 10_000));
        cluster.awaitRunning(job);
        Thread.sleep(500);
        String savepoint = cluster.stopWithSavepoint(job, directory, SavepointFormatType.CANONICAL);
        Map<Long, Integer> before = Map.copyOf(SUBTASKS);

        cluster.awaitFinished(cluster.submit(counting(maker, type, backend, 5, 1e9), savepoint));

        assertThat(before).hasSize(KEYS);
        assertThat(COUNTS).hasSize(KEYS);
        COUNTS.forEach((key, count) -> assertThat(count).isEqualTo(RECORDS / KEYS));
        before.forEach((key, subtask) -> assertThat(SUBTASKS.get(key)).isIn(subtask, 4));
    }

    private static <K> StreamExecutionEnvironment counting(
            Maker<K> maker, TypeInformation<K> type, String backend, int parallelism, double rate) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        var numbers = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, RECORDS, RateLimiterStrategy.perSecond(rate), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
        HrwStreams.keyBy(numbers, maker, type)
                .map(new Count())
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment;
    }

    private static org.apache.flink.api.java.tuple.Tuple2<String, Long> tuple(long number) {
        return org.apache.flink.api.java.tuple.Tuple2.of("t", number);
    }

    private static KeyTypesTest.Hashed pojo(long number) {
        KeyTypesTest.Hashed key = new KeyTypesTest.Hashed();
        key.name = "p" + number;
        return key;
    }

    private static UUID uuid(long number) {
        return UUID.nameUUIDFromBytes(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    private static GenericRecord generic(long number) {
        GenericData.Record key = new GenericData.Record(AvroKey.SCHEMA$);
        key.put("name", "g" + number);
        key.put("number", number);
        return key;
    }

    private static final class Count extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Long map(Long number) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            COUNTS.put(number % KEYS, now);
            SUBTASKS.put(number % KEYS, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
            return number;
        }
    }
}
