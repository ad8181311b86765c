package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.InputSelection;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused while the job's graph is built. */
class RefusalsTest {
    @ParameterizedTest
    @CsvSource({
        "state.changelog.enabled,true,false",
        "state.backend.changelog.enabled,true,false",
        "state.backend.type,forst,hashmap or rocksdb",
        "state.backend.type,org.apache.flink.state.forst.ForStStateBackendFactory,hashmap or rocksdb"
    })
    void aStateBackendThatKeepsNoKeyGroupsIsRefusedByName(String option, String value, String allowed) {
        Configuration configuration = new Configuration();
        configuration.setString(option, value);
        DataStream<Long> numbers = numbers(configuration);

        String name = option.replace("backend.changelog", "changelog");
        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number).reduce(Long::sum))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(name + "=" + value + " does not go with HrwStreams.keyBy; allowed: " + allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"execution.sorted-inputs.enabled", "execution.batch-state-backend.enabled"})
    void batchModeWithoutItsOwnStateIsRefused(String option) {
        Configuration configuration = new Configuration();
        configuration.setString(option, "false");
        configuration.setString("execution.runtime-mode", "BATCH");
        DataStream<Long> numbers = numbers(configuration);

        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number).reduce(Long::sum))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(option + "=false does not go with HrwStreams.keyBy; allowed: true, in batch mode");
    }

    @Test
    void whatIsSetInsideOfAnOperationIsKept() {
        DataStream<Long> numbers = numbers(new Configuration());

        Transformation<Long> made = HrwStreams.keyBy(numbers, number -> number)
                .apply(keyed -> keyed.filter(number -> true)
                        .uid("mine")
                        .name("sieve")
                        .setDescription("lets all through")
                        .slotSharingGroup("group")
                        .setParallelism(3)
                        .setBufferTimeout(7))
                .getTransformation();

        assertThat(made.getUid()).isEqualTo("mine");
        assertThat(made.getName()).isEqualTo("sieve");
        assertThat(made.getDescription()).isEqualTo("lets all through");
        assertThat(made.getSlotSharingGroup().orElseThrow().getName()).isEqualTo("group");
        assertThat(made.getParallelism()).isEqualTo(3);
        assertThat(made.getBufferTimeout()).isEqualTo(7);
    }

    @Test
    void anotherMaxParallelismInsideOfAnOperationIsRefused() {
        DataStream<Long> numbers = numbers(new Configuration());

        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number)
                        .apply(keyed -> keyed.reduce(Long::sum).setMaxParallelism(128)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "the operation \"Keyed Reduce\" has the max parallelism 128; allowed: the number of slots, 4096,"
                                + " which withSlots sets");
    }

    @Test
    void whatIsConfiguredAfterwardsIsRefusedWhenTheGraphIsGenerated() {
        DataStream<Long> numbers = numbers(new Configuration());
        HrwStreams.keyBy(numbers, number -> number).reduce(Long::sum);
        Configuration later = new Configuration();
        later.setString("state.changelog.enabled", "true");
        numbers.getExecutionEnvironment().configure(later);

        assertThatThrownBy(() -> numbers.getExecutionEnvironment().getStreamGraph())
                .hasMessage("state.changelog.enabled=true does not go with HrwStreams.keyBy; allowed: false");
    }

    @Test
    void asynchronousStateIsRefused() {
        DataStream<Long> numbers = numbers(new Configuration());

        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number)
                        .map(number -> number)
                        .returns(Types.LONG)
                        .enableAsyncState())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("asynchronous state (state v2) does not go with HrwStreams.keyBy; allowed: synchronous"
                        + " state, without enableAsyncState()");
        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number)
                        .apply(keyed -> keyed.enableAsyncState().reduce(Long::sum)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("asynchronous state (state v2) does not go with HrwStreams.keyBy");
        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number)
                        .apply(keyed -> keyed.enableAsyncState().flatMap((number, out) -> {}, Types.LONG)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("asynchronous state (state v2) does not go with HrwStreams.keyBy");
    }

    @Test
    void aKeyWithoutAStableHashCodeIsRefused() {
        DataStream<Long> numbers = numbers(new Configuration());

        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> TimeUnit.SECONDS, Types.ENUM(TimeUnit.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an enum hashes by identity");
        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, new ByteKey()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an array hashes by identity");
    }

    private static final class ByteKey implements org.apache.flink.api.java.functions.KeySelector<Long, byte[]> {
        private static final long serialVersionUID = 1;

        @Override
        public byte[] getKey(Long number) {
            return new byte[] {number.byteValue()};
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 32769})
    void slotsOutOfRangeAreRefused(int slots) {
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers(new Configuration()), number -> number);

        assertThatThrownBy(() -> keyed.withSlots(slots))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(slots + " slots are out of range; allowed: 1 to 32768, Flink's limit of max parallelism");
    }

    @Test
    void theSlotsAreTheEnvironmentsMaxParallelismWhereItIsSet() {
        DataStream<Long> numbers = numbers(new Configuration());
        assertThat(slots(HrwStreams.keyBy(numbers, number -> number))).isEqualTo(4096);
        assertThat(slots(HrwStreams.keyBy(numbers, number -> number).withSlots(32768)))
                .isEqualTo(32768);

        HrwKeyedStream<Long, Long> before = HrwStreams.keyBy(numbers, number -> number);
        numbers.getExecutionEnvironment().setMaxParallelism(720);
        assertThat(slots(HrwStreams.keyBy(numbers, number -> number))).isEqualTo(720);
        assertThat(slots(before)).isEqualTo(720);
    }

    private static int slots(HrwKeyedStream<Long, Long> keyed) {
        return keyed.reduce(Long::sum).getTransformation().getMaxParallelism();
    }

    @Test
    void streamsWithOtherOwnersAreNotConnected() {
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers(new Configuration()), number -> number);

        assertThatThrownBy(() -> keyed.connect(keyed.withSlots(128)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "two keyed streams with 4096 slots (plain) and 128 slots (plain) have other owners; allowed:"
                                + " the same slots and rule");
        assertThatThrownBy(() -> keyed.withWeights(Map.of(0, 2.0)).intervalJoin(keyed.withSlack(0.5)))
                .hasMessage("two keyed streams with 4096 slots (weights=0:2.0) and 4096 slots (slack=0.5) have other"
                        + " owners; allowed: the same slots and rule");
    }

    @Test
    void anOperationThatIsNotOneKeyedOperatorIsRefused() {
        DataStream<Long> numbers = numbers(new Configuration());
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers, number -> number);
        String allowed = "; allowed on HrwStreams.keyBy: an operation that is one keyed operator";

        assertThatThrownBy(() -> keyed.apply(k -> k.map(number -> number)
                        .returns(Types.LONG)
                        .map(number -> number)
                        .returns(Types.LONG)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the operation \"Map\" has no keyed state" + allowed);
        assertThatThrownBy(() ->
                        keyed.apply(k -> numbers.keyBy(number -> number + 1).reduce(Long::sum)))
                .hasMessage("the operation \"Keyed Reduce\" does not stand directly on the keyed stream" + allowed);
        assertThatThrownBy(() -> keyed.apply(k -> numbers.connect(
                                numbers.broadcast(new MapStateDescriptor<>("rules", Types.LONG, Types.LONG)))
                        .process(new Unkeyed())))
                .hasMessageContaining("is a BroadcastStateTransformation" + allowed);
    }

    private static final class Unkeyed
            extends org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public void processElement(Long number, ReadOnlyContext context, org.apache.flink.util.Collector<Long> out) {
            out.collect(number);
        }

        @Override
        public void processBroadcastElement(Long number, Context context, org.apache.flink.util.Collector<Long> out) {
            out.collect(number);
        }
    }

    @Test
    void theTypeOfALambdaMayBeNamedAfterwards() {
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers(new Configuration()), number -> number);

        SingleOutputStreamOperator<Long> named =
                keyed.<Long>flatMap((number, out) -> out.collect(number)).returns(Types.LONG);
        assertThat(named.getType()).isEqualTo(Types.LONG);
        assertThat(named.getExecutionEnvironment().getStreamGraph()).isNotNull();

        keyed.<Long>flatMap((number, out) -> out.collect(number)).name("nameless");
        assertThatThrownBy(() -> named.getExecutionEnvironment().getStreamGraph())
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageMatching(
                        "(?s).*return type of function 'Flat Map at"
                                + " theTypeOfALambdaMayBeNamedAfterwards\\(RefusalsTest.java:\\d+\\)' could not be determined.*");
    }

    @Test
    void aStreamTakenInsideOfAnOperationIsRefusedWhenTheGraphIsGenerated() {
        DataStream<Long> numbers = numbers(new Configuration());
        OutputTag<Long> side = new OutputTag<>("side", Types.LONG);

        HrwStreams.keyBy(numbers, number -> number).apply(keyed -> {
            SingleOutputStreamOperator<Long> reduced = keyed.reduce(Long::sum);
            reduced.getSideOutput(side).map(number -> number).name("late");
            return reduced;
        });

        assertThatThrownBy(() -> numbers.getExecutionEnvironment().getStreamGraph())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "\"late\" reads from the operation \"Keyed Reduce\" as it is inside of apply; allowed: to take"
                                + " streams and side outputs from what apply returns");
    }

    @Test
    void sideOutputsOfWhatAnOperationReturnsAreNotRefused() {
        DataStream<Long> numbers = numbers(new Configuration());

        HrwStreams.keyBy(numbers, number -> number)
                .apply(keyed -> keyed.reduce(Long::sum))
                .getSideOutput(new OutputTag<>("side", Types.LONG))
                .print();

        assertThat(numbers.getExecutionEnvironment().getStreamGraph()).isNotNull();
    }

    @Test
    void anOperatorThatSelectsItsInputIsRefused() {
        DataStream<Long> numbers = numbers(new Configuration());
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers, number -> number);

        assertThatThrownBy(() -> keyed.apply(k -> k.connect(k).transform("choosy", Types.LONG, new Choosy())))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "the operation \"choosy\" selects the input that it reads from; allowed on HrwStreams.keyBy: an"
                                + " operation that is one keyed operator");
    }

    private static final class Choosy extends AbstractStreamOperator<Long>
            implements TwoInputStreamOperator<Long, Long, Long>, InputSelectable {
        private static final long serialVersionUID = 1;

        @Override
        public InputSelection nextSelection() {
            return InputSelection.FIRST;
        }

        @Override
        public void processElement1(StreamRecord<Long> number) {
            output.collect(number);
        }

        @Override
        public void processElement2(StreamRecord<Long> number) {
            output.collect(number);
        }
    }

    @Test
    void anOperatorThatWritesRawOperatorStateIsRefused() {
        HrwKeyedStream<Long, Long> keyed = HrwStreams.keyBy(numbers(new Configuration()), number -> number);

        assertThatThrownBy(() -> keyed.apply(k -> k.transform("mine", Types.LONG, new RawWriter(number -> number))))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the operation \"mine\" writes raw operator state (" + RawWriter.class.getName()
                        + "), where HrwStreams.keyBy keeps the keyed state; allowed: managed state");
    }

    private static final class RawWriter extends StreamMap<Long, Long> {
        private static final long serialVersionUID = 1;

        RawWriter(MapFunction<Long, Long> mapper) {
            super(mapper);
        }

        @Override
        public void snapshotState(StateSnapshotContext context) throws Exception {
            super.snapshotState(context);
            context.getRawOperatorStateOutput().startNewPartition();
        }
    }

    @Test
    void aRefusedOperationLeavesNothingInTheGraph() {
        DataStream<Long> numbers = numbers(new Configuration());
        int before = numbers.getExecutionEnvironment().getTransformations().size();

        assertThatThrownBy(() -> HrwStreams.keyBy(numbers, number -> number)
                        .apply(k -> k.transform("mine", Types.LONG, new RawWriter(number -> number))))
                .isInstanceOf(UnsupportedOperationException.class);

        assertThat(numbers.getExecutionEnvironment().getTransformations()).hasSize(before);
    }

    private static DataStream<Long> numbers(Configuration configuration) {
        return StreamExecutionEnvironment.getExecutionEnvironment(configuration).fromSequence(0, 9);
    }
}
