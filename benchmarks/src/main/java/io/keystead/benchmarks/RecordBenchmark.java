package io.keystead.benchmarks;

import io.keystead.kafka.producer.HrwPartitioner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The partition of a record with a key, by the plugin as a producer calls it, its metrics included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordBenchmark {
    /** What the plugin does besides finding the owner. */
    public enum HotKeys {
        /** Nothing: {@code keystead.hot.keys.sample=0}. */
        IGNORED,
        /** As it comes: one record in 100 is looked at to find the hottest keys. */
        SAMPLED,
        /** The same, and 100 of the keys are listed and spread over 4 partitions each. */
        LISTED
    }

    private static final int LISTED_KEYS = 100;
    private static final String TOPIC = "orders";

    @Param
    @SuppressWarnings("NullAway.Init")
    public HotKeys hotKeys;

    @Param({"12"})
    public int n;

    private final Keys keys = new Keys();
    private final HrwPartitioner partitioner = new HrwPartitioner();

    @SuppressWarnings("NullAway.Init")
    private Cluster cluster;

    @Setup
    public void configure() throws IOException {
        Map<String, Object> properties = new HashMap<>();
        if (hotKeys == HotKeys.IGNORED) {
            properties.put("keystead.hot.keys.sample", "0");
        }
        if (hotKeys == HotKeys.LISTED) {
            properties.put("keystead.hot.keys.file", list().toString());
        }
        partitioner.configure(properties);
        Node node = new Node(0, "localhost", 9092);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int partition = 0; partition < n; partition++) {
            partitions.add(new PartitionInfo(TOPIC, partition, node, new Node[] {node}, new Node[] {node}));
        }
        cluster = new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    }

    private static Path list() throws IOException {
        Keys some = new Keys();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LISTED_KEYS; i++) {
            lines.add("4 " + TOPIC + " hex " + HexFormat.of().formatHex(some.next()));
        }
        Path file = Files.createTempFile("hot-keys", ".txt");
        file.toFile().deleteOnExit();
        return Files.write(file, lines);
    }

    @Benchmark
    public int partition() {
        byte[] key = keys.next();
        return partitioner.partition(TOPIC, key, key, key, key, cluster);
    }

    @TearDown
    public void close() {
        partitioner.close();
    }
}
