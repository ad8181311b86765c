package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void it_is_a_kafka_with_the_topics_until_it_is_interrupted() throws Exception {
        Path data = directory.resolve("data");
        Command command = new Command(InputStream.nullInputStream());
        CompletableFuture<Command.Result> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> result.complete(command.execute(
                "sandbox", "--port", "0", "--dir", data.toString(), "--topic", "orders:3", "--topic", "returns:1")));
        thread.start();
        String bootstrapServers = firstLine(command, result);

        assertThat(partitions(bootstrapServers)).containsExactlyInAnyOrderEntriesOf(Map.of("orders", 3, "returns", 1));
        thread.interrupt();

        assertThat(result.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(130);
        assertThat(command.out()).isEqualTo(bootstrapServers + "\n");
        assertThat(command.err()).isEqualTo("Kafka runs; its log is " + data + ".log; Ctrl-C ends it\n");
        assertThat(Path.of(data + ".log")).exists();
        assertThat(data).isNotEmptyDirectory();
    }

    @Test
    void a_port_in_use_is_named() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Command.Result result = Command.run("sandbox", "--port", Integer.toString(taken.getLocalPort()));

            assertThat(result.err())
                    .isEqualTo("keystead sandbox: --port: " + taken.getLocalPort()
                            + " is in use; allowed: a port that is free, for example --port 0\n");
            assertThat(result.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void a_topic_given_twice_is_refused_in_kafka_s_words_and_nothing_runs_on() throws IOException {
        Command.Result result = Command.run(
                "sandbox",
                "--port",
                "0",
                "--dir",
                directory.resolve("x").toString(),
                "--topic",
                "a:1",
                "--topic",
                "a:1");

        assertThat(result.err()).isEqualTo("keystead sandbox: --topic: Topic 'a' already exists.\n");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(Files.exists(directory.resolve("x.log"))).isTrue();
    }

    private static String firstLine(Command command, CompletableFuture<Command.Result> result)
            throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!command.out().endsWith("\n")) {
            assertThat(result).as(command.err()).isNotDone();
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(20);
        }
        return command.out().strip();
    }

    private static Map<String, Integer> partitions(String bootstrapServers) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            return admin
                    .describeTopics(List.copyOf(admin.listTopics().names().get()))
                    .allTopicNames()
                    .get()
                    .values()
                    .stream()
                    .collect(java.util.stream.Collectors.toMap(
                            topic -> topic.name(), topic -> topic.partitions().size()));
        }
    }
}
