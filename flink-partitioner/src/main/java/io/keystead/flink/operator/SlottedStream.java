package io.keystead.flink.operator;

import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The result of an operation over slots: Flink's own type, but for asynchronous state, which is refused. */
final class SlottedStream<T> extends SingleOutputStreamOperator<T> {
    SlottedStream(StreamExecutionEnvironment environment, Transformation<T> transformation) {
        super(environment, transformation);
    }

    @Override
    public SingleOutputStreamOperator<T> enableAsyncState() {
        throw StateSupport.asynchronous();
    }
}
