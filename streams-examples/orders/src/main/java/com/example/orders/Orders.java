package com.example.orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs two instances of {@link OrdersApp}, kills one while orders are written, and checks all totals. */
@Command(
        name = "orders",
        mixinStandardHelpOptions = true,
        version = "1.0",
        description =
                "Runs two instances of a Streams application, kills one while orders with Avro keys are written, and "
                        + "checks that all totals are exact.")
final class Orders implements Callable<Integer> {
    private static final List<String> TOPICS =
            List.of(OrdersApp.ORDERS, OrdersApp.PAYMENTS, OrdersApp.COUNTS, OrdersApp.SUMS, OrdersApp.SETTLED);

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT",
            description = "The Kafka to use. The example makes topics there and deletes them at its end.")
    private String bootstrapServers = "";

    /** Ends with 0 if all totals are exact and the standbys went on, 1 if not, 2 if it could not be tried. */
    public static void main(String[] args) {
        CommandLine command = new CommandLine(new Orders());
        command.setParameterExceptionHandler((e, arguments) -> failed(e.getMessage() + "; allowed: see --help"));
        command.setExecutionExceptionHandler(
                (e, self, parsed) -> failed(e instanceof Unusable ? e.getMessage() : e.toString()));
        System.exit(command.execute(args));
    }

    private static int failed(String message) {
        System.err.println("orders: " + message);
        return 2;
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("orders");
        try (Cluster cluster = Cluster.prepare(bootstrapServers, OrdersApp.ID, TOPICS, OrdersApp.PARTITIONS);
                Totals totals = new Totals(bootstrapServers);
                Writers writers = new Writers(bootstrapServers, totals);
                InstanceProcess a = new InstanceProcess(bootstrapServers, "a", directory);
                InstanceProcess b = new InstanceProcess(bootstrapServers, "b", directory)) {
            Failover failover = new Failover(cluster, totals, writers, a, b);
            if (failover.settle()) {
                failover.killOne();
            }
            return failover.judge() ? 0 : 1;
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Iterator<Path> left = files.sorted(Comparator.reverseOrder()).iterator(); left.hasNext(); ) {
                Files.delete(left.next());
            }
        }
    }
}
