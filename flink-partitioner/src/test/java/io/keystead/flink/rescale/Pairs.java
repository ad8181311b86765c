package io.keystead.flink.rescale;

import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

/** Puts out each pair of an interval join. */
final class Pairs extends ProcessJoinFunction<Event, Event, Result> {
    private static final long serialVersionUID = 1;

    @Override
    public void processElement(Event left, Event right, Context context, Collector<Result> out) throws Exception {
        Whereabouts.saw(TwoInputsFamily.JOIN, left.key, getRuntimeContext());
        Faults.strike();
        out.collect(new Result(
                TwoInputsFamily.JOIN, left.key + "|" + left.index + "|" + right.index, left.value * right.value));
    }
}
