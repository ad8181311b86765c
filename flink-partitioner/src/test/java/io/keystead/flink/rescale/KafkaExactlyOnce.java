package io.keystead.flink.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From Kafka and to Kafka exactly once, while tasks and the job's manager fail and the job is rescaled. */
class KafkaExactlyOnce {
    /** Of both topics. */
    static final int PARTITIONS = 6;
    /** The system property that names the broker. */
    static final String BOOTSTRAP_SERVERS = "keystead.test.bootstrap.servers";
    /** The system property that the topics' names begin with. */
    static final String TOPICS = "keystead.test.topics";

    private static final List<Integer> PARALLELISMS = List.of(4, 5, 3);
    private static final long COUNT = 6_000;

    @TempDir
    static Path directory;

    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = Cluster.start(directory, 2, 4, Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void forget() {
        Faults.reset();
        Findings.reset();
    }

    @Test
    void whatIsCommittedIsEachResultOnce() throws Exception {
        String name = System.getProperty(TOPICS, "unset");
        KafkaJob job = new KafkaJob(System.getProperty(BOOTSTRAP_SERVERS, "unset"), name + "-in", name + "-out");
        try (Feed feed = new Feed(job.bootstrapServers(), job.in(), new Events(COUNT, false))) {
            String from = null;
            long part = COUNT / PARALLELISMS.size() / 4;
            for (int stage = 0; stage < PARALLELISMS.size(); stage++) {
                long begin = COUNT * stage / PARALLELISMS.size();
                int parallelism = PARALLELISMS.get(stage);
                JobID id = cluster.submit(job.at(parallelism), from);
                cluster.awaitRunning(id, parallelism);
                feed.upTo(begin + part);
                failTask(id, parallelism, feed, begin + 2 * part);
                failManager(id, parallelism, feed, begin + 3 * part);
                feed.upTo(COUNT * (stage + 1) / PARALLELISMS.size());
                if (stage < PARALLELISMS.size() - 1) {
                    from = cluster.stopWithSavepoint(id, directory, SavepointFormatType.CANONICAL);
                } else {
                    assertThat(committed(job, COUNT)).isEqualTo(feed.expected());
                    cluster.cancel(id);
                }
                if (stage > 0) {
                    Tally.rescale(Movement.of(PARALLELISMS.get(stage - 1), parallelism));
                }
            }
            // Nothing came after it.
            assertThat(committed(job, COUNT)).isEqualTo(feed.expected());
            assertThat(Findings.wrong()).isEmpty();
            Tally.run("Kafka, exactly once", feed.expected().size());
        }
    }

    private static void failTask(JobID job, int parallelism, Feed feed, long end) throws Exception {
        long checkpoint = cluster.awaitCheckpoint(job);
        Faults.failOnce();
        feed.upTo(end);
        Cluster.until("the task fails", Faults::failed);
        cluster.awaitRestored(job, checkpoint, parallelism);
        Tally.fault();
    }

    private static void failManager(JobID job, int parallelism, Feed feed, long end) throws Exception {
        long checkpoint = cluster.awaitCheckpoint(job);
        feed.upTo(end);
        cluster.failJobManager(job);
        cluster.awaitRestored(job, checkpoint, parallelism);
        Tally.fault();
    }

    /** All that is committed, each record once, when it is at least so many. */
    private static Map<String, String> committed(KafkaJob job, long atLeast) throws Exception {
        List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(job.out(), partition))
                .toList();
        Map<String, String> committed = new TreeMap<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", job.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Cluster.until(
                    atLeast + " records committed",
                    () -> {
                        for (ConsumerRecord<String, String> entry : consumer.poll(Duration.ofMillis(100))) {
                            String before = committed.put(entry.key(), entry.value());
                            assertThat(before)
                                    .as("%s was put out before", entry.key())
                                    .isNull();
                        }
                        return committed.size() >= atLeast && atEnd(consumer);
                    },
                    committed::size);
        }
        return committed;
    }

    private static boolean atEnd(KafkaConsumer<String, String> consumer) {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
