package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.MissingTypeInfo;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.BatchGroupedReduceOperator;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamGroupedReduceOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.co.BatchCoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.transformations.KeyedBroadcastStateTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.streaming.api.transformations.ReduceTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.jspecify.annotations.Nullable;

/**
 * Turns an operation that Flink built on its own keyed stream into the same operation over slots.
 *
 * <p>Flink's builders (of windows, joins, reductions and so on) are used as they are; then the node that they added to the
 * graph is taken out and one put in its place that has the same operator inside and HRW exchanges before it. So every
 * operation has Flink's own semantics, and one that ends in something else than one keyed operator is refused here. Used
 * by one thread, while a program builds its graph.
 */
public final class SlottedGraph {
    private final SlotRule rule;
    private final int slots;
    private final StreamExecutionEnvironment environment;
    /** From Flink's keyed exchange to ours. */
    private final IdentityHashMap<Transformation<?>, Transformation<?>> exchanges = new IdentityHashMap<>();

    /** @param slots becomes the operator's max parallelism */
    public SlottedGraph(SlotRule rule, int slots, StreamExecutionEnvironment environment) {
        this.rule = rule;
        this.slots = slots;
        this.environment = environment;
    }

    /**
     * Makes an exchange by owner of slots for a keyed stream.
     *
     * @param before what was keyed
     */
    public <T, K> SlottedGraph keyed(KeyedStream<T, K> keyed, Transformation<T> before) {
        KeySelector<T, K> selector = keyed.getKeySelector();
        exchanges.put(
                keyed.getTransformation(),
                new PartitionTransformation<>(before, new SlottedPartitioner<>(selector, rule, slots)));
        return this;
    }

    /**
     * Replaces an operation.
     *
     * @param made what Flink built, directly on the streams named in {@link #keyed}
     * @throws UnsupportedOperationException if it is not one keyed operator, or has asynchronous state
     */
    public <R> SingleOutputStreamOperator<R> slotted(SingleOutputStreamOperator<R> made) {
        Transformation<R> old = made.getTransformation();
        environment.getTransformations().remove(old);
        PhysicalTransformation<R> replaced = replace(old);
        if (old.getMaxParallelism() > 0 && old.getMaxParallelism() != slots) {
            throw new UnsupportedOperationException("the operation \"" + old.getName() + "\" has the max parallelism "
                    + old.getMaxParallelism() + "; allowed: the number of slots, " + slots
                    + ", which withSlots sets");
        }
        replaced.setMaxParallelism(slots);
        copySettings(old, replaced);
        environment.addOperator(replaced);
        return new SlottedStream<>(environment, replaced);
    }

    /** What Flink's builder, or the one who called it, has set beside name and parallelism. */
    private static void copySettings(Transformation<?> old, PhysicalTransformation<?> replaced) {
        if (old.getUid() != null) {
            replaced.setUid(old.getUid());
        }
        if (old.getUserProvidedNodeHash() != null) {
            replaced.setUidHash(old.getUserProvidedNodeHash());
        }
        if (old.getDescription() != null) {
            replaced.setDescription(old.getDescription());
        }
        if (old.getCoLocationGroupKey() != null) {
            replaced.setCoLocationGroupKey(old.getCoLocationGroupKey());
        }
        old.getSlotSharingGroup().ifPresent(replaced::setSlotSharingGroup);
        replaced.setBufferTimeout(old.getBufferTimeout());
        replaced.setResources(old.getMinResources(), old.getPreferredResources());
        old.getManagedMemoryOperatorScopeUseCaseWeights().forEach(replaced::declareManagedMemoryUseCaseAtOperatorScope);
        old.getManagedMemorySlotScopeUseCases().forEach(replaced::declareManagedMemoryUseCaseAtSlotScope);
        // These two keep it themselves; the others' operators do.
        if (old instanceof ReduceTransformation) {
            replaced.setChainingStrategy(((ReduceTransformation<?, ?>) old).getChainingStrategy());
        }
        if (old instanceof KeyedBroadcastStateTransformation) {
            replaced.setChainingStrategy(((KeyedBroadcastStateTransformation<?, ?, ?, ?>) old).getChainingStrategy());
        }
    }

