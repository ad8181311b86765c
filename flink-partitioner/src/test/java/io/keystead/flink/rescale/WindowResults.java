package io.keystead.flink.rescale;

import java.io.Serializable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Name the contents of windows, by state of the window or of the key where a window is put out more than once. */
final class WindowResults {
    private static final ValueStateDescriptor<Long> ORDINAL = new ValueStateDescriptor<>("ordinal", Types.LONG);
    private static final ValueStateDescriptor<Long> TOTAL = new ValueStateDescriptor<>("total", Types.LONG);

    private WindowResults() {}

    /** The value of a window's contents. */
    interface Value<T> extends Serializable {
        long of(Iterable<T> contents);
    }

    static long countAndSum(Iterable<Tuple2<Long, Long>> contents) {
        Tuple2<Long, Long> one = contents.iterator().next();
        return countAndSum(one.f0, one.f1);
    }

    static long countAndSum(long count, long sum) {
        return count * 1_000_003 + sum;
    }

    /** The same for every order of the contents. */
    static long sum(Iterable<Event> contents) {
        long count = 0;
        long sum = 0;
        for (Event event : contents) {
            count++;
            sum += event.value;
        }
        return countAndSum(count, sum);
    }

    static long chain(Iterable<Event> contents) {
        long chain = 0;
        for (Event event : contents) {
            chain = AllStates.chain(chain, event.value);
        }
        return chain;
    }

    /** Adds one to a counter and says what it was. */
    private static long next(ValueState<Long> counter) throws Exception {
        Long before = counter.value();
        counter.update(before == null ? 1 : before + 1);
        return before == null ? 0 : before;
    }

    static final class OfTime<T> extends ProcessWindowFunction<T, Result, String, TimeWindow> {
        private static final long serialVersionUID = 1;

        private final String operator;
        private final boolean counted;
        private final Value<T> value;

        /** @param counted whether a window may be put out several times; sessions have no state to count that */
        OfTime(String operator, boolean counted, Value<T> value) {
            this.operator = operator;
            this.counted = counted;
            this.value = value;
        }

        @Override
        public void process(String key, Context context, Iterable<T> contents, Collector<Result> out) throws Exception {
            Whereabouts.saw(operator, key, getRuntimeContext());
            Faults.strike();
            TimeWindow window = context.window();
            String id = key + "|" + window.getStart() + "-" + window.getEnd();
            long ordinal = counted ? next(context.windowState().getState(ORDINAL)) : 0;
            out.collect(new Result(operator, id + "|" + ordinal, value.of(contents)));
        }

        @Override
        public void clear(Context context) throws Exception {
            if (counted) {
                context.windowState().getState(ORDINAL).clear();
            }
        }
    }

    static final class OfCounts extends ProcessWindowFunction<Event, Result, String, GlobalWindow> {
        private static final long serialVersionUID = 1;

        private final String operator;

        OfCounts(String operator) {
            this.operator = operator;
        }

        @Override
        public void process(String key, Context context, Iterable<Event> contents, Collector<Result> out)
                throws Exception {
            Whereabouts.saw(operator, key, getRuntimeContext());
            Faults.strike();
            long ordinal = next(context.globalState().getState(ORDINAL));
            out.collect(new Result(operator, key + "|" + ordinal, chain(contents)));
        }
    }

    static final class OfWallClock extends ProcessWindowFunction<Event, Result, String, TimeWindow> {
        private static final long serialVersionUID = 1;

        private final String operator;
        private final Events events;

        OfWallClock(String operator, Events events) {
            this.operator = operator;
            this.events = events;
        }

        @Override
        public void process(String key, Context context, Iterable<Event> contents, Collector<Result> out)
                throws Exception {
            Whereabouts.saw(operator, key, getRuntimeContext());
            ValueState<Long> total = context.globalState().getState(TOTAL);
            long now = total.value() == null ? 0 : total.value();
            for (Event event : contents) {
                now += events.isLast(event) ? 0 : 1;
            }
            total.update(now);
            long ordinal = next(context.globalState().getState(ORDINAL)) + 1;
            out.collect(new Result(operator, key + "|" + ordinal, now));
            Findings.tally(operator, key, now);
        }
    }
}
