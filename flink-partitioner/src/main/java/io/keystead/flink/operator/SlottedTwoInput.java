package io.keystead.flink.operator;

import io.keystead.flink.slots.SlotRule;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** An operator whose first input is keyed and whose second is keyed by the same keys, or broadcast. */
final class SlottedTwoInput<IN1, IN2, OUT> extends SlottedOperator<OUT, TwoInputStreamOperator<IN1, IN2, OUT>>
        implements TwoInputStreamOperator<IN1, IN2, OUT>, BoundedMultiInput {
    SlottedTwoInput(
            TwoInputStreamOperator<IN1, IN2, OUT> operator, StreamOperatorParameters<OUT> parameters, SlotRule rule) {
        super(operator, parameters, rule);
    }

    @Override
    public void processElement1(StreamRecord<IN1> element) throws Exception {
        operator.processElement1(element);
    }

    @Override
    public void processElement2(StreamRecord<IN2> element) throws Exception {
        operator.processElement2(element);
    }

    @Override
    public void processWatermark1(Watermark mark) throws Exception {
        operator.processWatermark1(mark);
    }

    @Override
    public void processWatermark2(Watermark mark) throws Exception {
        operator.processWatermark2(mark);
    }

    /** Never called on Flink 1.20, which has no such events. */
    @Override
    public void processWatermark1(WatermarkEvent watermark) throws Exception {
        operator.processWatermark1(watermark);
    }

    /** Never called on Flink 1.20, which has no such events. */
    @Override
    public void processWatermark2(WatermarkEvent watermark) throws Exception {
        operator.processWatermark2(watermark);
    }

    @Override
    public void processWatermarkStatus1(WatermarkStatus status) throws Exception {
        operator.processWatermarkStatus1(status);
    }

    @Override
    public void processWatermarkStatus2(WatermarkStatus status) throws Exception {
        operator.processWatermarkStatus2(status);
    }

    @Override
    public void processLatencyMarker1(LatencyMarker marker) throws Exception {
        operator.processLatencyMarker1(marker);
    }

    @Override
    public void processLatencyMarker2(LatencyMarker marker) throws Exception {
        operator.processLatencyMarker2(marker);
    }

    @Override
    public void processRecordAttributes1(RecordAttributes attributes) throws Exception {
        operator.processRecordAttributes1(attributes);
    }

    @Override
    public void processRecordAttributes2(RecordAttributes attributes) throws Exception {
        operator.processRecordAttributes2(attributes);
    }

    @Override
    public void endInput(int inputId) throws Exception {
        if (operator instanceof BoundedMultiInput) {
            ((BoundedMultiInput) operator).endInput(inputId);
        }
    }
}
