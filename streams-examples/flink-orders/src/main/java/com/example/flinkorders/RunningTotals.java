package com.example.flinkorders;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Counts and adds up the events of each order in keyed state, like any function after Flink's own {@code keyBy}. */
public final class RunningTotals extends KeyedProcessFunction<String, Order, Total> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Tuple2<Long, Long>> soFar;

    @Override
    public void open(OpenContext context) {
        soFar = getRuntimeContext().getState(new ValueStateDescriptor<>("so-far", Types.TUPLE(Types.LONG, Types.LONG)));
    }

    @Override
    public void processElement(Order order, Context context, Collector<Total> out) throws Exception {
        Tuple2<Long, Long> before = soFar.value();
        long events = before == null ? 1 : before.f0 + 1;
        long cents = (before == null ? 0 : before.f1) + order.cents();
        soFar.update(Tuple2.of(events, cents));
        TaskInfo task = getRuntimeContext().getTaskInfo();
        out.collect(
                new Total(order.id(), events, cents, task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks()));
    }
}
