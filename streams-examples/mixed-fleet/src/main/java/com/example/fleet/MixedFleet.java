package com.example.fleet;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Runs three racks of unequal machines, writes by weight, and cuts the power of one rack. */
@Command(
        name = "mixed-fleet",
        description =
                "Runs three racks of unequal machines on partitions of unequal weight, cuts the power of one rack, and "
                        + "checks who gets what.")
final class MixedFleet extends Example {
    public static void main(String[] args) {
        main(new MixedFleet(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        cluster.create(FleetApp.CLICKS, FleetApp.PARTITIONS);
        cluster.uses(FleetApp.ID, FleetApp.GROUP);
        String bootstrapServers = cluster.bootstrapServers();
        try (RackProcess a = rack(bootstrapServers, "a", directory);
                RackProcess b = rack(bootstrapServers, "b", directory);
                RackProcess c = rack(bootstrapServers, "c", directory)) {
            List<RackProcess> racks = List.of(a, b, c);
            try {
                Fleet fleet = new Fleet(cluster, screen, racks);
                fleet.settle();
                fleet.write();
                fleet.lose(a);
            } finally {
                // All, before one is waited for.
                for (RackProcess rack : racks) {
                    rack.end();
                }
            }
        }
        screen.line("");
        return "Work is by weight, and a lost rack's tasks went on in the others with what they knew.";
    }

    /** A small machine and a large one. */
    private static RackProcess rack(String bootstrapServers, String name, Path directory) throws IOException {
        return new RackProcess(bootstrapServers, name, Map.of(name + "1", 1, name + "2", 3), directory);
    }
}
