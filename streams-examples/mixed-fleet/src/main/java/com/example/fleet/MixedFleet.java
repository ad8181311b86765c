package com.example.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs three racks of unequal machines, writes by weight, and cuts the power of one rack. */
@Command(
        name = "mixed-fleet",
        mixinStandardHelpOptions = true,
        version = "1.0",
        description =
                "Runs three racks of unequal machines on partitions of unequal weight, cuts the power of one rack, and "
                        + "checks who gets what.")
final class MixedFleet implements Callable<Integer> {
    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT",
            description = "The Kafka to use. The example makes topics there and deletes them at its end.")
    private String bootstrapServers = "";

    /** Ends with 0 if loads are by weight and the standbys went on, 1 if not, 2 if it could not be tried. */
    public static void main(String[] args) {
        CommandLine command = new CommandLine(new MixedFleet());
        command.setParameterExceptionHandler((e, arguments) -> failed(e.getMessage() + "; allowed: see --help"));
        command.setExecutionExceptionHandler(
                (e, self, parsed) -> failed(e instanceof Unusable ? e.getMessage() : e.toString()));
        System.exit(command.execute(args));
    }

    private static int failed(String message) {
        System.err.println("mixed-fleet: " + message);
        return 2;
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("mixed-fleet");
        try (Cluster cluster = Cluster.prepare(bootstrapServers);
                RackProcess a = rack("a", directory);
                RackProcess b = rack("b", directory);
                RackProcess c = rack("c", directory)) {
            Fleet fleet = new Fleet(cluster, List.of(a, b, c));
            fleet.settle();
            fleet.write(bootstrapServers);
            fleet.lose(a);
            return fleet.judge() ? 0 : 1;
        } finally {
            delete(directory);
        }
    }

    /** A small machine and a large one. */
    private RackProcess rack(String name, Path directory) throws IOException {
        return new RackProcess(bootstrapServers, name, Map.of(name + "1", 1, name + "2", 3), directory);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Iterator<Path> left = files.sorted(Comparator.reverseOrder()).iterator(); left.hasNext(); ) {
                Files.delete(left.next());
            }
        }
    }
}
