package com.example.orders;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Runs two instances of {@link OrdersApp}, kills one while orders are written, and checks all totals. */
@Command(
        name = "orders",
        description =
                "Runs two instances of a Streams application, kills one while orders with Avro keys are written, and "
                        + "checks that all totals are exact.")
final class Orders extends Example {
    public static void main(String[] args) {
        main(new Orders(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        for (String topic : OrdersApp.TOPICS) {
            cluster.create(topic, OrdersApp.PARTITIONS);
        }
        cluster.uses(OrdersApp.ID);
        String bootstrapServers = cluster.bootstrapServers();
        try (Totals totals = new Totals(bootstrapServers);
                Writers writers = new Writers(bootstrapServers, totals);
                InstanceProcess a = new InstanceProcess(bootstrapServers, "a", directory);
                InstanceProcess b = new InstanceProcess(bootstrapServers, "b", directory)) {
            Failover failover = new Failover(bootstrapServers, screen, totals, writers, a, b);
            if (failover.settle()) {
                failover.killOne();
            }
            failover.judge();
        }
        return "Every total is exact over the death of an instance, and its standby went on.";
    }
}
