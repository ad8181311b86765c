package io.keystead.flink;

import io.keystead.flink.operator.SlottedGraph;
import io.keystead.flink.slots.SlotRule;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.jspecify.annotations.Nullable;

/**
 * A stream keyed over slots, with the operations of Flink's {@link KeyedStream}.
 *
 * <p>A key's slot is its key group, {@code murmurHash(key.hashCode()) % slots}, as with Flink's own keyBy; which subtask
 * owns a slot is decided by rendezvous hashing over the subtasks ({@link SlotRule}). When the job is rescaled from p to p
 * + 1, the slots that the new subtask wins move to it, about 1/(p + 1) of them, and no slot moves between old subtasks.
 * State, timers and windows move with their slots.
 *
 * <p>Every operation is Flink's own operator. The results are Flink's own streams: name them, give them a uid, take their
 * side outputs as always. Checkpoints and savepoints of these operators are always full, never incremental, and have no
 * task-local copies.
 *
 * <p>Immutable; the settings return another stream. Used, as all of Flink's streams, by the thread that builds the graph.
 *
 * @param <T> the records
 * @param <K> their keys
 */
public final class HrwKeyedStream<T, K> {
    /** Where the environment has no max parallelism. */
    public static final int DEFAULT_SLOTS = 4096;

    /** Flink's own limit. */
    public static final int MAX_SLOTS = 32768;

    private final DataStream<T> stream;
    private final KeyedStream<T, K> keyed;
    private final SlotRule rule;
    /** Null until somebody says: then the environment's max parallelism counts, as it is when an operation is added. */
    private final @Nullable Integer slots;

    HrwKeyedStream(DataStream<T> stream, KeyedStream<T, K> keyed, SlotRule rule, @Nullable Integer slots) {
        this.stream = stream;
        this.keyed = keyed;
        this.rule = rule;
        this.slots = slots;
    }

    /**
     * The same with another number of slots. More slots balance better: at 16 subtasks the fullest has about 1.13 times
     * the mean of 4096 slots, and 1.04 times that of 32768. With the state backend {@code hashmap} each subtask keeps an empty
     * table of about 0.6 KB for every slot of the job and every state: 2.4 MB with 4096 slots, 20 MB with 32768. Never change it while a job's state lives; Flink refuses to
     * restore a checkpoint with another number.
     *
     * @param count 1 to {@value #MAX_SLOTS}, and at least the parallelism
     */
    public HrwKeyedStream<T, K> withSlots(int count) {
        if (count < 1 || count > MAX_SLOTS) {
            throw new IllegalArgumentException(count + " slots are out of range; allowed: 1 to " + MAX_SLOTS
                    + ", Flink's limit of max parallelism");
        }
        return new HrwKeyedStream<>(stream, keyed, rule, count);
    }

    /**
     * The same with a bound on each subtask's slots: its share times {@code 1 + slack}, rounded up. Then a rescale moves
     * some slots between old subtasks too.
     *
     * @param slack 0 to 1000; 0.05 is tight
     */
    public HrwKeyedStream<T, K> withSlack(double slack) {
        return new HrwKeyedStream<>(stream, keyed, rule.withSlack(slack), slots);
    }

    /**
     * The same with subtasks that get more or less than others: one of weight 2 twice the slots of one with weight 1.
     *
     * @param weights by subtask, each 1e-6 to 1e6; 1 for those not named
     */
    public HrwKeyedStream<T, K> withWeights(Map<Integer, Double> weights) {
        return new HrwKeyedStream<>(stream, keyed, rule.withWeights(weights), slots);
    }

    // One keyed operator

