package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

/** A broker that answers late must not draw records to itself, as it did with Kafka's first sticky partitioner. */
class SlowBrokerTest {
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 30_000;
    /** With 84 bytes of value and 16 for the rest, ten records fill a stretch of 1,000 bytes. */
    private static final int STRETCH = 10;

    @Test
    void aSlowBrokerGetsItsShareOfTheNullKeysAndNoMore() throws Exception {
        int brokerPort = freePort();
        try (SlowProxy proxy = new SlowProxy(brokerPort, 30);
                LocalKafka kafka = LocalKafka.builder()
                        .brokers(2)
                        .port(brokerPort)
                        .advertisedPort(0, proxy.port())
                        .start();
                TestTopics topics = new TestTopics(kafka)) {
            topics.create("slow", PARTITIONS);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            try (KafkaProducer<byte[], byte[]> producer = topics.producer(
                    HrwPartitioner.class, "linger.ms", "0", "batch.size", "1000", "buffer.memory", "200000")) {
                for (int i = 0; i < RECORDS; i++) {
                    sent.add(producer.send(new ProducerRecord<>("slow", null, new byte[84])));
                }
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
            long[] counts = new long[PARTITIONS];
            for (ConsumerRecord<byte[], byte[]> record : topics.read("slow")) {
                counts[record.partition()]++;
            }
            assertThat(Arrays.stream(counts).sum()).isEqualTo(RECORDS);
            // Stretches are what is drawn independently, so they are what chi-square may count.
            long[] stretches = IntStream.range(0, PARTITIONS)
                    .mapToLong(partition -> counts[partition] / STRETCH)
                    .toArray();
            assertThat(ChiSquare.uniform(stretches).sigmas())
                    .as("records %s", Arrays.toString(counts))
                    .isLessThan(Bound.sigmasFor(1e-6, 1));
        }
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
