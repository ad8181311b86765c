package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever ends an example, and what keeps it from being tried; that nothing is left is looked at after each. */
@ExtendWith(EmptyKafka.class)
class EarlyEndIT {
    private static final int INTERRUPTED = 130;

    @ParameterizedTest
    @CsvSource({
        "orders, orders are being written",
        "flink-orders, it stops with a savepoint",
        "hot-key, a Streams application adds up both",
    })
    void ctrlCLeavesNothingBehind(String example, String note, LocalKafka kafka) throws Exception {
        Example ended =
                Example.interrupted(note, Example.command(example, "--bootstrap-server", kafka.bootstrapServers()));

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(INTERRUPTED);
        assertThat(ended.err().lines())
                .last()
                .asString()
                .isEqualTo(example + ": is ended early; deletes what it made...");
    }

    @Test
    void topicsOfAnEarlierRunAreNamedAndStay(LocalKafka kafka) throws Exception {
        String topic = "example-orders-payments";
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            topics.create(topic, 1, 1);
        }

        Example refused = Example.run("orders", "--bootstrap-server", kafka.bootstrapServers());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "orders: --bootstrap-server " + kafka.bootstrapServers()
                                + " has topics of an earlier run, or of one that is not over: " + topic
                                + "; allowed: a Kafka without them (kafka-topics.sh --delete --topic 'example-orders-.*' deletes them)\n");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            assertThat(admin.listTopics().names().get()).containsExactly(topic);
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    @Test
    void groupsThatWereThereAreNamedAndStay(LocalKafka kafka) throws Exception {
        String group = "example-orders-readers";
        try (Topics topics = new Topics(kafka.bootstrapServers());
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            topics.create("kept", 1, 1);
            admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition("kept", 0), new OffsetAndMetadata(0)))
                    .all()
                    .get();

            Example refused = Example.run("orders", "--bootstrap-server", kafka.bootstrapServers());

            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err())
                    .isEqualTo("orders: --bootstrap-server " + kafka.bootstrapServers()
                            + " has groups of an earlier run, or of one that is not over: " + group
                            + "; allowed: a Kafka without them (kafka-consumer-groups.sh --delete --group " + group
                            + " deletes them)\n");
            assertThat(admin.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .containsExactly(group);
            admin.deleteConsumerGroups(List.of(group)).all().get();
            admin.deleteTopics(List.of("kept")).all().get();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nowhere, Invalid url in bootstrap.servers: nowhere",
        "127.0.0.1:1, Timed out waiting for a node assignment. Call: listTopics",
    })
    void aKafkaThatIsNotThereIsOneLine(String address, String reason) throws Exception {
        Example refused = Example.run("mixed-fleet", "--bootstrap-server", address);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .startsWith("mixed-fleet: --bootstrap-server " + address + ": " + reason + "; allowed: HOST:PORT,...")
                .hasLineCount(1);
    }

    @Test
    void aBadCommandLineIsOneLine() throws Exception {
        assertThat(Example.run("cache"))
                .isEqualTo(new Example(
                        2,
                        "",
                        "cache: Missing required option: '--bootstrap-server=HOST:PORT'; allowed: see --help\n"));
        assertThat(Example.run("cache", "--bootstrap-server", "kafka:9092", "--cold"))
                .isEqualTo(new Example(2, "", "cache: Unknown option: '--cold'; allowed: see --help\n"));
    }
}
