package io.keystead.flink.rescale;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Numbers the values of a key, and puts out for each what depends on all before it and on their order. */
final class RunningChains extends KeyedProcessFunction<String, Tuple2<String, Long>, Tuple2<String, String>> {
    static final String NAME = "chains";

    private static final long serialVersionUID = 1;

    private transient ValueState<Tuple2<Long, Long>> state;

    @Override
    public void open(OpenContext context) {
        state = getRuntimeContext().getState(new ValueStateDescriptor<>("chain", Types.TUPLE(Types.LONG, Types.LONG)));
    }

    @Override
    public void processElement(Tuple2<String, Long> value, Context context, Collector<Tuple2<String, String>> out)
            throws Exception {
        Whereabouts.saw(NAME, value.f0, getRuntimeContext());
        Faults.strike();
        Tuple2<Long, Long> before = state.value();
        long count = before == null ? 1 : before.f0 + 1;
        long chain = AllStates.chain(before == null ? 0 : before.f1, value.f1);
        state.update(Tuple2.of(count, chain));
        out.collect(Tuple2.of(value.f0 + "|" + count, Long.toString(chain)));
    }
}
