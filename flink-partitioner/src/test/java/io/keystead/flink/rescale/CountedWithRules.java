package io.keystead.flink.rescale;

import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;

/** Counts the first input by key and keeps the second, which is broadcast. */
final class CountedWithRules extends KeyedBroadcastProcessFunction<String, Event, Event, Result> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Long> count;

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public void processElement(Event event, ReadOnlyContext context, Collector<Result> out) throws Exception {
        Whereabouts.saw(TwoInputsFamily.BROADCAST, event.key, getRuntimeContext());
        Faults.strike();
        Long before = count.value();
        count.update(before == null ? 1 : before + 1);
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }

    @Override
    public void processBroadcastElement(Event rule, Context context, Collector<Result> out) throws Exception {
        context.getBroadcastState(TwoInputsFamily.RULES).put(rule.index, rule.value + 1);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Result> out) throws Exception {
        long rules = 0;
        for (Map.Entry<Long, Long> rule :
                context.getBroadcastState(TwoInputsFamily.RULES).immutableEntries()) {
            rules += rule.getValue();
        }
        out.collect(
                new Result(TwoInputsFamily.BROADCAST, context.getCurrentKey(), count.value() * 1_000_000_007 + rules));
    }
}
