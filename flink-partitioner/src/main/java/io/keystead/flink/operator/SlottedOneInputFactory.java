package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** For an operator with one keyed input. */
final class SlottedOneInputFactory<IN, OUT> extends SlottedFactory<OUT, OneInputStreamOperator<IN, OUT>>
        implements OneInputStreamOperatorFactory<IN, OUT> {
    private static final long serialVersionUID = 1;

    SlottedOneInputFactory(
            StreamOperatorFactory<OUT> streaming,
            StreamOperatorFactory<OUT> batch,
            SlotRule rule,
            Runnable graphCheck) {
        super(streaming, batch, rule, graphCheck);
    }

    @Override
    StreamOperator<OUT> slotted(
            OneInputStreamOperator<IN, OUT> operator, StreamOperatorParameters<OUT> parameters, SlotRule rule) {
        return new SlottedOneInput<>(operator, parameters, rule);
    }
}
