package io.keystead.flink.line;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.StreamTask;

/**
 * What an operator says of itself when it asks for its keyed state: Flink's own arguments under their own names.
 *
 * <p>Immutable, though what it holds is the task's and belongs to the task's thread.
 */
public final class KeyedStateRequest {
    private final StreamTask<?, ?> task;
    private final OperatorID operator;
    private final String operatorClass;
    private final ProcessingTimeService processingTime;
    private final KeyContext keyContext;
    private final TypeSerializer<?> keySerializer;
    private final CloseableRegistry closeables;
    private final MetricGroup metrics;
    private final double managedMemoryFraction;

    public KeyedStateRequest(
            StreamTask<?, ?> task,
            OperatorID operator,
            String operatorClass,
            ProcessingTimeService processingTime,
            KeyContext keyContext,
            TypeSerializer<?> keySerializer,
            CloseableRegistry closeables,
            MetricGroup metrics,
            double managedMemoryFraction) {
        this.task = task;
        this.operator = operator;
        this.operatorClass = operatorClass;
        this.processingTime = processingTime;
        this.keyContext = keyContext;
        this.keySerializer = keySerializer;
        this.closeables = closeables;
        this.metrics = metrics;
        this.managedMemoryFraction = managedMemoryFraction;
    }

    /** That runs the operator. */
    public StreamTask<?, ?> task() {
        return task;
    }

    public OperatorID operator() {
        return operator;
    }

    /** The simple name of the operator's class, for texts. */
    public String operatorClass() {
        return operatorClass;
    }

    public ProcessingTimeService processingTime() {
        return processingTime;
    }

    /** Whose current key the timers set when they fire. */
    public KeyContext keyContext() {
        return keyContext;
    }

    public TypeSerializer<?> keySerializer() {
        return keySerializer;
    }

    /** Closes with the task. */
    public CloseableRegistry closeables() {
        return closeables;
    }

    public MetricGroup metrics() {
        return metrics;
    }

    /** The operator's share of the slot's managed memory, 0 to 1. */
    public double managedMemoryFraction() {
        return managedMemoryFraction;
    }
}
