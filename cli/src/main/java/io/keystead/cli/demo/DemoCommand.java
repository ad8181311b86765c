package io.keystead.cli.demo;

import io.keystead.cli.BadInput;
import io.keystead.cli.Console;
import io.keystead.cli.ExitCode;
import io.keystead.cli.KafkaLog;
import io.keystead.cli.Keystead;
import io.keystead.cli.Numbers;
import io.keystead.cli.Progress;
import io.keystead.sandbox.LocalKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code keystead demo}: what growth moves, on a real Kafka. */
@Command(
        name = "demo",
        description =
                "Grow a topic on a real Kafka, with its default partitioner and with rendezvous hashing, and compare what"
                        + " moves. Needs nothing but this machine, and leaves nothing behind.")
public final class DemoCommand implements Callable<Integer> {
    private static final int MAX_PARTITIONS = 200;

    private final Keystead keystead;

    @Option(
            names = "--partitions",
            paramLabel = "COUNT",
            description = "How many partitions the topics have first; 12 by default.")
    private String partitions = "12";

    @Option(names = "--grow-to", paramLabel = "COUNT", description = "How many they have then; one more by default.")
    private @Nullable String growTo;

    @Option(
            names = "--keys",
            paramLabel = "FILE",
            description =
                    "Keys to use in place of Debian's package names: a file of one key a line, or CSV, TSV or JSON lines with"
                            + " the keys under key and, if there are sizes, those under bytes; also compressed by gzip.")
    private @Nullable Path keyFile;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /**
     * The command.
     *
     * @param keystead what this is a command of
     */
    public DemoCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() throws Exception {
        int from = Numbers.parse("--partitions", partitions, 1, MAX_PARTITIONS - 1);
        int to = growTo == null ? from + 1 : Numbers.parse("--grow-to", growTo, from + 1, MAX_PARTITIONS);
        Growth growth = new Growth(from, to);
        KeySet keys = keyFile == null ? KeyFile.builtIn() : KeyFile.read(keyFile);
        Payload payload = new Payload(keys.largest());
        Report report = Judge.judge(
                growth, keys, payload.factor(), KafkaLog.during(keystead, () -> seen(growth, keys, payload)));
        Console console = keystead.console();
        if (keys.repeated() > 0) {
            console.note("keys that came again: " + keys.repeated() + ", each counted once");
        }
        console.print(json ? ReportJson.of(report) : ReportText.of(report, console.color()));
        return report.holds() ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private Map<Scheme, List<Sighting>> seen(Growth growth, KeySet keys, Payload payload) throws InterruptedException {
        Console console = keystead.console();
        try (Progress progress = Progress.of(console, "demo", Experiment.steps(growth, keys))) {
            progress.now("Kafka starts");
            try (LocalKafka kafka = start()) {
                return run(new Experiment(kafka.bootstrapServers(), growth, keys, payload), progress);
            }
        }
    }

    private static Map<Scheme, List<Sighting>> run(Experiment experiment, Progress progress)
            throws InterruptedException {
        try {
            return experiment.run(progress);
        } catch (IllegalStateException e) {
            throw new BadInput("Kafka", String.valueOf(e.getMessage()), e);
        } finally {
            // Kafka is to be stopped in peace, and its clients set the flag again when they are interrupted.
            Thread.interrupted();
        }
    }

    private static LocalKafka start() {
        try {
            return LocalKafka.start();
        } catch (IllegalStateException e) {
            throw new BadInput("Kafka", String.valueOf(e.getMessage()), e);
        }
    }
}
