package io.keystead.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ThreeBrokersTest {
    private static LocalKafka kafka;

    @BeforeAll
    static void start() {
        long begin = System.nanoTime();
        kafka = LocalKafka.builder().brokers(3).racks(List.of("left", "right")).start();
        Clients.report("3 brokers started", begin);
    }

    @AfterAll
    static void stop() {
        long begin = System.nanoTime();
        kafka.close();
        Clients.report("3 brokers closed", begin);
    }

    @Test
    void racksAreDealtInTurn() throws Exception {
        assertThat(racksById()).isEqualTo(Map.of(0, "left", 1, "right", 2, "left"));
    }

    @Test
    void aReplicatedTopicKeepsWorkingWhileABrokerIsDownAndAfterItIsBack() throws Exception {
        Clients.createTopic(kafka, "replicated", 6, 3);
        Clients.produce(kafka, "replicated", 0, 100);

        long begin = System.nanoTime();
        kafka.stopBroker(1);
        Clients.report("broker 1 of 3 stopped", begin);
        assertRefusesConnections(1);
        Clients.produce(kafka, "replicated", 100, 200);
        assertThat(Clients.consume(kafka, "replicated", 200)).hasSize(200);

        begin = System.nanoTime();
        kafka.startBroker(1);
        Clients.report("broker 1 of 3 started", begin);
        assertThat(racksById()).containsOnlyKeys(0, 1, 2);
        Clients.produce(kafka, "replicated", 200, 300);
        assertThat(Clients.consume(kafka, "replicated", 300)).hasSize(300);
    }

    @Test
    void allBrokersMayBeDownAndComeBackWithTheirData() throws Exception {
        Clients.createTopic(kafka, "survivor", 3, 1);
        Clients.produce(kafka, "survivor", 0, 100);

        for (int id = 0; id < 3; id++) {
            kafka.stopBroker(id);
        }
        for (int id = 0; id < 3; id++) {
            kafka.startBroker(id);
        }

        assertThat(Clients.consume(kafka, "survivor", 100)).hasSize(100);
    }

    @Test
    void theControllerServesWhileItsBrokerIsDown() throws Exception {
        kafka.stopBroker(0);
        Clients.createTopic(kafka, "made-without-broker-0", 1, 2);
        kafka.startBroker(0);

        assertThat(racksById()).containsOnlyKeys(0, 1, 2);
    }

    @Test
    void stoppingAStoppedBrokerAndStartingARunningOneDoNothing() throws Exception {
        kafka.startBroker(2);
        kafka.stopBroker(2);
        kafka.stopBroker(2);
        kafka.startBroker(2);

        assertThat(racksById()).containsOnlyKeys(0, 1, 2);
    }

    private static Map<Integer, String> racksById() throws Exception {
        try (Admin admin = Clients.admin(kafka)) {
            return admin.describeCluster().nodes().get().stream().collect(Collectors.toMap(Node::id, Node::rack));
        }
    }

    private static void assertRefusesConnections(int id) {
        String[] address = kafka.bootstrapServers().split(",", -1)[id].split(":", -1);
        assertThatThrownBy(() -> new Socket(address[0], Integer.parseInt(address[1])).close())
                .isInstanceOf(ConnectException.class);
    }
}
