package com.example.harness;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * An example: its options, what it ends with (0 if it has shown what it claims, 1 if not, 2 if it could not be tried), and that
 * nothing of it is left, also when it is ended early.
 */
@Command(mixinStandardHelpOptions = true, version = "1.0")
public abstract class Example implements Callable<Integer> {
    /**
     * Two processes that are told to end one after the other, 30 s each; groups, 20 s; and the four requests that list and delete,
     * 10 s each.
     */
    private static final int PATIENCE_SECONDS = 120;

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT",
            description = "The Kafka to use. The example makes topics there and deletes them at its end.")
    private String bootstrapServers = "";

    @Option(names = "--json", description = "Print what was found as one JSON object.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private volatile boolean endsEarly;

    /**
     * Runs it.
     *
     * @param directory which is deleted at the end
     * @return what has been shown, in a sentence, if all was as the screen was told to expect
     * @throws Unusable if it cannot be tried
     */
    protected abstract String run(Cluster cluster, Path directory, Screen screen) throws Exception;

    /** Runs an example and ends this process. */
    protected static void main(Example example, String... arguments) {
        System.exit(new CommandLine(example)
                .setParameterExceptionHandler(
                        (failure, given) -> example.failed(failure.getMessage() + "; allowed: see --help", 2))
                .setExecutionExceptionHandler((failure, command, given) ->
                        example.failed(reasons(failure), failure instanceof Unusable ? 2 : 1))
                .execute(arguments));
    }

    private int failed(String reason, int exitCode) {
        if (!endsEarly) {
            System.err.println(spec.name() + ": " + reason.lines().collect(Collectors.joining(" ")));
        }
        return exitCode;
    }

    private static String reasons(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(reason -> !(reason instanceof ExecutionException))
                .map(reason -> reason.getMessage() == null ? reason.toString() : reason.getMessage())
                .distinct()
                .collect(Collectors.joining(": "));
    }

    @Override
    public final Integer call() throws Exception {
        Thread worker = Thread.currentThread();
        CountDownLatch left = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endEarly(worker, left)));
        Screen screen = new Screen(spec.name(), json);
        try (TemporaryDirectory directory = new TemporaryDirectory(spec.name());
                Cluster cluster = Cluster.connect(bootstrapServers, "example-" + spec.name() + "-")) {
            return screen.end(run(cluster, directory.path(), screen)) ? 0 : 1;
        } finally {
            left.countDown();
        }
    }

    /**
     * At Ctrl-C and TERM: the thread that runs the example leaves its try statements, which close what they opened in order, and
     * last delete the topics, to which nobody writes any more.
     */
    private void endEarly(Thread worker, CountDownLatch left) {
        if (left.getCount() == 0) {
            return;
        }
        endsEarly = true;
        System.err.println(spec.name() + ": is ended early; deletes what it made...");
        worker.interrupt();
        try {
            if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(spec.name() + ": gave up after " + PATIENCE_SECONDS
                        + " s; topics may be left whose names begin with example-" + spec.name() + "-");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
