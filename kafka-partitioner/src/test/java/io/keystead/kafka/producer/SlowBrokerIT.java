package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.stats.Bound;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * A broker that answers late must not draw records to itself.
 *
 * <p>It does with Kafka's first sticky partitioner, which switches when a batch is made (KAFKA-10888): its batches wait,
 * grow, and keep the records meanwhile. That one is run too, on the client that still has it, so that this test is known
 * to see the fault where it is.
 */
class SlowBrokerIT {
    private static final String CLIENT = "3.0.2";
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 20_000;
    /** With 84 bytes of value and 16 for the rest, 164 records fill a stretch of 16,384 bytes. */
    private static final int STRETCH = 164;

    @Test
    void aSlowBrokerGetsItsShareOfTheNullKeysAndNoMore() throws Exception {
        int brokerPort = freePort();
        try (SlowProxy proxy = new SlowProxy(brokerPort, 100);
                LocalKafka kafka = LocalKafka.builder()
                        .brokers(2)
                        .port(brokerPort)
                        .advertisedPort(0, proxy.port())
                        .start();
                TestTopics topics = new TestTopics(kafka)) {
            double sticky = shareOfSlowBroker(
                    kafka, topics, "sticky", "org.apache.kafka.clients.producer.UniformStickyPartitioner");
            double ours = shareOfSlowBroker(kafka, topics, "ours", HrwPartitioner.class.getName());

            // Stretches are drawn independently, and each goes to one broker or the other.
            double stretches = (double) RECORDS / STRETCH;
            Bound bound = new Bound(0.5, Math.sqrt(0.25 / stretches));
            assertThat(bound.allows(ours, Bound.sigmasFor(1e-6, 1)))
                    .as("share of the slow broker %s, expected %s", ours, bound)
                    .isTrue();
            assertThat(sticky)
                    .as("share of the slow broker with the fault")
                    .isGreaterThan(0.5 + Bound.sigmasFor(1e-6, 1) * bound.sigma());
        }
    }

    private static double shareOfSlowBroker(LocalKafka kafka, TestTopics topics, String topic, String partitioner)
            throws Exception {
        topics.create(topic, PARTITIONS);
        ClientJvm.run(
                CLIENT,
                PacedProbe.class,
                List.of(partitioner, kafka.bootstrapServers(), topic, Integer.toString(RECORDS)));
        Set<Integer> slow = topics.ledBy(topic, 0);
        List<ConsumerRecord<byte[], byte[]>> records = topics.read(topic);
        assertThat(records).hasSize(RECORDS);
        long onSlow = records.stream().filter(r -> slow.contains(r.partition())).count();
        System.out.printf("%s: %.1f %% on the slow broker%n", partitioner, 100.0 * onSlow / RECORDS);
        assertThat(slow).hasSize(PARTITIONS / 2);
        return (double) onSlow / RECORDS;
    }

    /** Free with the one above it, and below those that the system gives to clients. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                    ServerSocket second = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
                return Math.min(first.getLocalPort(), second.getLocalPort());
            } catch (IOException e) {
                // Taken; another one is drawn.
                Thread.onSpinWait();
            }
        }
    }
}
