package io.keystead.flink.rescale;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RichReduceFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Every kind of keyed state, state with a time to live, event-time timers, deleted timers and timers of the clock on the
 * wall, all in one function; and a running reduce and a running maximum.
 */
record StatesFamily(Events events) implements Family {
    static final String STATES = "states";
    static final String WALL = "wall-timers";

    private static final String REDUCE = "reduce";
    private static final String MAX = "max";
    /** Running results are looked at each so many events. */
    private static final int SAMPLE = 5;

    @Override
    public List<DataStream<Result>> attach(DataStream<Event> stream, int parallelism) {
        return List.of(
                Keyed.by(stream)
                        .process(new AllStates(events))
                        .uid(STATES)
                        .name(STATES)
                        .setParallelism(parallelism),
                Keyed.by(stream)
                        .reduce(new Sum())
                        .uid(REDUCE)
                        .name(REDUCE)
                        .setParallelism(parallelism)
                        .filter(event -> event.index % SAMPLE == 0)
                        .setParallelism(parallelism)
                        .map(event -> new Result(REDUCE, event.key + "|" + event.index, event.value))
                        .returns(Types.POJO(Result.class))
                        .setParallelism(parallelism),
                Keyed.by(stream)
                        .max("value")
                        .uid(MAX)
                        .name(MAX)
                        .setParallelism(parallelism)
                        .map(event -> new Result(MAX, event.key + "|" + event.value, event.value))
                        .returns(Types.POJO(Result.class))
                        .setParallelism(parallelism));
    }

    @Override
    public Set<String> tallied() {
        return Set.of(WALL);
    }

    @Override
    public Expected expected() {
        Expected expected = new Expected();
        Map<String, Long> sums = new TreeMap<>();
        Map<String, Long> maxima = new TreeMap<>();
        Map<String, StatesOracle> oracles = new TreeMap<>();
        for (long index = 0; index < events.count(); index++) {
            Event event = events.at(index);
            long watermark = Events.watermarkBefore(index);
            oracles.computeIfAbsent(event.key, key -> new StatesOracle(key, events))
                    .event(event, watermark, expected);
            long sum = sums.merge(event.key, event.value, Long::sum);
            if (index % SAMPLE == 0) {
                expected.add(REDUCE, event.key + "|" + index, sum);
            }
            expected.add(MAX, event.key + "|" + maxima.merge(event.key, event.value, Math::max), maxima.get(event.key));
        }
        oracles.values().forEach(oracle -> oracle.end(expected));
        return expected;
    }

    private static final class Sum extends RichReduceFunction<Event> {
        private static final long serialVersionUID = 1;

        @Override
        public Event reduce(Event sum, Event next) throws InterruptedException {
            Whereabouts.saw(REDUCE, next.key, getRuntimeContext());
            Faults.strike();
            return new Event(next.index, next.key, sum.value + next.value, next.time);
        }
    }

    /** What {@link AllStates} does for one key. */
    private static final class StatesOracle {
        private final String key;
        private final Events events;
        private final List<Long> list = new ArrayList<>();
        private final Map<Long, Long> pending = new TreeMap<>();
        private long chain;
        private long lists;
        private long buckets;
        private long max = Long.MIN_VALUE;
        private long sum;
        private long count;
        private long watchdog;
        private long barks;

        StatesOracle(String key, Events events) {
            this.key = key;
            this.events = events;
        }

        void event(Event event, long watermark, Expected expected) {
            advance(watermark, expected);
            count++;
            chain = AllStates.chain(chain, event.value);
            list.add(event.value);
            if (list.size() == AllStates.LIST) {
                expected.add(STATES, "list|" + key + "|" + lists++, AllStates.chain(list));
                list.clear();
            }
            buckets += AllStates.weight(event.value);
            max = Math.max(max, event.value);
            sum += event.value;
            expected.add(STATES, "ttl|" + key + "|" + count, 1);
            if (!events.isLate(event.index)) {
                pending.merge(AllStates.alarm(event), 1L, Long::sum);
                watchdog = event.time + AllStates.PATIENCE;
            }
        }

        void advance(long watermark, Expected expected) {
            pending.entrySet().removeIf(timer -> {
                if (timer.getKey() > watermark) {
                    return false;
                }
                expected.add(STATES, "alarm|" + key + "|" + timer.getKey(), timer.getValue());
                return true;
            });
            if (watchdog != 0 && watchdog <= watermark) {
                if (events.late()) {
                    expected.add(STATES, "watchdog|" + key + "|" + barks++, watchdog);
                }
                watchdog = 0;
            }
        }

        void end(Expected expected) {
            advance(Long.MAX_VALUE, expected);
            expected.add(STATES, "chain|" + key, chain);
            expected.add(STATES, "rest|" + key, AllStates.chain(list));
            expected.add(STATES, "map|" + key, buckets);
            expected.add(STATES, "long-ttl|" + key, buckets);
            expected.add(STATES, "reducing|" + key, max);
            expected.add(STATES, "aggregating|" + key, 1000 * sum / count);
        }
    }
}
