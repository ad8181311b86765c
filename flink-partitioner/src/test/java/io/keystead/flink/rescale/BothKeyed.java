package io.keystead.flink.rescale;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/** Sums two inputs and registers timers from both. */
final class BothKeyed extends KeyedCoProcessFunction<String, Event, Event, Result> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Long> sum;
    private transient MapState<Long, Long> alarms;

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        alarms = getRuntimeContext().getMapState(new MapStateDescriptor<>("alarms", Types.LONG, Types.LONG));
    }

    @Override
    public void processElement1(Event event, Context context, Collector<Result> out) throws Exception {
        add(event, 1, 1, context);
    }

    @Override
    public void processElement2(Event event, Context context, Collector<Result> out) throws Exception {
        add(event, 3, 1000, context);
    }

    private void add(Event event, long factor, long weight, Context context) throws Exception {
        Whereabouts.saw(TwoInputsFamily.BOTH, event.key, getRuntimeContext());
        Faults.strike();
        Long before = sum.value();
        sum.update((before == null ? 0 : before) + event.value * factor);
        long alarm = AllStates.alarm(event);
        Long registered = alarms.get(alarm);
        alarms.put(alarm, (registered == null ? 0 : registered) + weight);
        context.timerService().registerEventTimeTimer(alarm);
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Result> out) throws Exception {
        String key = context.getCurrentKey();
        if (time == Long.MAX_VALUE) {
            out.collect(new Result(TwoInputsFamily.BOTH, "sum|" + key, sum.value()));
            return;
        }
        Long registered = alarms.get(time);
        if (registered == null) {
            Findings.wrong("a timer of " + key + " with two inputs fired twice at " + time);
            return;
        }
        alarms.remove(time);
        out.collect(new Result(TwoInputsFamily.BOTH, "alarm|" + key + "|" + time, registered));
    }
}
