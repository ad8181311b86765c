package io.keystead.cli;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code keystead sandbox}: a real Kafka on this machine until Ctrl-C. */
@Command(
        name = "sandbox",
        description =
                "Run a real Kafka on this machine until Ctrl-C; prints its bootstrap servers when it can be used.")
final class SandboxCommand implements Callable<Integer> {
    private static final int MAX_BROKERS = 9;
    private static final int MAX_PORT = 65_535;

    private final Keystead keystead;

    @Option(names = "--brokers", paramLabel = "COUNT", description = "1 (the default) to 9.")
    private String brokers = "1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the first broker, 9092 by default; the others have the next ones. 0: any free ones.")
    private String port = "9092";

    @Option(
            names = "--topic",
            paramLabel = "NAME:PARTITIONS",
            description = "Create a topic; may be given several times.")
    private List<String> topics = new ArrayList<>();

    @Option(
            names = "--dir",
            paramLabel = "DIRECTORY",
            description = "Keep the data here, absent or empty, and the log beside it; deleted at the end by default.")
    private @Nullable Path directory;

    SandboxCommand(Keystead keystead) {
        this.keystead = keystead;
    }

    @Override
    public Integer call() throws Exception {
        int count = Numbers.parse("--brokers", brokers, 1, MAX_BROKERS);
        int first = Numbers.parse("--port", port, 0, MAX_PORT + 1 - count);
        List<TopicSpec> specs =
                topics.stream().map(text -> TopicSpec.parse("--topic", text)).toList();
        checkFree(first, count);
        checkDirectory();
        return Interruption.during(() -> run(specs, count, first));
    }

    private int run(List<TopicSpec> specs, int count, int first) {
        try (KafkaLog log = log();
                LocalKafka kafka = start(count, first)) {
            create(specs, kafka);
            keystead.console().print(kafka.bootstrapServers() + "\n");
            keystead.console().note("Kafka runs; its log is " + log.file() + "; Ctrl-C ends it");
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The way out; Kafka is stopped by now.
        }
        return ExitCode.INTERRUPTED;
    }

    private KafkaLog log() {
        return directory == null ? KafkaLog.temporary(false) : KafkaLog.keptIn(Path.of(directory + ".log"));
    }

    /** Looks before Kafka does, since a message that names the option is worth more than one that names a socket. */
    private static void checkFree(int first, int count) {
        for (int port = first; first > 0 && port < first + count; port++) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                throw new BadInput(
                        "--port",
                        port + " is in use; allowed: a port that is free"
                                + (count > 1 ? ", and so are the " + (count - 1) + " after it" : "")
                                + ", for example --port 0",
                        e);
            }
        }
    }

    /** Looks before the log is opened beside it, so that nothing is written where it is refused. */
    private void checkDirectory() {
        if (directory != null) {
            String problem = problem(directory);
            if (!problem.isEmpty()) {
                throw new BadInput(
                        "--dir", "\"" + directory + "\" " + problem + "; allowed: a directory that is absent or empty");
            }
        }
    }

    private static String problem(Path directory) {
        if (directory.toString().isEmpty()) {
            return "is empty";
        }
        if (directory.toAbsolutePath().toString().contains(",")) {
            return "has a comma in its path, which Kafka splits at";
        }
        if (Files.notExists(directory)) {
            return "";
        }
        if (!Files.isDirectory(directory)) {
            return "is not a directory";
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.findAny().isPresent() ? "is not empty" : "";
        } catch (IOException e) {
            throw Unreadable.file("--dir", directory, e);
        }
    }

    private LocalKafka start(int count, int first) {
        LocalKafka.Builder builder = LocalKafka.builder().brokers(count);
        if (first > 0) {
            builder.port(first);
        }
        if (directory != null) {
            builder.directory(directory);
        }
        return BadInput.from("--dir", builder::start);
    }

    private static void create(List<TopicSpec> specs, LocalKafka kafka) throws InterruptedException {
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            for (TopicSpec spec : specs) {
                topics.create(spec.name(), spec.partitions(), Math.min(3, kafka.brokers()));
            }
        } catch (IllegalStateException e) {
            throw new BadInput("--topic", String.valueOf(e.getMessage()), e);
        }
    }
}
