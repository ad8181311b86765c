package io.keystead.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OneBrokerTest {
    private static LocalKafka kafka;

    @BeforeAll
    static void start() {
        long begin = System.nanoTime();
        kafka = LocalKafka.start();
        Clients.report("1 broker started", begin);
    }

    @AfterAll
    static void stop() {
        long begin = System.nanoTime();
        kafka.close();
        Clients.report("1 broker closed", begin);
    }

    @Test
    void aThousandRecordsGoInAndComeOut() throws Exception {
        Clients.createTopic(kafka, "thousand", 3, 1);

        Clients.produce(kafka, "thousand", 0, 1000);

        assertThat(Clients.consume(kafka, "thousand", 1000)).hasSize(1000);
    }

    @Test
    void aTransactionCommits() throws Exception {
        Clients.createTopic(kafka, "transactional", 1, 1);
        Map<String, Object> config =
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", "sandbox-test");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactional", "key", "value")).get();
            producer.commitTransaction();
        }

        assertThat(Clients.consume(kafka, "transactional", 1)).containsExactly("value");
    }

    @Test
    void clientsAreToldOfOneBrokerOnTheLoopbackAddress() throws Exception {
        assertThat(kafka.brokers()).isEqualTo(1);
        assertThat(kafka.bootstrapServers()).matches("127\\.0\\.0\\.1:\\d+");
        try (Admin admin = Clients.admin(kafka)) {
            assertThat(admin.describeCluster().nodes().get()).singleElement().satisfies(node -> {
                assertThat(node.id()).isZero();
                assertThat(node.host() + ":" + node.port()).isEqualTo(kafka.bootstrapServers());
                assertThat(node.hasRack()).isFalse();
            });
        }
    }

    @Test
    void aBrokerIdOutOfRangeIsRefused() {
        assertThatThrownBy(() -> kafka.stopBroker(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("broker id must be from 0 to 0: 1");
        assertThatThrownBy(() -> kafka.startBroker(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("broker id must be from 0 to 0: -1");
    }
}
