package io.keystead.flink.line.v1_20;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.line.KeyedStateRequest;
import io.keystead.flink.line.KeyedStateSource;
import java.util.Collections;
import java.util.Optional;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.transformations.ReduceTransformation;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/** Flink 1.20. */
public final class Flink1_20 implements FlinkLine {
    @Override
    public StreamTaskStateInitializer initializer(
            StreamTask<?, ?> task, StreamTaskStateInitializer flink, KeyedStateSource source) {
        return new Initializer(this, task, flink, source);
    }

    @Override
    public <K> InternalTimeServiceManager<K> timers(
            KeyedStateRequest request, CheckpointableKeyedStateBackend<K> backend) throws Exception {
        return InternalTimeServiceManagerImpl.create(
                request.task().getEnvironment().getMetricGroup().getIOMetricGroup(),
                backend,
                request.task().getEnvironment().getUserCodeClassLoader().asClassLoader(),
                request.keyContext(),
                request.processingTime(),
                Collections.emptyList(),
                request.task()::isCanceled);
    }

    @Override
    public OperatorState withoutState(OperatorState operator, int parallelism) {
        return new OperatorState(operator.getOperatorID(), parallelism, operator.getMaxParallelism());
    }

    @Override
    public Optional<String> name(OperatorState operator) {
        return Optional.empty();
    }

    @Override
    public Optional<String> uid(OperatorState operator) {
        return Optional.empty();
    }

    /** There is no such state yet. */
    @Override
    public boolean isAsynchronous(ReduceTransformation<?, ?> reduction) {
        return false;
    }
}
