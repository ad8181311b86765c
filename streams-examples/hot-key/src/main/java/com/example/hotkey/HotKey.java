package com.example.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.kafka.streams.HrwStreams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A customer makes half of all orders: found by the producer's metrics, listed, spread, and added up again exactly. */
@Command(
        name = "hot-key",
        mixinStandardHelpOptions = true,
        description =
                "A key at half the traffic is found, listed, spread over 4 partitions, and added up again exactly.")
final class HotKey implements Callable<Integer> {
    private static final int PARTITIONS = 12;
    private static final int FAN_OUT = 4;

    @Option(names = "--bootstrap-server", required = true, paramLabel = "HOST:PORT", description = "The Kafka to use.")
    private String bootstrapServers = "";

    public static void main(String[] args) {
        System.exit(new CommandLine(new HotKey())
                .setParameterExceptionHandler((failure, given) -> failed(failure, 2))
                .setExecutionExceptionHandler(
                        (failure, command, given) -> failed(failure, failure instanceof Unusable ? 2 : 1))
                .execute(args));
    }

    /** One line, whatever happened. */
    private static int failed(Exception failure, int exitCode) {
        String reasons = Stream.<Throwable>iterate(failure, reason -> reason != null, Throwable::getCause)
                .map(reason -> String.valueOf(reason.getMessage()))
                .limit(exitCode == 2 ? 1 : Long.MAX_VALUE)
                .distinct()
                .collect(Collectors.joining(": "));
        System.err.println("hot-key: " + reasons.lines().collect(Collectors.joining(" ")));
        return exitCode;
    }

    @Override
    public Integer call() throws Exception {
        try (RunTopics topics = new RunTopics(bootstrapServers, "hot-key");
                TemporaryDirectory directory = new TemporaryDirectory("hot-key")) {
            return run(topics, directory.path()) ? 0 : 1;
        }
    }

    private boolean run(RunTopics topics, Path directory) throws Exception {
        String orders = topics.create("orders", PARTITIONS);
        String totals = topics.create("totals", PARTITIONS);
        Report report = new Report(orders, PARTITIONS);

        progress("a producer sends %,d orders", OrderFeed.ORDERS);
        Map<String, String> metrics = sendAndLook(orders);
        Loads before = topics.loads(orders, PARTITIONS);
        report.found(metrics);

        Path hotKeys = directory.resolve("hot-keys");
        Files.writeString(hotKeys, "# fan-out topic format key\n" + FAN_OUT + " * " + Report.hottest(metrics) + "\n");
        progress("it is started again with a list of hot keys, and sends the same orders once more");
        try (OrderFeed feed =
                new OrderFeed(bootstrapServers, orders, Map.of("keystead.hot.keys.file", hotKeys.toString()))) {
            feed.send();
        }
        report.loads(before, topics.loads(orders, PARTITIONS).since(before), hotKeys);

        progress("a Streams application adds up both, in two steps");
        report.totals(addUp(topics, orders, totals, directory), OrderFeed.expected(2));
        report.placement(bootstrapServers, hotKeys);
        return report.isGood();
    }

    /** What the producer's metrics said of the topic when it had sent all orders. */
    private Map<String, String> sendAndLook(String orders) throws Exception {
        try (OrderFeed feed = new OrderFeed(bootstrapServers, orders, Map.of("keystead.hot.keys.show", "true"))) {
            feed.send();
            Map<String, String> metrics = new HashMap<>();
            for (String name : List.of("hottest-key-share", "sampled-records", "hottest-keys")) {
                metrics.put(name, String.valueOf(feed.metric(name)));
            }
            return metrics;
        }
    }

    /** Runs the application until the totals of all orders are there. */
    private Map<String, Parts> addUp(RunTopics topics, String orders, String totals, Path directory)
            throws ExecutionException, InterruptedException {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "application.id",
                topics.applicationId(),
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
        Map<String, Parts> latest = new HashMap<>();
        try (KafkaStreams streams = new KafkaStreams(
                CustomerTotals.topology(HrwStreams.of(properties), orders, totals, PARTITIONS), properties)) {
            streams.start();
            long[] counted = new long[1];
            TopicReader.read(
                    bootstrapServers,
                    totals,
                    entry -> {
                        Parts parts = Parts.parse(new String(entry.value(), UTF_8));
                        Parts earlier = latest.put(new String(entry.key(), UTF_8), parts);
                        counted[0] += parts.total().orders();
                        counted[0] -= earlier == null ? 0 : earlier.total().orders();
                    },
                    () -> counted[0] >= 2L * OrderFeed.ORDERS);
            streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        }
        topics.deleteApplicationsGroup();
        return latest;
    }

    private static void progress(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
