package io.keystead.flink.line.v2;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.line.KeyedContext;
import io.keystead.flink.line.KeyedStateRequest;
import io.keystead.flink.line.KeyedStateSource;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.api.operators.StreamOperatorStateContext;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.jspecify.annotations.Nullable;

/** Lets Flink make the operator state and a source of ours the keyed state. */
final class Initializer implements StreamTaskStateInitializer {
    private final FlinkLine line;
    private final StreamTask<?, ?> task;
    private final StreamTaskStateInitializer flink;
    private final KeyedStateSource source;

    Initializer(FlinkLine line, StreamTask<?, ?> task, StreamTaskStateInitializer flink, KeyedStateSource source) {
        this.line = line;
        this.task = task;
        this.flink = flink;
        this.source = source;
    }

    @Override
    public StreamOperatorStateContext streamOperatorStateContext(
            OperatorID operator,
            String operatorClass,
            ProcessingTimeService processingTime,
            KeyContext keyContext,
            @Nullable TypeSerializer<?> keySerializer,
            CloseableRegistry closeables,
            MetricGroup metrics,
            double managedMemoryFraction,
            boolean customRawKeyedState,
            boolean async)
            throws Exception {
        if (async) {
            throw new UnsupportedOperationException(
                    "the operator " + operatorClass + " uses asynchronous state (state v2);"
                            + " allowed: synchronous state, without enableAsyncState()");
        }
        StreamOperatorStateContext context = flink.streamOperatorStateContext(
                operator,
                operatorClass,
                processingTime,
                keyContext,
                null,
                closeables,
                metrics,
                managedMemoryFraction,
                customRawKeyedState,
                false);
        if (keySerializer == null) {
            return context;
        }
        KeyedStateRequest request = new KeyedStateRequest(
                task,
                operator,
                operatorClass,
                processingTime,
                keyContext,
                keySerializer,
                closeables,
                metrics,
                managedMemoryFraction);
        CheckpointableKeyedStateBackend<?> backend = source.backend(request);
        try {
            return new KeyedContext(context, keySerializer, backend, line.timers(request, backend));
        } catch (Exception | Error e) {
            // Nobody else knows of it yet.
            backend.dispose();
            throw e;
        }
    }
}
