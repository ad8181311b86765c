package com.example.flinkorders;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A Flink job over orders grows from 4 to 5 subtasks while orders are written; a fifth of them move, every count is exact. */
@Command(
        name = "flink-orders",
        mixinStandardHelpOptions = true,
        description = "A Flink job grows from 4 to 5 subtasks; a fifth of its keys move, and every count stays exact.")
final class FlinkOrders implements Callable<Integer> {
    private static final int PARTITIONS = 6;
    private static final int ORDERS = 4_000;
    private static final int BEFORE = 4;
    private static final int AFTER = 5;

    /** Each round is one event of every order. So many are sent for 4 subtasks, ... */
    private static final int ROUNDS_BEFORE = 4;
    /** ... so many while the job stops, ... */
    private static final int ROUNDS_BETWEEN = 2;
    /** ... and so many for 5 subtasks. */
    private static final int ROUNDS_AFTER = 4;

    private static final int ROUNDS = ROUNDS_BEFORE + ROUNDS_BETWEEN + ROUNDS_AFTER;

    private static final int PATIENCE_SECONDS = 60;

    @Option(names = "--bootstrap-server", required = true, paramLabel = "HOST:PORT", description = "The Kafka to use.")
    private String bootstrapServers = "";

    public static void main(String[] args) {
        System.exit(new CommandLine(new FlinkOrders())
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
        System.err.println("flink-orders: " + reasons.lines().collect(Collectors.joining(" ")));
        return exitCode;
    }

    @Override
    public Integer call() throws Exception {
        try (RunTopics topics = new RunTopics(bootstrapServers, "flink-orders");
                TemporaryDirectory directory = new TemporaryDirectory("flink-orders")) {
            return run(topics.create("in", PARTITIONS), topics.create("totals", PARTITIONS), directory.path()) ? 0 : 1;
        }
    }

    private boolean run(String orders, String totals, Path directory) throws Exception {
        OrdersJob job = new OrdersJob(bootstrapServers, orders, totals, directory);
        try (OrderFeed feed = new OrderFeed(bootstrapServers, orders, ORDERS);
                Totals committed = new Totals(bootstrapServers, totals)) {
            progress("%,d orders; the job starts with %d subtasks", ORDERS, BEFORE);
            feed.send(0, ROUNDS_BEFORE);
            JobClient small = job.start(BEFORE, Optional.empty());
            committed.await(ROUNDS_BEFORE * ORDERS, small.getJobExecutionResult());

            progress("it stops with a savepoint, while orders are written");
            String savepoint = stop(small, feed, directory);

            progress("it goes on with %d subtasks", AFTER);
            JobClient large = job.start(AFTER, Optional.of(savepoint));
            feed.send(ROUNDS_BEFORE + ROUNDS_BETWEEN, ROUNDS);
            committed.await(ROUNDS * ORDERS, large.getJobExecutionResult());
            large.cancel().get(PATIENCE_SECONDS, TimeUnit.SECONDS);

            Report report = new Report(committed.byOrder());
            report.counts(ORDERS, ROUNDS);
            report.partitions(totals, PARTITIONS, feed.partitions());
            report.movement(ORDERS, BEFORE, AFTER);
            return report.isGood();
        }
    }

    private static String stop(JobClient job, OrderFeed feed, Path directory) throws Exception {
        feed.send(ROUNDS_BEFORE, ROUNDS_BEFORE + 1);
        CompletableFuture<String> savepoint =
                job.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL);
        feed.send(ROUNDS_BEFORE + 1, ROUNDS_BEFORE + ROUNDS_BETWEEN);
        return savepoint.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void progress(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
