package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What would lose state fails the job, with what to do. */
class GuardsTest {
    private static final String CONVERT_TO_HRW = "keystead flink convert-savepoint --to hrw";
    private static final String CONVERT_TO_NATIVE = "keystead flink convert-savepoint --to native";

    private static final String NOT_OWNED =
            "a key \\([\\w.$]+\\) of slot \\d+ came to subtask \\d of 3 of [\\w ]+, which does not own it; the key's"
                    + " hashCode differs between JVMs, the operator sets keys of its own, or the record came by another exchange than"
                    + " HrwStreams.keyBy's";

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

    private enum Kind {
        FLINK,
        SLOTS
    }

    @ParameterizedTest(name = "{0} {1}, from parallelism {2} to {3}")
    @CsvSource({
        "hashmap,CANONICAL,2,2",
        "hashmap,NATIVE,2,3",
        "rocksdb,CANONICAL,2,3",
        "rocksdb,NATIVE,2,2",
    })
    void stateOfTheOtherKindFailsTheJobWithTheCommandToRun(
            String backend, SavepointFormatType format, int before, int after) throws Exception {
        String slotted = savepoint(counting(Kind.SLOTS, backend, before, 512, 1000), format);
        assertThat(failure(counting(Kind.FLINK, backend, after, 512, 1e9), slotted))
                .contains(CONVERT_TO_NATIVE);

        String flinks = savepoint(counting(Kind.FLINK, backend, before, 512, 1000), format);
        assertThat(failure(counting(Kind.SLOTS, backend, after, 512, 1e9), flinks))
                .contains(CONVERT_TO_HRW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    void damagedStateFailsTheJobWithTheFilesThatWereRead(String backend) throws Exception {
        Path savepoint = Path.of(
                URI.create(savepoint(counting(Kind.SLOTS, backend, 2, 512, 1000), SavepointFormatType.CANONICAL)));
        Path damaged = damage(savepoint);

        assertThat(failure(counting(Kind.SLOTS, backend, 2, 512, 1e9), savepoint.toString()))
                .containsPattern("Map subtask \\d of 2 cannot restore its state from .*" + damaged.getFileName());
    }

    /** Overwrites the second half of the largest file of state, which is one of the counts'. */
    private static Path damage(Path savepoint) throws IOException {
        try (Stream<Path> files = Files.list(savepoint)) {
            Path largest = files.filter(file -> !file.endsWith("_metadata"))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0x7F);
            return Files.write(largest, bytes);
        }
    }

    @Test
    void anotherNumberOfSlotsFailsTheRestore() throws Exception {
        String savepoint = savepoint(counting(Kind.SLOTS, "hashmap", 2, 512, 1000), SavepointFormatType.CANONICAL);

        assertThat(failure(counting(Kind.SLOTS, "hashmap", 2, 1024, 1e9), savepoint))
                .containsIgnoringCase("max parallelism")
                .contains("512")
                .contains("1024");
    }

    @Test
    void aKeyThatHashesOtherwiseInTheOperatorsTaskFailsTheJob() throws Exception {
        StreamExecutionEnvironment environment = environment("hashmap", 3);
        HrwStreams.keyBy(numbers(environment, 1000, 1e9), new Unstable(), TypeInformation.of(Moody.class))
                .reduce(Long::sum)
                .sinkTo(new DiscardingSink<>());

        assertThatThrownBy(() -> cluster.awaitFinished(cluster.submit(environment)))
                .extracting(ExceptionUtils::stringifyException)
                .asString()
                .containsPattern(NOT_OWNED);
    }

    @Test
    void aKeyThatAnOperatorSetsForItselfFailsTheJobIfAnotherSubtaskOwnsIt() throws Exception {
        StreamExecutionEnvironment environment = environment("hashmap", 3);
        HrwStreams.keyBy(numbers(environment, 1000, 1e9), number -> number)
                .apply(keyed -> keyed.transform("own keys", Types.LONG, new OwnKeys()))
                .sinkTo(new DiscardingSink<>());

        assertThatThrownBy(() -> cluster.awaitFinished(cluster.submit(environment)))
                .extracting(ExceptionUtils::stringifyException)
                .asString()
                .containsPattern(NOT_OWNED);
    }

    /** Looks at the state of another key than the record's. */
    private static final class OwnKeys extends StreamMap<Long, Long> {
        private static final long serialVersionUID = 1;

        OwnKeys() {
            super(number -> number);
        }

        @Override
        public void processElement(StreamRecord<Long> element) throws Exception {
            setCurrentKey(element.getValue() + 1);
            super.processElement(element);
        }
    }

    @Test
    void rawOperatorStateThatTheGraphDidNotShowFailsTheCheckpoint() throws Exception {
        StreamExecutionEnvironment environment = environment("hashmap", 2);
        HrwStreams.keyBy(numbers(environment, 100_000, 1000), number -> number % 100)
                .apply(keyed -> keyed.transform("hidden", Types.LONG, new HiddenRawWriter()))
                .sinkTo(new DiscardingSink<>());
        JobID job = cluster.submit(environment);
        cluster.awaitRunning(job);

        assertThatThrownBy(() -> cluster.stopWithSavepoint(job, directory, SavepointFormatType.CANONICAL))
                .extracting(ExceptionUtils::stringifyException)
                .asString()
                .contains("the operator writes raw operator state, where HrwStreams.keyBy keeps the keyed state;"
                        + " allowed: managed state (ValueState, ListState, ...)");
        cluster.flink().cancelJob(job).get();
    }

    private static String savepoint(StreamExecutionEnvironment environment, SavepointFormatType format)
            throws Exception {
        JobID job = cluster.submit(environment);
        cluster.awaitRunning(job);
        Thread.sleep(300);
        return cluster.stopWithSavepoint(job, directory, format);
    }

    private static String failure(StreamExecutionEnvironment environment, String savepoint) {
        try {
            cluster.awaitFinished(cluster.submit(environment, savepoint));
        } catch (Throwable e) {
            return ExceptionUtils.stringifyException(e);
        }
        throw new AssertionError("the job ran on the savepoint " + savepoint);
    }

    private static StreamExecutionEnvironment counting(
            Kind kind, String backend, int parallelism, int slots, double rate) {
        StreamExecutionEnvironment environment = environment(backend, parallelism);
        environment.setMaxParallelism(slots);
        DataStream<Long> numbers = numbers(environment, 100_000, rate);
        KeySelector<Long, Long> key = number -> number % 100;
        SingleOutputStreamOperator<Long> counts = kind == Kind.SLOTS
                ? HrwStreams.keyBy(numbers, key).map(new Count())
                : numbers.keyBy(key).map(new Count());
        counts.uid("count").sinkTo(new DiscardingSink<>()).uid("sink");
        return environment;
    }

    private static StreamExecutionEnvironment environment(String backend, int parallelism) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        return environment;
    }