    /** As {@link KeyedStream#process(KeyedProcessFunction)}. */
    public <R> SingleOutputStreamOperator<R> process(KeyedProcessFunction<K, T, R> function) {
        return apply(keyed -> keyed.process(function));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> process(KeyedProcessFunction<K, T, R> function, TypeInformation<R> type) {
        return apply(keyed -> keyed.process(function, type));
    }

    /** A rich function has keyed state. */
    public <R> SingleOutputStreamOperator<R> map(MapFunction<T, R> mapper) {
        return apply(keyed -> keyed.map(mapper));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> map(MapFunction<T, R> mapper, TypeInformation<R> type) {
        return apply(keyed -> keyed.map(mapper, type));
    }

    /** A rich function has keyed state. */
    public <R> SingleOutputStreamOperator<R> flatMap(FlatMapFunction<T, R> mapper) {
        return apply(keyed -> keyed.flatMap(mapper));
    }

    /** With the type of the results given, where Flink cannot find it. */
    public <R> SingleOutputStreamOperator<R> flatMap(FlatMapFunction<T, R> mapper, TypeInformation<R> type) {
        return apply(keyed -> keyed.flatMap(mapper, type));
    }

    /** A rich function has keyed state. */
    public SingleOutputStreamOperator<T> filter(FilterFunction<T> filter) {
        return apply(keyed -> keyed.filter(filter));
    }

    /** As {@link KeyedStream#reduce(ReduceFunction)}. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> reducer) {
        return apply(keyed -> keyed.reduce(reducer));
    }

    public SingleOutputStreamOperator<T> sum(int position) {
        return apply(keyed -> keyed.sum(position));
    }

    public SingleOutputStreamOperator<T> sum(String field) {
        return apply(keyed -> keyed.sum(field));
    }

    public SingleOutputStreamOperator<T> min(int position) {
        return apply(keyed -> keyed.min(position));
    }

    public SingleOutputStreamOperator<T> min(String field) {
        return apply(keyed -> keyed.min(field));
    }

    public SingleOutputStreamOperator<T> max(int position) {
        return apply(keyed -> keyed.max(position));
    }

    public SingleOutputStreamOperator<T> max(String field) {
        return apply(keyed -> keyed.max(field));
    }

    public SingleOutputStreamOperator<T> minBy(int position) {
        return apply(keyed -> keyed.minBy(position));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> minBy(int position, boolean first) {
        return apply(keyed -> keyed.minBy(position, first));
    }

    public SingleOutputStreamOperator<T> minBy(String field) {
        return apply(keyed -> keyed.minBy(field));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return apply(keyed -> keyed.minBy(field, first));
    }

    public SingleOutputStreamOperator<T> maxBy(int position) {
        return apply(keyed -> keyed.maxBy(position));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> maxBy(int position, boolean first) {
        return apply(keyed -> keyed.maxBy(position, first));
    }

    public SingleOutputStreamOperator<T> maxBy(String field) {
        return apply(keyed -> keyed.maxBy(field));
    }

    /** With the choice of which of several records with the same value to keep: the first or the last. */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return apply(keyed -> keyed.maxBy(field, first));
    }

    /**
     * Any other operation that is one keyed operator, such as a pattern of Flink CEP or an operator of your own:
     * {@code apply(keyed -> keyed.transform("mine", type, new MyOperator()))}.
     *
     * @param operation builds it on the keyed stream that it is given, and returns its result as it is
     * @throws UnsupportedOperationException if it is something else than one keyed operator directly on that stream, has
     *     asynchronous state, writes raw operator state, or the job is configured for a state backend that keeps no key
     *     groups
     */
    public <R> SingleOutputStreamOperator<R> apply(
            Function<? super KeyedStream<T, K>, SingleOutputStreamOperator<R>> operation) {
        return graph().slotted(operation.apply(keyed));
    }

    // Windows

    /** As {@link KeyedStream#window(WindowAssigner)}. */
    public <W extends Window> HrwWindowedStream<T, K, W> window(WindowAssigner<? super T, W> assigner) {
        return new HrwWindowedStream<>(keyed.window(assigner), graph());
    }

    /** As {@link KeyedStream#countWindow(long)}. */
    public HrwWindowedStream<T, K, GlobalWindow> countWindow(long size) {
        return window(GlobalWindows.create()).trigger(PurgingTrigger.of(CountTrigger.of(size)));
    }

    /** As {@link KeyedStream#countWindow(long, long)}. */
    public HrwWindowedStream<T, K, GlobalWindow> countWindow(long size, long slide) {
        return window(GlobalWindows.create()).evictor(CountEvictor.of(size)).trigger(CountTrigger.of(slide));
    }

    // Two inputs

    /**
     * Beside another stream with the same keys.
     *
     * @throws IllegalArgumentException if the two have other slots or owners
     */
    public <S> HrwConnectedStreams<T, S, K> connect(HrwKeyedStream<S, K> other) {
        return new HrwConnectedStreams<>(keyed.connect(other.keyed), graph(other));
    }

    /** Beside a stream that every subtask gets in whole. */
    public <S> HrwBroadcastConnectedStream<T, S, K> connect(BroadcastStream<S> broadcast) {
        return new HrwBroadcastConnectedStream<>(keyed.connect(broadcast), graph());
    }

    /**
     * Joined with another stream with the same keys, by time.
     *
     * @throws IllegalArgumentException if the two have other slots or owners
     */
    public <S> HrwIntervalJoin<T, S, K> intervalJoin(HrwKeyedStream<S, K> other) {
        return new HrwIntervalJoin<>(keyed.intervalJoin(other.keyed), graph(other));
    }

    private int slots() {
        int ofEnvironment = stream.getExecutionEnvironment().getMaxParallelism();
        return slots != null ? slots : ofEnvironment > 0 ? ofEnvironment : DEFAULT_SLOTS;
    }

    private SlottedGraph graph() {
        return new SlottedGraph(rule, slots(), stream.getExecutionEnvironment())
                .keyed(keyed, stream.getTransformation());
    }

    private <S> SlottedGraph graph(HrwKeyedStream<S, K> other) {
        if (slots() != other.slots() || !rule.equals(other.rule)) {
            throw new IllegalArgumentException(
                    "two keyed streams with " + slots() + " slots (" + rule + ") and " + other.slots() + " slots ("
                            + other.rule + ") have other owners; allowed: the same slots and rule");
        }
        return graph().keyed(other.keyed, other.stream.getTransformation());
    }
}
