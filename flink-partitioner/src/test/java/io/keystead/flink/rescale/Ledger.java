package io.keystead.flink.rescale;

import io.keystead.flink.rescale.Findings.Counted;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Counts each result, in keyed state of Flink's own, and publishes them at the end of time.
 *
 * <p>Its state goes back with the job's when the job is restored, so a result that is put out again after that counts
 * once, and one that only the lost stretch put out does not count: what is published is what an exactly-once sink holds.
 */
final class Ledger extends KeyedProcessFunction<String, Result, Void> {
    private static final long serialVersionUID = 1;
    private static final int PAGES = 32;

    private transient MapState<String, Tuple2<Integer, Long>> entries;

    /** The state's key: few enough to be published as a whole, enough that a checkpoint copies little. */
    static String page(Result result) {
        return result.operator + "#" + Math.floorMod(result.id.hashCode(), PAGES);
    }

    @Override
    public void open(OpenContext context) {
        entries = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("entries", Types.STRING, Types.TUPLE(Types.INT, Types.LONG)));
    }

    @Override
    public void processElement(Result result, Context context, Collector<Void> out) throws Exception {
        String id = result.operator + " " + result.id;
        Tuple2<Integer, Long> seen = entries.get(id);
        entries.put(id, Tuple2.of(seen == null ? 1 : seen.f0 + 1, result.value));
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Void> out) throws Exception {
        Map<String, Counted> page = new HashMap<>();
        for (Map.Entry<String, Tuple2<Integer, Long>> entry : entries.entries()) {
            page.put(entry.getKey(), new Counted(entry.getValue().f0, entry.getValue().f1));
        }
        Findings.publish(context.getCurrentKey(), page);
    }
}
