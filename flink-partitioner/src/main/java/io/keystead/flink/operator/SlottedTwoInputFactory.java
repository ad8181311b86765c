package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** For an operator with two inputs, of which the first is keyed. */
final class SlottedTwoInputFactory<IN1, IN2, OUT> extends SlottedFactory<OUT, TwoInputStreamOperator<IN1, IN2, OUT>>
        implements TwoInputStreamOperatorFactory<IN1, IN2, OUT> {
    private static final long serialVersionUID = 1;

    SlottedTwoInputFactory(
            StreamOperatorFactory<OUT> streaming,
            StreamOperatorFactory<OUT> batch,
            SlotRule rule,
            Runnable graphCheck) {
        super(streaming, batch, rule, graphCheck);
    }

    @Override
    StreamOperator<OUT> slotted(
            TwoInputStreamOperator<IN1, IN2, OUT> operator, StreamOperatorParameters<OUT> parameters, SlotRule rule) {
        return new SlottedTwoInput<>(operator, parameters, rule);
    }
}
