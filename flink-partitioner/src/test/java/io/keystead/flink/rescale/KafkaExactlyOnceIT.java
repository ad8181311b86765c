package io.keystead.flink.rescale;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs {@link KafkaExactlyOnce} against a broker.
 *
 * <p>In a JVM of its own: the connector's transactions need the very Kafka client that it is made for, which is not the
 * broker's.
 */
class KafkaExactlyOnceIT {
    @TempDir
    static Path directory;

    private static LocalKafka kafka;
    private static Topics topics;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        topics = new Topics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    @Test
    void whatIsCommittedIsEachResultOnce() throws Exception {
        exactlyOnce("v2", "flink-2");
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"v1.20, flink-1.20", "older/v2.0, flink-2.0", "older/v2.1, flink-2.0", "older/v2.2, flink-2"})
    void whatIsCommittedIsEachResultOnceOnEveryFlink(String line, String connector) throws Exception {
        exactlyOnce(line, connector);
    }

    private static void exactlyOnce(String line, String connector) throws Exception {
        String name = line.replace('/', '-');
        topics.create(name + "-in", KafkaExactlyOnce.PARTITIONS, 1);
        topics.create(name + "-out", KafkaExactlyOnce.PARTITIONS, 1);
        new Child(line, connector, directory)
                .run(
                        "all",
                        Map.of(
                                KafkaExactlyOnce.BOOTSTRAP_SERVERS,
                                kafka.bootstrapServers(),
                                KafkaExactlyOnce.TOPICS,
                                name),
                        KafkaExactlyOnce.class);
    }
}