    private static DataStream<Long> numbers(StreamExecutionEnvironment environment, long count, double rate) {
        return environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, count, RateLimiterStrategy.perSecond(rate), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
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
            count.update(before == null ? 1 : before + 1);
            return number;
        }
    }

    /** Hashes to another number each time that it is deserialized, as an identity hash does in another JVM. */
    public static final class Moody implements Serializable {
        private static final long serialVersionUID = 1;
        private static final AtomicInteger MOOD = new AtomicInteger();
        private transient int hash = MOOD.incrementAndGet();

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            hash = MOOD.incrementAndGet();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Moody that && that.hash == hash;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private static final class Unstable implements KeySelector<Long, Moody> {
        private static final long serialVersionUID = 1;

        @Override
        public Moody getKey(Long number) {
            return new Moody();
        }
    }

    /** Calls for raw operator state where no look at its class finds it. */
    private static final class HiddenRawWriter extends StreamMap<Long, Long> {
        private static final long serialVersionUID = 1;

        HiddenRawWriter() {
            super(number -> number);
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            Elsewhere.write(context);
        }
    }

    private static final class Elsewhere {
        static void write(StateSnapshotContext context) throws Exception {
            context.getRawOperatorStateOutput().startNewPartition();
            context.getRawOperatorStateOutput().write(1);
        }
    }
}
