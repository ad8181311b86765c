package io.keystead.kafka.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.keystead.kafka.ReferencePage;
import io.keystead.kafka.consumer.AssignorConfig;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what the code says; with -Dkeystead.docs.write=true this test writes it. */
class ErrorsReferenceTest {
    private static final Set<Integer> TWELVE = IntStream.range(0, 12).boxed().collect(Collectors.toUnmodifiableSet());
    private static final String RECORD_KEY = "{\"type\":\"record\",\"name\":\"K\",\"fields\":[]}";

    private static final List<List<String>> AT_THE_START = List.of(
            List.of("keystead.partition=0-11"),
            List.of("keystead.partitions=0..11"),
            List.of("keystead.partitions=0-11,3"),
            List.of("keystead.weights=8-11"),
            List.of("keystead.weights=3:0"),
            List.of("keystead.topic.orders.base=12"),
            List.of("keystead.topic.orders.base=crc32/12"),
            List.of("keystead.topic.orders.base=murmur2/12", "keystead.topic.orders.weights=3:2"),
            List.of("keystead.base=murmur2/12", "keystead.slot.bits=16"),
            List.of("keystead.slot.bits=21"),
            List.of("keystead.cache.entries=-1"),
            List.of("keystead.hash=md5"),
            List.of("keystead.seed=0xg"),
            List.of("keystead.hash=siphash-2-4"),
            List.of("keystead.hash=siphash-2-4", "keystead.secret.file=/no/such/file"),
            List.of("keystead.hash=siphash-2-4", "keystead.seed=7"),
            List.of("keystead.secret.file=/etc/kafka/keystead.secret"),
            List.of("keystead.key.encoding=avro"),
            List.of("keystead.key.encoding=avro-canonical"),
            List.of("keystead.key.schema=" + RECORD_KEY),
            List.of(
                    "keystead.base=murmur2/12",
                    "keystead.key.encoding=avro-canonical",
                    "keystead.key.schema=" + RECORD_KEY),
            List.of("keystead.hot.keys.file=/no/such/file"),
            List.of("keystead.hot.keys.sample=2000000"),
            List.of("keystead.hot.keys.show=yes"));

    private static final List<List<String>> OF_A_TOPIC = List.of(
            List.of("keystead.topic.orders.base=murmur2/16"),
            List.of("keystead.topic.orders.partitions=0-12"),
            List.of("keystead.topic.orders.weights=12:2"));

    private static final List<List<String>> OF_CONSUMERS = List.of(
            List.of("keystead.member.name=orders-7"),
            List.of("keystead.member.weight=0"),
            List.of("keystead.assignor.slack=-0.1"),
            List.of("keystead.assignor.colocate=yes"));

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        ReferencePage.check("errors.md", page());
    }

    private static String page() {
        return """
                # Error messages

                Every message is one line with the value, where it comes from, and what is allowed. A test writes this page: these are the code's own
                words for the properties at the left.

                ## When a producer starts

                A `org.apache.kafka.common.config.ConfigException` from the producer's constructor; Kafka's client may wrap it in a
                `KafkaException`. Streams and Flink's sink, and `keystead` with exit code 2, check alike.

                """ + table(AT_THE_START, properties -> new TopologyConfig(properties)) + """

                ## When a record is sent

                An `org.apache.kafka.common.errors.InvalidConfigurationException` for the record's callback and future. The producer works on for its other topics, and for this one
                when the metadata shows what is missing. Here `orders` has 12 partitions:

                """
                + table(OF_A_TOPIC, properties -> new TopologyConfig(properties).topology("orders", TWELVE)) + """

                A key that has no owner because its bytes cannot be read is an `InvalidRecordException`: [avro-keys.md](avro-keys.md#what-is-one-key).

                ## When a consumer starts

                """
                + table(OF_CONSUMERS, properties -> new AssignorConfig(properties)) + """

                Two members under one name and the like are log lines: [consumers.md](consumers.md#when-something-is-wrong).

                ## Elsewhere

                - Kafka Streams: [streams.md](streams.md#errors).
                - Flink's keyBy and savepoints: [flink.md](flink.md#coming-and-going).
                - The command: a line that begins with `keystead COMMAND:`, and exit code 2.
                """;
    }

    /** Something that refuses properties. */
    private interface Reader {
        Object read(Map<String, String> properties);
    }

    private static String table(List<List<String>> cases, Reader reader) {
        StringBuilder table = new StringBuilder("| set | says |\n|---|---|\n");
        for (List<String> lines : cases) {
            Map<String, String> properties = new LinkedHashMap<>();
            for (String line : lines) {
                properties.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
            }
            Throwable refused = catchThrowable(() -> reader.read(properties));
            assertThat(refused).as("refusal of %s", lines).isNotNull();
            String message = String.valueOf(refused.getMessage());
            assertThat(message).as("message for %s", lines).doesNotContain("\n");
            table.append("| ")
                    .append(lines.stream().map(line -> '`' + line + '`').collect(Collectors.joining("<br>")))
                    .append(" | ")
                    .append(message.replace("|", "\\|").replace("<", "&lt;"))
                    .append(" |\n");
        }
        return table.toString();
    }
}