    @SuppressWarnings("unchecked") // a kind of transformation knows the types of its own inputs
    private <R> PhysicalTransformation<R> replace(Transformation<R> old) {
        if (old instanceof OneInputTransformation) {
            return oneInput((OneInputTransformation<Object, R>) old);
        }
        if (old instanceof ReduceTransformation) {
            return (PhysicalTransformation<R>) reduce((ReduceTransformation<Object, Object>) old);
        }
        if (old instanceof TwoInputTransformation) {
            return twoInput((TwoInputTransformation<Object, Object, R>) old);
        }
        if (old instanceof KeyedBroadcastStateTransformation) {
            return broadcast((KeyedBroadcastStateTransformation<Object, Object, Object, R>) old);
        }
        throw refused(old, "is a " + old.getClass().getSimpleName());
    }

    private <T, R> PhysicalTransformation<R> oneInput(OneInputTransformation<T, R> old) {
        if (old.getStateKeySelector() == null) {
            throw refused(old, "has no keyed state");
        }
        StreamOperatorFactory<R> inside = old.getOperatorFactory();
        return one(old, old.getInputs(), inside, inside, old.getStateKeySelector(), old.getStateKeyType());
    }

    private <T, K> PhysicalTransformation<T> reduce(ReduceTransformation<T, K> old) {
        if (Lines.ofThisFlink().isAsynchronous(old)) {
            throw StateSupport.asynchronous();
        }
        ExecutionConfig config = environment.getConfig();
        return one(
                old,
                old.getInputs(),
                SimpleOperatorFactory.of(new StreamGroupedReduceOperator<>(
                        old.getReducer(), old.getInputType().createSerializer(config.getSerializerConfig()))),
                SimpleOperatorFactory.of(new BatchGroupedReduceOperator<>(
                        old.getReducer(), old.getInputType().createSerializer(config.getSerializerConfig()))),
                old.getKeySelector(),
                old.getKeyTypeInfo());
    }

    private <T, R> PhysicalTransformation<R> one(
            Transformation<R> old,
            List<Transformation<?>> inputs,
            StreamOperatorFactory<R> streaming,
            StreamOperatorFactory<R> batch,
            KeySelector<T, ?> selector,
            TypeInformation<?> keyType) {
        OneInputTransformation<T, R> made = new OneInputTransformation<>(
                this.<T>exchange(old, inputs.get(0)),
                old.getName(),
                new SlottedOneInputFactory<>(streaming, batch, rule, graphCheck(old, streaming)),
                outputType(old),
                old.getParallelism(),
                old.isParallelismConfigured());
        made.setStateKeySelector(selector);
        made.setStateKeyType(keyType);
        return made;
    }

    private <S, T, R> PhysicalTransformation<R> twoInput(TwoInputTransformation<S, T, R> old) {
        if (old.getStateKeySelector1() == null || old.getStateKeySelector2() == null) {
            throw refused(old, "has no keyed state for one of its inputs");
        }
        StreamOperatorFactory<R> inside = old.getOperatorFactory();
        TwoInputTransformation<S, T, R> made = two(
                old,
                this.<S>exchange(old, old.getInput1()),
                this.<T>exchange(old, old.getInput2()),
                inside,
                inside,
                old.getStateKeySelector1(),
                old.getStateKeySelector2());
        made.setStateKeyType(old.getStateKeyType());
        return made;
    }

    private <K, S, T, R> PhysicalTransformation<R> broadcast(KeyedBroadcastStateTransformation<K, S, T, R> old) {
        TwoInputTransformation<S, T, R> made = two(
                old,
                this.<S>exchange(old, old.getRegularInput()),
                old.getBroadcastInput(),
                SimpleOperatorFactory.of(
                        new CoBroadcastWithKeyedOperator<>(old.getUserFunction(), old.getBroadcastStateDescriptors())),
                SimpleOperatorFactory.of(new BatchCoBroadcastWithKeyedOperator<>(
                        old.getUserFunction(), old.getBroadcastStateDescriptors())),
                old.getKeySelector(),
                null);
        made.setStateKeyType(old.getStateKeyType());
        return made;
    }

