package io.keystead.kafka.consumer;

import static io.keystead.kafka.consumer.SimulatedGroup.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.kafka.producer.ClientJvm;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar that users drop in, beside old and new clients in one group, each in a JVM of its own that can be killed. */
class AssignorJarIT {
    private static final String NEWEST = "4.4.0";
    private static final String RANGE = "org.apache.kafka.clients.consumer.RangeAssignor";

    private static LocalKafka kafka;
    private static Topics topics;

    /** A consumer in a JVM. */
    private static final class Running {
        final Process process;
        final Queue<String> lines = new ConcurrentLinkedQueue<>();
        volatile Set<String> owned = Set.of();

        Running(Process process, Set<String> read) {
            this.process = process;
            new Thread(() -> follow(read)).start();
        }

        private void follow(Set<String> read) {
            try (BufferedReader output = process.inputReader()) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    if (line.startsWith("owns ")) {
                        owned = new TreeSet<>(List.of(line.substring(5).split(" ", -1)));
                    } else if (line.startsWith("read ")) {
                        read.add(line.substring(5));
                    } else {
                        lines.add(line);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final Map<String, Running> running = new TreeMap<>();
    private final Set<String> read = ConcurrentHashMap.newKeySet();

    @BeforeAll
    static void start() {
        // A killed member holds its group up until its session ends.
        kafka = LocalKafka.builder()
                .brokerConfig("group.min.session.timeout.ms", "1000")
                .start();
        topics = new Topics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    @AfterEach
    void end() {
        running.values().forEach(consumer -> consumer.process.destroyForcibly());
    }

    private void join(String name, String version, String topic, String assignors) throws IOException {
        Process process = ClientJvm.start(
                version,
                ConsumerProbe.class,
                List.of(
                        topic,
                        "bootstrap.servers=" + kafka.bootstrapServers(),
                        "group.id=" + topic,
                        "partition.assignment.strategy=" + assignors,
                        "keystead.member.id=" + name,
                        "session.timeout.ms=3000",
                        "heartbeat.interval.ms=300",
                        "auto.commit.interval.ms=300",
                        "auto.offset.reset=earliest"));
        running.put(name, new Running(process, read));
    }

    /** The first to join leads, so the old client's own code checks and hands over what the assignor says. */
    @ParameterizedTest
    @CsvSource({"3.0.2,cooperative", "3.9.2,eager", "4.4.0,cooperative"})
    void whoIsKilledAndComesBackFindsItsPartitionsAndNoRecordIsLost(String version, String mode) throws Exception {
        String topic = "orders-" + version;
        topics.create(topic, 12, 1);
        String assignors = HrwAssignor.class.getName() + (mode.equals("eager") ? "," + RANGE : "");
        try (Traffic traffic = new Traffic(kafka.bootstrapServers(), Map.of(topic, 12))) {
            join("a", version, topic, assignors);
            await("a to have all", () -> counts().equals(List.of(12)));
            join("b", version, topic, assignors);
            join("c", NEWEST, topic, assignors);
            await("all to have some", () -> counts().size() == 3 && total() == 12 && !counts().contains(0));
            Map<String, Set<String>> before = owned();

            kill("b");
            await("the others to take over", () -> total() == 12);
            join("b", version, topic, assignors);
            await("b to have what it had", () -> owned().equals(before));

            List<String> written = traffic.stop();
            await("every record to be read", () -> read.containsAll(written));
            assertThat(at(running, "a").lines).contains("kafka-clients " + version);
            assertThat(at(running, "c").lines).contains("kafka-clients " + NEWEST);
        }
    }

    private void kill(String name) throws InterruptedException {
        Process process = at(running, name).process;
        process.destroyForcibly();
        process.waitFor();
        running.remove(name);
    }

    private Map<String, Set<String>> owned() {
        return running.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        each -> each.getValue().owned.stream()
                                .filter(partition -> !partition.isEmpty())
                                .collect(Collectors.toCollection(TreeSet::new))));
    }

    private List<Integer> counts() {
        return owned().values().stream().map(Set::size).toList();
    }

    private int total() {
        return counts().stream().mapToInt(Integer::intValue).sum();
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + 90_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("waited for %s; now %s, said %s", what, owned(), said())
                    .isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private List<String> said() {
        return running.values().stream()
                .flatMap(consumer -> consumer.lines.stream())
                .toList();
    }
}
