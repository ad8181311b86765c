package io.keystead.flink.rescale;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Puts an event's watermark <i>before</i> it, where Flink's own generators put one after it: so that the first event
 * after a restore meets the very watermark that it met in the first run, and late is late in every run.
 */
final class Clock extends AbstractStreamOperator<Event> implements OneInputStreamOperator<Event, Event> {
    private static final long serialVersionUID = 1;

    private transient long emitted;

    @Override
    public void processElement(StreamRecord<Event> record) {
        Event event = record.getValue();
        long watermark = Events.watermarkBefore(event.index);
        if (watermark > emitted) {
            emitted = watermark;
            output.emitWatermark(new Watermark(watermark));
        }
        output.collect(record.replace(event, event.time));
    }

    /** Passes on the end of time only. */
    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (mark.equals(Watermark.MAX_WATERMARK)) {
            super.processWatermark(mark);
        }
    }
}
