package com.example.polyglot;

import com.example.harness.Cluster;
import com.example.harness.Example;
import com.example.harness.Screen;
import com.example.harness.Unusable;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** The same keys, written in Python, JavaScript and Java, are in the same partitions; {@code keystead verify} looks. */
@Command(
        name = "polyglot",
        description = "Producers in Python, JavaScript and Java write the same keys to the same partitions.")
final class Polyglot extends Example {
    private static final String ORDERS = "example-polyglot-orders";
    private static final int PARTITIONS = 13;
    private static final int COUNT = 20_000;

    /** What other programs end with if something is missing, and this one too. */
    private static final int MISSING = 2;

    public static void main(String[] args) {
        main(new Polyglot(), args);
    }

    @Override
    protected String run(Cluster cluster, Path directory, Screen screen) throws Exception {
        Tree tree = Tree.find();
        cluster.create(ORDERS, PARTITIONS);
        String bootstrapServers = cluster.bootstrapServers();
        String[] arguments = {bootstrapServers, ORDERS, Integer.toString(COUNT)};
        Report report = new Report(screen, COUNT);
        screen.note("Python writes %,d orders", COUNT);
        report.written("Python", output("Python", tree.python(arguments)));
        screen.note("JavaScript writes the same");
        report.written("JavaScript", output("JavaScript", tree.javascript(arguments)));
        screen.note("Java writes the same");
        report.written("Java", JavaOrders.write(bootstrapServers, ORDERS, COUNT));
        screen.note("keystead verify reads them all");
        report.verified(Program.run(tree.keystead(
                "verify",
                ORDERS,
                "--bootstrap-server",
                bootstrapServers,
                "--base",
                "murmur2/12",
                "--weights",
                "12:2.5",
                "--client-header",
                "keystead.client.id")));
        report.placed(bootstrapServers, ORDERS);
        return "Every key is in one partition, whatever language wrote it.";
    }

    /**
     * What a producer prints, which is its client's name and version.
     *
     * @throws Unusable if it lacks something
     */
    private static String output(String language, List<String> command) throws Exception {
        Program program;
        try {
            program = Program.run(command);
        } catch (Unusable e) {
            throw new Unusable(language + ": " + e.getMessage() + "; compat-tests/install-clients installs it");
        }
        if (program.exitCode() == MISSING) {
            // It has said how to get it.
            throw new Unusable(language + ": " + program.err());
        }
        if (program.exitCode() != 0) {
            throw new IllegalStateException(language + ": " + program.err());
        }
        return program.out().strip();
    }
}
