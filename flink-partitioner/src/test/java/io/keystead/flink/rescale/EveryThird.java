package io.keystead.flink.rescale;

import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** A trigger with state of its own: fires at each third event of a window and at the window's end. */
final class EveryThird extends Trigger<Event, TimeWindow> {
    private static final long serialVersionUID = 1;

    private final ReducingStateDescriptor<Long> seen = new ReducingStateDescriptor<>("seen", Long::sum, Types.LONG);

    @Override
    public TriggerResult onElement(Event event, long time, TimeWindow window, TriggerContext context) throws Exception {
        context.registerEventTimeTimer(window.maxTimestamp());
        ReducingState<Long> count = context.getPartitionedState(seen);
        count.add(1L);
        return count.get() % 3 == 0 ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
        return time == window.maxTimestamp() ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
        return TriggerResult.CONTINUE;
    }

    @Override
    public void clear(TimeWindow window, TriggerContext context) throws Exception {
        context.deleteEventTimeTimer(window.maxTimestamp());
        context.getPartitionedState(seen).clear();
    }
}
