package io.keystead.flink.rescale;

import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Holds one state of each kind and timers of each kind, and puts out what they hold. */
final class AllStates extends KeyedProcessFunction<String, Event, Result> {
    /** A list of so many values is put out and cleared. */
    static final int LIST = 16;
    /** A key that is silent for so long, in event time, is put out; each event moves that timer. */
    static final long PATIENCE = 3_005;

    private static final long serialVersionUID = 1;
    private static final long SHORT_TTL_MILLIS = 300;

    private final Events events;

    private transient ValueState<Long> chain;
    private transient ListState<Long> list;
    private transient ValueState<Long> lists;
    private transient MapState<Long, Long> map;
    private transient MapState<Long, Long> longTtl;
    private transient ReducingState<Long> reducing;
    private transient AggregatingState<Long, Long> aggregating;
    private transient ValueState<Long> count;
    private transient MapState<Long, Long> alarms;
    private transient ValueState<Long> watchdog;
    private transient ValueState<Long> barks;
    private transient ValueState<Long> shortTtl;
    private transient ValueState<Tuple2<Long, Long>> written;
    private transient MapState<Long, Long> wall;
    private transient ValueState<Long> wallFired;
    private transient ValueState<Long> wallTotal;

    AllStates(Events events) {
        this.events = events;
    }

