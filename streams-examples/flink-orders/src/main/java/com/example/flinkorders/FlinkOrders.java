package com.example.flinkorders;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;

/** A Flink job over orders grows from 4 to 5 subtasks while orders are written; a fifth of them move, every count is exact. */
@Command(
        name = "flink-orders",
        description = "A Flink job grows from 4 to 5 subtasks; a fifth of its keys move, and every count stays exact.")
final class FlinkOrders extends Example {
    private static final String ORDERS = "example-flink-orders-orders";
    private static final String TOTALS = "example-flink-orders-totals";

    /** As many as the topics of the example orders have, so that a key has the same partition there. */
    private static final int PARTITIONS = 6;

    private static final int COUNT = 4_000;
    private static final int BEFORE = 4;
    private static final int AFTER = 5;

    /** Each round is one event of every order. So many are sent for 4 subtasks, ... */
    private static final int ROUNDS_BEFORE = 4;
    /** ... so many while the job stops, ... */
    private static final int ROUNDS_BETWEEN = 2;
    /** ... and so many for 5 subtasks. */
    private static final int ROUNDS_AFTER = 4;

    private static final int ROUNDS = ROUNDS_BEFORE + ROUNDS_BETWEEN + ROUNDS_AFTER;

    public static void main(String[] args) {
        main(new FlinkOrders(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        cluster.create(ORDERS, PARTITIONS);
        cluster.create(TOTALS, PARTITIONS);
        String bootstrapServers = cluster.bootstrapServers();
        OrdersJob job = new OrdersJob(bootstrapServers, ORDERS, TOTALS, directory);
        try (OrderFeed feed = new OrderFeed(bootstrapServers, ORDERS, COUNT);
                Totals committed = new Totals(bootstrapServers, TOTALS)) {
            screen.note("%,d orders; the job starts with %d subtasks", COUNT, BEFORE);
            feed.send(0, ROUNDS_BEFORE);
            String savepoint;
            try (RunningJob small = job.start(BEFORE, Optional.empty())) {
                committed.await(ROUNDS_BEFORE * COUNT, small.result());
                screen.note("it stops with a savepoint, while orders are written");
                savepoint = stop(small, feed, directory);
            }
            screen.note("it goes on with %d subtasks", AFTER);
            try (RunningJob large = job.start(AFTER, Optional.of(savepoint))) {
                feed.send(ROUNDS_BEFORE + ROUNDS_BETWEEN, ROUNDS);
                committed.await(ROUNDS * COUNT, large.result());
            }
            Report report = new Report(screen, committed.byOrder());
            report.counts(COUNT, ROUNDS);
            report.partitions(TOTALS, PARTITIONS, feed.partitions());
            report.movement(COUNT, BEFORE, AFTER);
        }
        return "Only the new subtask got keys, and every count is exact.";
    }

    private static String stop(RunningJob job, OrderFeed feed, Path directory) throws Exception {
        feed.send(ROUNDS_BEFORE, ROUNDS_BEFORE + 1);
        CompletableFuture<String> savepoint = job.stop(directory);
        feed.send(ROUNDS_BEFORE + 1, ROUNDS_BEFORE + ROUNDS_BETWEEN);
        return savepoint.get();
    }
}
