package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a subtask owns is seen in its metrics. */
class MetricsTest {
    private static final int KEYS = 2000;

    @Test
    void ownershipIsSeenInTheMetrics(@TempDir Path directory) throws Exception {
        TestCluster cluster = TestCluster.start(directory);
        try {
            JobID job = cluster.submit(counting(3));
            cluster.awaitRunning(job);
            awaitKeys(3);
            assertThat(sum("slots")).isEqualTo(4096);
            assertThat(sum("restoredSlots")).isZero();
            String savepoint = cluster.stopWithSavepoint(job, directory, SavepointFormatType.CANONICAL);

            JobID grown = cluster.submit(counting(4), savepoint);
            cluster.awaitRunning(grown);
            awaitKeys(4);
            Map<String, Long> arrived = gauges("arrivedSlots");
            Map<String, Long> restored = gauges("restoredSlots");
            assertThat(sum("slots")).isEqualTo(4096);
            // A slot has one of 2,000 keys with probability 1 - (1 - 1/4096)^2000.
            double share = 1 - Math.pow(1 - 1.0 / 4096, KEYS);
            double sigma = Math.sqrt(4096 * share * (1 - share));
            assertThat((double) sum("restoredSlots")).isBetween(4096 * share - 5 * sigma, 4096 * share + 5 * sigma);
            // All that the newcomer has came from others, and nothing went to the others.
            assertThat(sum("arrivedSlots")).isPositive();
            arrived.forEach((subtask, slots) -> assertThat(slots)
                    .as(subtask)
                    .isEqualTo(subtask.contains(".3.") ? restored.getOrDefault(subtask, -1L) : 0L));
            assertThat(gauges("restoredFiles").values()).containsExactlyInAnyOrder(1L, 1L, 1L, 3L);
            cluster.flink().cancelJob(grown).get();
        } finally {
            cluster.close();
        }
    }

    /** Waits until the subtasks have seen all keys: the sketch's error is 2.4 %, and this allows five times that. */
    private static void awaitKeys(int parallelism) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (gauges("keysSeen").size() != parallelism || Math.abs(sum("keysSeen") - KEYS) > KEYS * 0.12) {
            assertThat(System.nanoTime())
                    .as(() -> gauges("keysSeen").toString())
                    .isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    private static long sum(String name) {
        return gauges(name).values().stream().mapToLong(Long::longValue).sum();
    }

    /** By the subtask's scope, without the gauge's name. */
    private static Map<String, Long> gauges(String name) {
        Map<String, Long> values = new TreeMap<>();
        List<Map.Entry<String, Gauge<?>>> gauges = new ArrayList<>(GaugesReporter.GAUGES.entrySet());
        for (Map.Entry<String, Gauge<?>> gauge : gauges) {
            String suffix = "keystead." + name;
            if (gauge.getKey().endsWith(suffix)) {
                values.put(
                        gauge.getKey().substring(0, gauge.getKey().length() - suffix.length()),
                        ((Number) gauge.getValue().getValue()).longValue());
            }
        }
        return values;
    }

    private static StreamExecutionEnvironment counting(int parallelism) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.setParallelism(parallelism);
        var numbers = environment
                .fromSource(
                        new DataGeneratorSource<>(
                                number -> number, 10_000_000, RateLimiterStrategy.perSecond(5000), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers");
        HrwStreams.keyBy(numbers, number -> number % KEYS)
                .reduce(Long::sum)
                .uid("sum")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        return environment;
    }
}
