package io.keystead.flink.partition;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jobs, each record of which must come to the subtask whose number is the key's partition. */
class PartitionCustomTest {
    private static final int KEYS = 20_000;
    private static final List<Keys<?>> TYPES = List.of(Keys.STRINGS, Keys.LONGS, Keys.INTEGERS, Keys.UUIDS, Keys.BYTES);
    /** By type and key: the subtask that saw it, plus one. The tasks run in this JVM. */
    private static final List<AtomicIntegerArray> SEEN = new ArrayList<>();

    private static MiniCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(4)
                .build());
        cluster.start();
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN, 1", "PLAIN, 5", "PLAIN, 8",
        "WEIGHTED, 1", "WEIGHTED, 5", "WEIGHTED, 8",
        "SLOTTED, 1", "SLOTTED, 5", "SLOTTED, 8",
        "BASED, 1", "BASED, 5", "BASED, 8",
        "SECRET, 5", "SEEDED, 8", "PINNED, 8"
    })
    void eachRecordComesToTheSubtaskOfItsPartition(Mode mode, int n, @TempDir Path directory) throws Exception {
        run(mode, n);

        try (Producer producer = new Producer(mode, n, directory)) {
            for (int type = 0; type < TYPES.size(); type++) {
                Keys<?> keys = TYPES.get(type);
                for (int number = 0; number < KEYS; number++) {
                    int subtask = SEEN.get(type).get(number) - 1;
                    int partition = producer.partition(keys.onTheWire(number));
                    if (subtask != partition) {
                        fail("%s %s: subtask %s, partition %s", keys, keys.key(number), subtask, partition);
                    }
                }
            }
        }
    }

    private static void run(Mode mode, int n) throws Exception {
        SEEN.clear();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> numbers = env.fromSequence(0, KEYS - 1).setParallelism(2);
        for (Keys<?> keys : TYPES) {
            SEEN.add(new AtomicIntegerArray(KEYS));
            partitioned(numbers, keys, mode, n)
                    .filter(new Witness(SEEN.size() - 1))
                    .setParallelism(n)
                    .sinkTo(new DiscardingSink<>())
                    .setParallelism(n);
        }
        cluster.executeJobBlocking(env.getStreamGraph().getJobGraph());
    }

    private static <K> DataStream<Long> partitioned(DataStream<Long> numbers, Keys<K> keys, Mode mode, int n) {
        return numbers.partitionCustom(mode.partitioner(keys.encoder(), n), keys.selector());
    }

    /** Notes where each key came; a key that came twice is noted as neither. */
    private static final class Witness extends RichFilterFunction<Long> {
        private final int type;
        private transient int subtask;

        Witness(int type) {
            this.type = type;
        }

        @Override
        public void open(OpenContext context) {
            subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        }

        @Override
        public boolean filter(Long number) {
            SEEN.get(type).accumulateAndGet(number.intValue(), subtask + 1, (old, now) -> old == 0 ? now : -2);
            return false;
        }
    }
}
