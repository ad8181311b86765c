package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RescaleTest {
    private static final int KEYS = 1000;
    private static final int EVENTS = 100_000;

    private static final Map<String, Long> COUNTS = new ConcurrentHashMap<>();
    private static final Map<String, Integer> SUBTASKS = new ConcurrentHashMap<>();
    private static final Map<String, Integer> FIRED = new ConcurrentHashMap<>();

    /** The count at which one task fails once; 0 for none. */
    private static final AtomicLong FAIL_AT = new AtomicLong();

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

    @ParameterizedTest
    @CsvSource({
        "hashmap,ROCKSDB,CANONICAL",
        "hashmap,ROCKSDB,NATIVE",
        "rocksdb,ROCKSDB,CANONICAL",
        "rocksdb,ROCKSDB,NATIVE",
        "rocksdb,HEAP,NATIVE"
    })
    void keysKeepTheirSubtaskTheirStateAndTheirTimersWhenTheJobGrows(
            String backend, String timers, SavepointFormatType format) throws Exception {
        COUNTS.clear();
        SUBTASKS.clear();
        FIRED.clear();
        JobID job = cluster.submit(job(backend, timers, 4, 20_000));
        cluster.awaitRunning(job);
        Thread.sleep(2000);
        String savepoint = cluster.stopWithSavepoint(job, directory, format);
        Map<String, Integer> before = Map.copyOf(SUBTASKS);

        JobID grown = cluster.submit(job(backend, timers, 5, 1e9), savepoint);
        cluster.awaitFinished(grown);

        assertThat(COUNTS)
                .hasSize(KEYS)
                .allSatisfy((key, count) -> assertThat(count).isEqualTo(EVENTS / KEYS));
        assertThat(FIRED)
                .hasSize(KEYS)
                .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
        before.forEach((key, subtask) -> assertThat(SUBTASKS.get(key)).isIn(subtask, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    void aTaskThatFailsGoesOnFromACheckpointWhoseFilesWereMerged(String backend) throws Exception {
        COUNTS.clear();
        SUBTASKS.clear();
        FIRED.clear();
        FAIL_AT.set(EVENTS / KEYS / 2);
        StreamExecutionEnvironment environment = job(backend, "ROCKSDB", 4, 40_000);
        Configuration more = new Configuration();
        more.setString("execution.checkpointing.interval", "100ms");
        more.setString("execution.checkpointing.file-merging.enabled", "true");
        more.setString("restart-strategy.type", "fixed-delay");
        more.setString("restart-strategy.fixed-delay.delay", "10ms");
        environment.configure(more);

        JobID job = cluster.submit(environment);
        cluster.awaitFinished(job);

        assertThat(FAIL_AT).hasValue(0);
        assertThat(cluster.flink()
                        .getExecutionGraph(job)
                        .get()
                        .getCheckpointStatsSnapshot()
                        .getCounts()
                        .getNumberOfRestoredCheckpoints())
                .isEqualTo(1);
        assertThat(COUNTS)
                .hasSize(KEYS)
                .allSatisfy((key, count) -> assertThat(count).isEqualTo(EVENTS / KEYS));
    }

    private static StreamExecutionEnvironment job(String backend, String timers, int parallelism, double rate) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        configuration.setString("state.backend.rocksdb.timer-service.factory", timers);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        var numbers = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, EVENTS, RateLimiterStrategy.perSecond(rate), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
        HrwStreams.keyBy(numbers, number -> "key-" + number % KEYS)
                .process(new Count())
                .uid("count")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment;
    }

    private static final class Count extends KeyedProcessFunction<String, Long, Long> {
        private static final long serialVersionUID = 1;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            long failAt = FAIL_AT.get();
            if (now == failAt && FAIL_AT.compareAndSet(failAt, 0)) {
                throw new IllegalStateException("a fault that the test ordered");
            }
            if (now == 1) {
                context.timerService().registerEventTimeTimer(Long.MAX_VALUE - 1);
            }
            COUNTS.put(context.getCurrentKey(), now);
            SUBTASKS.put(
                    context.getCurrentKey(), getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
            out.collect(now);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<Long> out) {
            FIRED.merge(context.getCurrentKey(), 1, Integer::sum);
        }
    }
}
