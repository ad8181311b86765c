package io.keystead.flink.rescale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Operators with two inputs: both keyed, with timers; the second broadcast; and an interval join.
 *
 * <p>The even events are the first input and the odd ones the second, late ones left out: how the two interleave is not
 * the same in each run, and no result here may depend on it.
 */
record TwoInputsFamily(Events events) implements Family {
    static final String BOTH = "both-keyed";
    static final String BROADCAST = "broadcast";
    static final String JOIN = "interval-join";

    private static final long NEAR = 10_000;
    /** Each so many events is broadcast. */
    private static final int RULE = 501;

    static final MapStateDescriptor<Long, Long> RULES = new MapStateDescriptor<>("rules", Types.LONG, Types.LONG);

    @Override
    public List<DataStream<Result>> attach(DataStream<Event> stream, int parallelism) {
        Events all = events;
        DataStream<Event> even = stream.filter(event -> event.index % 2 == 0 && !all.isLate(event.index))
                .setParallelism(1);
        DataStream<Event> odd = stream.filter(event -> event.index % 2 == 1 && !all.isLate(event.index))
                .setParallelism(1);
        DataStream<Event> rules =
                stream.filter(event -> event.index % RULE == 0).setParallelism(1);
        return List.of(
                named(BOTH, parallelism, Keyed.by(even).connect(Keyed.by(odd)).process(new BothKeyed())),
                named(
                        BROADCAST,
                        parallelism,
                        Keyed.by(even).connect(rules.broadcast(RULES)).process(new CountedWithRules())),
                named(
                        JOIN,
                        parallelism,
                        Keyed.by(even)
                                .intervalJoin(Keyed.by(odd))
                                .between(Duration.ofMillis(-NEAR), Duration.ofMillis(NEAR))
                                .process(new Pairs())));
    }

    private static SingleOutputStreamOperator<Result> named(
            String name, int parallelism, SingleOutputStreamOperator<Result> operator) {
        return operator.returns(Result.class).uid(name).name(name).setParallelism(parallelism);
    }

    @Override
    public Set<String> tallied() {
        return Set.of();
    }

    @Override
    public Expected expected() {
        Expected expected = new Expected();
        Map<String, List<Event>> byKey = new TreeMap<>();
        long rules = 0;
        for (long index = 0; index < events.count(); index++) {
            Event event = events.at(index);
            if (!events.isLate(index)) {
                byKey.computeIfAbsent(event.key, key -> new ArrayList<>()).add(event);
            }
            rules += index % RULE == 0 ? event.value + 1 : 0;
        }
        for (Map.Entry<String, List<Event>> entry : byKey.entrySet()) {
            expect(entry.getKey(), entry.getValue(), rules, expected);
        }
        return expected;
    }

    private static void expect(String key, List<Event> events, long rules, Expected expected) {
        Map<Long, Long> alarms = new TreeMap<>();
        long both = 0;
        long evens = 0;
        for (Event event : events) {
            boolean even = event.index % 2 == 0;
            alarms.merge(AllStates.alarm(event), even ? 1 : 1000L, Long::sum);
            both += event.value * (even ? 1 : 3);
            evens += even ? 1 : 0;
            for (Event other : even ? events : List.<Event>of()) {
                if (other.index % 2 == 1 && Math.abs(other.time - event.time) <= NEAR) {
                    expected.add(JOIN, key + "|" + event.index + "|" + other.index, event.value * other.value);
                }
            }
        }
        alarms.forEach((time, registered) -> expected.add(BOTH, "alarm|" + key + "|" + time, registered));
        expected.add(BOTH, "sum|" + key, both);
        if (evens > 0) {
            expected.add(BROADCAST, key, evens * 1_000_000_007 + rules);
        }
    }
}
