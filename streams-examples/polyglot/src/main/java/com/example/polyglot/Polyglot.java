package com.example.polyglot;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same keys, written in Python, JavaScript and Java, are in the same partitions; {@code keystead verify} looks. */
@Command(
        name = "polyglot",
        mixinStandardHelpOptions = true,
        description = "Producers in Python, JavaScript and Java write the same keys to the same partitions.")
final class Polyglot implements Callable<Integer> {
    private static final int PARTITIONS = 13;
    private static final int ORDERS = 20_000;

    /** What other programs end with if something is missing, and this one too. */
    private static final int MISSING = 2;

    @Option(names = "--bootstrap-server", required = true, paramLabel = "HOST:PORT", description = "The Kafka to use.")
    private String bootstrapServers = "";

    public static void main(String[] args) {
        System.exit(new CommandLine(new Polyglot())
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
        System.err.println("polyglot: " + reasons.lines().collect(Collectors.joining(" ")));
        return exitCode;
    }

    @Override
    public Integer call() throws Exception {
        Tree tree = Tree.find();
        try (RunTopics topics = new RunTopics(bootstrapServers, "polyglot")) {
            String topic = topics.create("orders", PARTITIONS);
            String[] arguments = {bootstrapServers, topic, Integer.toString(ORDERS)};
            Report report = new Report(ORDERS);
            progress("Python writes %,d orders", ORDERS);
            report.written("Python", output("Python", tree.python(arguments)));
            progress("JavaScript writes the same");
            report.written("JavaScript", output("JavaScript", tree.javascript(arguments)));
            progress("Java writes the same");
            report.written("Java", JavaOrders.write(bootstrapServers, topic, ORDERS));
            progress("keystead verify reads them all");
            report.verified(Program.run(tree.keystead(
                    "verify",
                    topic,
                    "--bootstrap-server",
                    bootstrapServers,
                    "--base",
                    "murmur2/12",
                    "--weights",
                    "12:2.5",
                    "--client-header",
                    "keystead.client.id")));
            report.placed(bootstrapServers, topic);
            return report.isGood() ? 0 : 1;
        }
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
            throw new Unusable(language + ": " + e.getMessage() + "; compat-tests/install-clients installs it", e);
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

    private static void progress(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
