package io.keystead.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What the tests do as ordinary users of a cluster. */
final class Clients {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Clients() {}

    /** Leaves a measured time in the test's output. */
    static void report(String what, long beginNanos) {
        System.out.printf("%s in %d ms%n", what, (System.nanoTime() - beginNanos) / 1_000_000);
    }

    static Admin admin(LocalKafka kafka) {
        return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    }

    static KafkaProducer<String, String> producer(LocalKafka kafka) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer());
    }

    static void createTopic(LocalKafka kafka, String topic, int partitions, int replicas) throws InterruptedException {
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            topics.create(topic, partitions, replicas);
        }
    }

    static void produce(LocalKafka kafka, String topic, int from, int to)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<String, String> producer = producer(kafka)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = from; i < to; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, "key-" + i, "value-" + i)));
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        }
    }

    /** Reads with a new group until it has as many records as expected, or patience ends. */
    static Set<String> consume(LocalKafka kafka, String topic, int expected) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "group.id",
                "group-" + UUID.randomUUID(),
                "auto.offset.reset",
                "earliest");
        Set<String> values = new HashSet<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (values.size() < expected && System.nanoTime() < deadline) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    values.add(record.value());
                }
            }
        }
        return values;
    }
}
