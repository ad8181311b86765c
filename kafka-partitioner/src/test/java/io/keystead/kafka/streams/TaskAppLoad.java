package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What goes into a {@link TaskApp}, and the oracle of what must come out. */
final class TaskAppLoad implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int KEYS = 3000;

    private final KafkaProducer<String, Long> producer;
    private final KafkaConsumer<String, Long> sums;
    private final SplittableRandom random = new SplittableRandom(1);
    /** By key: what was sent, which is what must come out sooner or later. */
    private final Map<String, Long> expected = new HashMap<>();

    private final Map<String, Long> seen = new HashMap<>();
    private long sent;
    private long came;
    private CompletableFuture<Void> background = CompletableFuture.completedFuture(null);

    TaskAppLoad(String bootstrap) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", "5"), new StringSerializer(), new LongSerializer());
        Properties reader = new Properties();
        reader.put("bootstrap.servers", bootstrap);
        reader.put("isolation.level", "read_committed");
        this.sums = new KafkaConsumer<>(reader, new StringDeserializer(), new LongDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, TaskApp.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(TaskApp.SUMS, partition))
                .toList();
        sums.assign(partitions);
        sums.seekToBeginning(partitions);
    }

    synchronized void send(int count) {
        List<Future<RecordMetadata>> acks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = "key-" + random.nextInt(KEYS);
            long number = 1 + random.nextLong(1000);
            expected.merge(key, number, Long::sum);
            sent++;
            acks.add(producer.send(new ProducerRecord<>(TaskApp.EVENTS, key, number)));
        }
        producer.flush();
        assertThat(acks).allSatisfy(ack -> assertThat(ack).succeedsWithin(Duration.ZERO));
    }

    /** A thousand a second. */
    void sendInBackground(int count) {
        background = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i += 10) {
                send(10);
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            }
        });
    }

    /** Waits until as many sums came out as numbers went in: one for each, for nothing is cached. */
    void awaitSums() {
        background.join();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (came < sent) {
            assertThat(System.nanoTime()).as("%d sums of %d", came, sent).isLessThan(deadline);
            take();
        }
    }

    private void take() {
        for (ConsumerRecord<String, Long> sum : sums.poll(Duration.ofMillis(200))) {
            came++;
            Long before = seen.put(sum.key(), sum.value());
            assertThat(sum.value()).as("the next sum of %s", sum.key()).isGreaterThan(before == null ? 0 : before);
        }
    }

    /** Every number is in its sum, once, and no sum came out that was not due. */
    void assertExact() {
        take();
        assertThat(came).isEqualTo(sent);
        assertThat(seen).isEqualTo(expected);
    }

    @Override
    public void close() {
        background.join();
        producer.close();
        sums.close();
    }
}
