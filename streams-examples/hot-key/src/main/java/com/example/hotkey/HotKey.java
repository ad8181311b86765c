package com.example.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import com.example.harness.TopicReader;
import io.keystead.kafka.streams.HrwStreams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import picocli.CommandLine.Command;

/** A customer makes half of all orders: found by the producer's metrics, listed, spread, and added up again exactly. */
@Command(
        name = "hot-key",
        description =
                "A key at half the traffic is found, listed, spread over 4 partitions, and added up again exactly.")
final class HotKey extends Example {
    static final String ORDERS = "example-hot-key-orders";
    static final int PARTITIONS = 12;
    static final int FAN_OUT = 4;

    private static final String TOTALS = "example-hot-key-totals";

    /** The topics that the application makes for itself begin with it. */
    private static final String APPLICATION = "example-hot-key-app";

    public static void main(String[] args) {
        main(new HotKey(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        cluster.create(ORDERS, PARTITIONS);
        cluster.create(TOTALS, PARTITIONS);
        cluster.uses(APPLICATION);
        String bootstrapServers = cluster.bootstrapServers();
        Report report = new Report(screen);

        screen.note("a producer sends %,d orders", OrderFeed.ORDERS);
        Map<String, String> metrics = sendAndLook(bootstrapServers);
        Loads before = new Loads(cluster.ends(ORDERS, PARTITIONS));
        String hottest = report.found(metrics);

        Path hotKeys = directory.resolve("hot-keys");
        Files.writeString(hotKeys, "# fan-out topic format key\n" + FAN_OUT + " * " + hottest + "\n");
        screen.note("it is started again with a list of hot keys, and sends the same orders once more");
        try (OrderFeed feed =
                new OrderFeed(bootstrapServers, ORDERS, Map.of("keystead.hot.keys.file", hotKeys.toString()))) {
            feed.send();
        }
        report.loads(before, new Loads(cluster.ends(ORDERS, PARTITIONS)).since(before), hotKeys);

        screen.note("a Streams application adds up both, in two steps");
        report.totals(addUp(bootstrapServers, directory, screen), OrderFeed.expected(2));
        report.placement(bootstrapServers, hotKeys);
        return "The hot key is spread, and every total is exact.";
    }

    /** What the producer's metrics said of the topic when it had sent all orders. */
    private static Map<String, String> sendAndLook(String bootstrapServers) throws Exception {
        try (OrderFeed feed = new OrderFeed(bootstrapServers, ORDERS, Map.of("keystead.hot.keys.show", "true"))) {
            feed.send();
            Map<String, String> metrics = new HashMap<>();
            for (String name : List.of("hottest-key-share", "sampled-records", "hottest-keys")) {
                metrics.put(name, String.valueOf(feed.metric(name)));
            }
            return metrics;
        }
    }

    /** Runs the application until the totals of all orders are there, and nothing more comes. */
    private static Map<String, Parts> addUp(String bootstrapServers, Path directory, Screen screen) throws Exception {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "application.id",
                APPLICATION,
                "bootstrap.servers",
                bootstrapServers,
                "processing.guarantee",
                "exactly_once_v2",
                "commit.interval.ms",
                "500",
                "num.stream.threads",
                "2",
                "state.dir",
                directory.toString(),
                "producer.partitioner.class",
                "io.keystead.kafka.producer.HrwPartitioner"));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (TopicReader totals = TopicReader.ofTopics(bootstrapServers, List.of(TOTALS))) {
            KafkaStreams streams = new KafkaStreams(
                    CustomerTotals.topology(HrwStreams.of(properties), ORDERS, TOTALS, PARTITIONS), properties);
            streams.setUncaughtExceptionHandler(e -> {
                failure.set(e);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            try {
                streams.start();
                return readTotals(totals, failure, screen);
            } finally {
                // Leaves the group, which can be deleted then.
                streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
            }
        }
    }

    private static Map<String, Parts> readTotals(TopicReader totals, AtomicReference<Throwable> failure, Screen screen)
            throws Exception {
        Map<String, Parts> latest = new HashMap<>();
        long[] counted = new long[1];
        boolean isThere = totals.readUntil(
                entry -> {
                    Parts parts = Parts.parse(new String(entry.value(), UTF_8));
                    Parts earlier = latest.put(new String(entry.key(), UTF_8), parts);
                    counted[0] += parts.total().orders();
                    counted[0] -= earlier == null ? 0 : earlier.total().orders();
                },
                () -> {
                    if (failure.get() != null) {
                        throw new IllegalStateException("the application has ended", failure.get());
                    }
                    return counted[0] == 2L * OrderFeed.ORDERS;
                });
        screen.expect(isThere, "totals are of %,d orders; expected: %,d", counted[0], 2L * OrderFeed.ORDERS);
        return latest;
    }
}