    private <S, T, R> TwoInputTransformation<S, T, R> two(
            Transformation<R> old,
            Transformation<S> first,
            Transformation<T> second,
            StreamOperatorFactory<R> streaming,
            StreamOperatorFactory<R> batch,
            KeySelector<S, ?> firstSelector,
            @Nullable KeySelector<T, ?> secondSelector) {
        TwoInputTransformation<S, T, R> made = new TwoInputTransformation<>(
                first,
                second,
                old.getName(),
                new SlottedTwoInputFactory<S, T, R>(streaming, batch, rule, graphCheck(old, streaming)),
                outputType(old),
                old.getParallelism(),
                old.isParallelismConfigured());
        made.setStateKeySelectors(firstSelector, secondSelector);
        return made;
    }

    /** Flink takes a lambda's type as missing until somebody names it, with returns(...) on what we give back. */
    @SuppressWarnings("unchecked") // stands for a type until there is one
    private static <R> TypeInformation<R> outputType(Transformation<R> old) {
        try {
            return old.getOutputType();
        } catch (InvalidTypesException e) {
            return (TypeInformation<R>) (TypeInformation<?>) new MissingTypeInfo(old.getName() + " at " + caller(), e);
        }
    }

    /** The line of the program that asked for the operation, as Flink names it where it is called directly. */
    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(frame -> isPlumbing(frame.getClassName()))
                        .findFirst())
                .map(frame -> frame.getMethodName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                .orElse("an unknown line");
    }

    private static boolean isPlumbing(String className) {
        return className.startsWith("io.keystead.flink.operator.") || className.startsWith("io.keystead.flink.Hrw");
    }

    /** Ours for Flink's; a join keys its inputs a second time, so there may be two of Flink's in a row. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an exchange passes on what it gets
    private <T> Transformation<T> exchange(Transformation<?> old, Transformation<?> input) {
        Transformation<?> flink = input;
        while (!exchanges.containsKey(flink)) {
            if (!(flink instanceof PartitionTransformation)) {
                throw refused(old, "does not stand directly on the keyed stream");
            }
            flink = flink.getInputs().get(0);
        }
        return (Transformation<T>) exchanges.get(flink);
    }

    private Runnable graphCheck(Transformation<?> old, StreamOperatorFactory<?> factory) {
        if (factory instanceof CoordinatedOperatorFactory) {
            throw refused(old, "has a coordinator");
        }
        Class<?> operator =
                factory.getStreamOperatorClass(Thread.currentThread().getContextClassLoader());
        StateSupport.check(operator);
        RawStateUse.refuse(old.getName(), operator);
        if (InputSelectable.class.isAssignableFrom(operator)) {
            throw refused(old, "selects the input that it reads from");
        }
        StateSupport.check(environment.getConfiguration());
        return () -> {
            StateSupport.check(environment.getConfiguration());
            checkUnused(old);
        };
    }

    /** A stream taken from the operation before it was replaced would run Flink's own operator beside ours. */
    private void checkUnused(Transformation<?> old) {
        for (Transformation<?> user : environment.getTransformations()) {
            if (user.getTransitivePredecessors().contains(old)) {
                throw new UnsupportedOperationException("\"" + user.getName() + "\" reads from the operation \""
                        + old.getName()
                        + "\" as it is inside of apply; allowed: to take streams and side outputs from what"
                        + " apply returns");
            }
        }
    }

    private static UnsupportedOperationException refused(Transformation<?> old, String because) {
        return new UnsupportedOperationException("the operation \"" + old.getName() + "\" " + because
                + "; allowed on HrwStreams.keyBy: an operation that is one keyed operator");
    }
}
