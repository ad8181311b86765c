package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OperatorAttributes;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperator;
import org.apache.flink.streaming.api.operators.sorted.state.BatchExecutionStateBackend;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.jspecify.annotations.Nullable;

/**
 * Makes a keyed operator that runs over slots, or Flink's own operator as it is where Flink sorts the input by key, as it
 * does in batch mode: there is no state to keep then.
 *
 * @param <OUT> what the operator emits
 * @param <O> the kind of operator
 */
abstract class SlottedFactory<OUT, O extends StreamOperator<OUT>>
        implements StreamOperatorFactory<OUT>, ProcessingTimeServiceAware {
    private static final long serialVersionUID = 1;

    private final StreamOperatorFactory<OUT> streaming;
    private final StreamOperatorFactory<OUT> batch;
    private final SlotRule rule;
    /** Of the program that builds the graph; the tasks have none. */
    private final transient @Nullable Runnable graphCheck;

    private transient @Nullable ProcessingTimeService processingTime;

    /**
     * @param streaming makes the operator to run over slots
     * @param batch makes the operator for input that is sorted by key; mostly the same
     * @param graphCheck run when the graph is generated, with all of the job's configuration in place; fails to refuse it
     */
    SlottedFactory(
            StreamOperatorFactory<OUT> streaming,
            StreamOperatorFactory<OUT> batch,
            SlotRule rule,
            Runnable graphCheck) {
        this.streaming = streaming;
        this.batch = batch;
        this.rule = rule;
        this.graphCheck = graphCheck;
    }

    abstract StreamOperator<OUT> slotted(O operator, StreamOperatorParameters<OUT> parameters, SlotRule rule);

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's own signature
    public <T extends StreamOperator<OUT>> T createStreamOperator(StreamOperatorParameters<OUT> parameters) {
        ClassLoader loader = parameters.getContainingTask().getUserCodeClassLoader();
        if (parameters.getStreamConfig().getStateBackend(loader) instanceof BatchExecutionStateBackend) {
            return create(batch, parameters);
        }
        return (T) slotted(create(streaming, parameters), parameters, rule);
    }

    /** What Flink does beside calling a factory, for the one in here. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    private <T extends StreamOperator<OUT>> T create(
            StreamOperatorFactory<OUT> factory, StreamOperatorParameters<OUT> parameters) {
        if (factory instanceof ProcessingTimeServiceAware && processingTime != null) {
            ((ProcessingTimeServiceAware) factory).setProcessingTimeService(processingTime);
        }
        if (factory instanceof AbstractStreamOperatorFactory) {
            ((AbstractStreamOperatorFactory<?>) factory).setMailboxExecutor(parameters.getMailboxExecutor());
        }
        T operator = factory.createStreamOperator(parameters);
        if (operator instanceof YieldingOperator) {
            ((YieldingOperator<?>) operator).setMailboxExecutor(parameters.getMailboxExecutor());
        }
        return operator;
    }

    @Override
    public void setProcessingTimeService(ProcessingTimeService service) {
        processingTime = service;
    }

    @Override
    public void setChainingStrategy(ChainingStrategy strategy) {
        streaming.setChainingStrategy(strategy);
        batch.setChainingStrategy(strategy);
    }

    @Override
    public ChainingStrategy getChainingStrategy() {
        return streaming.getChainingStrategy();
    }

    /** Always, since the generation of the graph is heard of by that. */
    @Override
    public boolean isOutputTypeConfigurable() {
        return true;
    }

    @Override
    public void setOutputType(TypeInformation<OUT> type, ExecutionConfig config) {
        if (graphCheck != null) {
            graphCheck.run();
        }
        if (streaming.isOutputTypeConfigurable()) {
            streaming.setOutputType(type, config);
        }
        if (batch != streaming && batch.isOutputTypeConfigurable()) {
            batch.setOutputType(type, config);
        }
    }

    @Override
    public boolean isInputTypeConfigurable() {
        return streaming.isInputTypeConfigurable();
    }

    @Override
    public void setInputType(TypeInformation<?> type, ExecutionConfig config) {
        streaming.setInputType(type, config);
    }

    @Override
    @SuppressWarnings("rawtypes") // Flink's own signature
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return streaming.getStreamOperatorClass(classLoader);
    }

    @Override
    public OperatorAttributes getOperatorAttributes() {
        return streaming.getOperatorAttributes();
    }
}