    @Override
    public void open(OpenContext context) {
        chain = value("chain", Types.LONG);
        list = getRuntimeContext().getListState(new ListStateDescriptor<>("list", Types.LONG));
        lists = value("lists", Types.LONG);
        map = getRuntimeContext().getMapState(new MapStateDescriptor<>("map", Types.LONG, Types.LONG));
        MapStateDescriptor<Long, Long> hour = new MapStateDescriptor<>("long-ttl", Types.LONG, Types.LONG);
        hour.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofHours(1)).build());
        longTtl = getRuntimeContext().getMapState(hour);
        reducing = getRuntimeContext().getReducingState(new ReducingStateDescriptor<>("max", Math::max, Types.LONG));
        aggregating = getRuntimeContext()
                .getAggregatingState(
                        new AggregatingStateDescriptor<>("mean", new Mean(), Types.TUPLE(Types.LONG, Types.LONG)));
        count = value("count", Types.LONG);
        alarms = getRuntimeContext().getMapState(new MapStateDescriptor<>("alarms", Types.LONG, Types.LONG));
        watchdog = value("watchdog", Types.LONG);
        barks = value("barks", Types.LONG);
        ValueStateDescriptor<Long> brief = new ValueStateDescriptor<>("short-ttl", Types.LONG);
        brief.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofMillis(SHORT_TTL_MILLIS))
                .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
                .build());
        shortTtl = getRuntimeContext().getState(brief);
        written = value("written", Types.TUPLE(Types.LONG, Types.LONG));
        wall = getRuntimeContext().getMapState(new MapStateDescriptor<>("wall", Types.LONG, Types.LONG));
        wallFired = value("wall-fired", Types.LONG);
        wallTotal = value("wall-total", Types.LONG);
    }

    private <T> ValueState<T> value(String name, TypeInformation<T> type) {
        return getRuntimeContext().getState(new ValueStateDescriptor<>(name, type));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Result> out) throws Exception {
        Whereabouts.saw(StatesFamily.STATES, event.key, getRuntimeContext());
        Faults.strike();
        long number = orZero(count.value()) + 1;
        count.update(number);
        chain.update(chain(orZero(chain.value()), event.value));
        reducing.add(event.value);
        aggregating.add(event.value);
        add(map, event.value % 7, weight(event.value));
        add(longTtl, event.value % 3, weight(event.value));
        list.add(event.value);
        if (number % LIST == 0) {
            long filled = orZero(lists.value());
            out.collect(result("list", event.key + "|" + filled, chain(list.get())));
            lists.update(filled + 1);
            list.clear();
        }
        out.collect(result("ttl", event.key + "|" + number, expiresInTime() ? 1 : 0));
        registerWallTimer(event, context.timerService());
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        if (!events.isLate(event.index)) {
            registerEventTimers(event, context.timerService());
        }
    }

    private void registerEventTimers(Event event, TimerService timers) throws Exception {
        add(alarms, alarm(event), 1);
        timers.registerEventTimeTimer(alarm(event));
        Long before = watchdog.value();
        if (before != null) {
            timers.deleteEventTimeTimer(before);
        }
        watchdog.update(event.time + PATIENCE);
        timers.registerEventTimeTimer(event.time + PATIENCE);
    }

    private void registerWallTimer(Event event, TimerService timers) throws Exception {
        if (!events.isLast(event)) {
            long soon = timers.currentProcessingTime() + 1 + event.value % 400;
            add(wall, soon, 1);
            timers.registerProcessingTimeTimer(soon);
        }
    }

    /** Whether a state that was written at a known time is there before its end, and not after it. */
    private boolean expiresInTime() throws Exception {
        long before = System.currentTimeMillis();
        Long value = shortTtl.value();
        long after = System.currentTimeMillis();
        Tuple2<Long, Long> last = written.value();
        boolean mustBeThere = last != null && last.f0 + SHORT_TTL_MILLIS > after;
        boolean mustBeGone = last == null || last.f1 + SHORT_TTL_MILLIS <= before;
        long from = System.currentTimeMillis();
        shortTtl.update(from);
        written.update(Tuple2.of(from, System.currentTimeMillis()));
        return value == null ? !mustBeThere : !mustBeGone;
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Result> out) throws Exception {
        String key = context.getCurrentKey();
        Whereabouts.saw(StatesFamily.STATES, key, getRuntimeContext());
        if (context.timeDomain() == TimeDomain.PROCESSING_TIME) {
            wallTimer(time, key, out);
        } else if (time == Long.MAX_VALUE) {
            end(key, out);
        } else {
            eventTimer(time, key, out);
        }
    }

    private void wallTimer(long time, String key, Collector<Result> out) throws Exception {
        Long registered = wall.get(time);
        if (registered == null) {
            Findings.wrong("a timer of " + key + " for the clock on the wall fired twice at " + time);
            return;
        }
        wall.remove(time);
        long fired = orZero(wallFired.value()) + 1;
        long total = orZero(wallTotal.value()) + registered;
        wallFired.update(fired);
        wallTotal.update(total);
        out.collect(new Result(StatesFamily.WALL, key + "|" + fired, total));
        Findings.tally(StatesFamily.WALL, key, total);
    }

    /** The watchdog's times end in 5 and the alarms' do not. */
    private void eventTimer(long time, String key, Collector<Result> out) throws Exception {
        if (time % 10 == 5) {
            Long expected = watchdog.value();
            if (expected == null || expected != time) {
                Findings.wrong("a deleted timer of " + key + " fired at " + time);
                return;
            }
            watchdog.clear();
            // In a run without late events the order of watermarks and events is not the same in each run.
            if (events.late()) {
                long bark = orZero(barks.value());
                barks.update(bark + 1);
                out.collect(result("watchdog", key + "|" + bark, time));
            }
            return;
        }
        Long registered = alarms.get(time);
        if (registered == null) {
            Findings.wrong("an event-time timer of " + key + " fired twice at " + time);
            return;
        }
        alarms.remove(time);
        out.collect(result("alarm", key + "|" + time, registered));
    }

    private void end(String key, Collector<Result> out) throws Exception {
        out.collect(result("chain", key, orZero(chain.value())));
        out.collect(result("rest", key, chain(list.get())));
        out.collect(result("map", key, total(map)));
        out.collect(result("long-ttl", key, total(longTtl)));
        out.collect(result("reducing", key, reducing.get()));
        out.collect(result("aggregating", key, aggregating.get()));
    }

    private static Result result(String what, String id, long value) {
        return new Result(StatesFamily.STATES, what + "|" + id, value);
    }

    private static void add(MapState<Long, Long> counts, long at, long more) throws Exception {
        counts.put(at, orZero(counts.get(at)) + more);
    }

    private static long total(MapState<Long, Long> counts) throws Exception {
        long total = 0;
        for (long count : counts.values()) {
            total += count;
        }
        return total;
    }

    private static long orZero(Long value) {
        return value == null ? 0 : value;
    }

    /** When the alarm of an event goes off: the same for the events of half a second. */
    static long alarm(Event event) {
        return (event.time / 500 + 1) * 500 + 700;
    }

    static long weight(long value) {
        return value * value + 1;
    }

    /** Depends on every value and on their order. */
    static long chain(long before, long value) {
        return before * 1_000_003 + value + 1;
    }

    static long chain(Iterable<Long> values) {
        long chain = 0;
        if (values != null) {
            for (long value : values) {
                chain = chain(chain, value);
            }
        }
        return chain;
    }

    /** The mean in thousandths. */
    private static final class Mean implements AggregateFunction<Long, Tuple2<Long, Long>, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return Tuple2.of(0L, 0L);
        }

        @Override
        public Tuple2<Long, Long> add(Long value, Tuple2<Long, Long> mean) {
            return Tuple2.of(mean.f0 + value, mean.f1 + 1);
        }

        @Override
        public Long getResult(Tuple2<Long, Long> mean) {
            return 1000 * mean.f0 / mean.f1;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }
}
