package io.keystead.flink.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.flink.rescale.Findings.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** One job that is run in stages: its events, its families of operators, its settings; and what it must have put out. */
final class Job {
    /** Few, so that a snapshot is quick; the rule is the same for any number. */
    static final int FEW_SLOTS = 512;

    /** The default. */
    static final int MANY_SLOTS = 4096;

    /**
     * No checkpoint by itself, each is kept, nothing is restarted, and the end of a job waits for no checkpoint. RocksDB
     * shares no memory: in a cluster as small as this it would flush without end.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "execution.checkpointing.interval", "1h",
            "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION",
            "execution.checkpointing.checkpoints-after-tasks-finish", "false",
            "restart-strategy.type", "none",
            "state.backend.rocksdb.memory.managed", "false",
            "state.backend.rocksdb.writebuffer.size", "4mb");

    private final Events events;
    private final int slots;
    private final Map<String, String> settings;
    private final List<Family> families;

    /** @param settings beside those that every job has */
    Job(Events events, int slots, Map<String, String> settings) {
        this.events = events;
        this.slots = slots;
        this.settings = settings;
        this.families = List.of(new StatesFamily(events), new WindowsFamily(events), new TwoInputsFamily(events));
    }

    Events events() {
        return events;
    }

    /** The job's graph at one parallelism of the keyed operators. */
    JobGraph at(int parallelism) {
        Configuration configuration = new Configuration();
        SETTINGS.forEach(configuration::setString);
        settings.forEach(configuration::setString);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        environment.setMaxParallelism(slots);
        Events all = events;
        GeneratorFunction<Long, Event> generator = index -> {
            Gate.passed(index);
            return all.at(index);
        };
        DataStream<Event> source = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                generator, events.count(), new Gate.Strategy<>(), TypeInformation.of(Event.class)),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .uid("events")
                .transform("clock", TypeInformation.of(Event.class), new Clock())
                .uid("clock");
        List<DataStream<Result>> results = new ArrayList<>();
        families.forEach(family -> results.addAll(family.attach(source, parallelism)));
        DataStream<Result> first = results.get(0);
        for (DataStream<Result> result : results.subList(1, results.size())) {
            first = first.union(result);
        }
        first.keyBy(Ledger::page, Types.STRING)
                .process(new Ledger())
                .returns(Types.VOID)
                .uid("ledger")
                .name("ledger")
                .sinkTo(new DiscardingSink<>());
        return environment.getStreamGraph().getJobGraph();
    }

    /** Lets a running job run to its end: the last event comes when nothing waits for the clock on the wall any more. */
    void finish(Cluster cluster, JobID id) throws Exception {
        Gate.open(events.count() - 1);
        awaitWallClock();
        Gate.open(Long.MAX_VALUE);
        cluster.awaitFinished(id);
    }

    private void awaitWallClock() throws Exception {
        for (Family family : families) {
            for (String operator : family.tallied()) {
                Cluster.until(
                        "all of " + operator + " but the last event",
                        () -> Findings.tally(operator) >= events.count() - 1,
                        () -> Findings.tally(operator) + " of " + (events.count() - 1));
            }
        }
    }

    /**
     * Compares what the ledger published with what is expected.
     *
     * @return the number of results
     */
    int check() {
        assertThat(Findings.wrong()).as("what the operators found wrong").isEmpty();
        Map<String, Counted> actual = Findings.results();
        Map<String, Counted> expected = new TreeMap<>();
        families.forEach(family -> expected.putAll(family.expected().results()));
        families.forEach(family -> family.tallied().forEach(operator -> checkTallies(operator, actual)));
        int results = actual.size();
        actual.keySet()
                .removeIf(id ->
                        families.stream().anyMatch(family -> family.tallied().contains(id.split(" ", 2)[0])));
        Map<String, String> different = new TreeMap<>();
        expected.forEach((id, counted) -> {
            Counted found = actual.remove(id);
            if (!counted.equals(found)) {
                different.put(id, "expected " + counted + ", found " + found);
            }
        });
        actual.forEach((id, counted) -> different.put(id, "not expected: " + counted));
        assertThat(different.size())
                .as("results that are not as expected, of %s: %s", expected.size(), firstOf(different))
                .isZero();
        return results;
    }

    private static String firstOf(Map<String, String> different) {
        StringBuilder some = new StringBuilder();
        different.entrySet().stream()
                .limit(20)
                .forEach(entry -> some.append('\n').append(entry));
        return some.toString();
    }

    /** Running totals of a key: numbered without a gap, each once, never less than before, and complete at the last. */
    private void checkTallies(String operator, Map<String, Counted> actual) {
        Map<String, Long> totals = new HashMap<>();
        for (long index = 0; index < events.count() - 1; index++) {
            totals.merge(events.at(index).key, 1L, Long::sum);
        }
        totals.forEach((key, total) -> {
            long last = 0;
            long ordinal = 1;
            Counted entry = actual.get(operator + " " + key + "|" + ordinal);
            while (entry != null) {
                assertThat(entry.times())
                        .as("%s of %s, number %s", operator, key, ordinal)
                        .isEqualTo(1);
                assertThat(entry.value()).isGreaterThanOrEqualTo(last);
                last = entry.value();
                ordinal++;
                entry = actual.get(operator + " " + key + "|" + ordinal);
            }
            assertThat(last).as("the total of %s of %s", operator, key).isEqualTo(total);
        });
        long results = actual.keySet().stream()
                .filter(id -> id.startsWith(operator + " "))
                .count();
        assertThat(results).as("results of %s", operator).isPositive();
    }
}
