package io.keystead.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A broker in this JVM, and what it was given. */
final class KafkaOnly {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final LocalKafka kafka = LocalKafka.start();
    private final Topics topics = new Topics(kafka.bootstrapServers());

    Topics topics() {
        return topics;
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    /** How many records a topic has, committed or not. */
    long end(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_uncommitted")) {
            return consumer.endOffsets(partitions(consumer, topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** Waits until a topic has so many records. */
    void awaitEnd(String topic, long records) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (end(topic) < records) {
            assertThat(System.nanoTime()).as("waited for %s records", records).isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    /** What was committed of a topic whose transactions have all ended. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    List<Written> readNumbers(String topic) {
        return read(topic).stream().map(Written::of).toList();
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        properties.put("isolation.level", isolation);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toList());
    }

    void close() {
        topics.close();
        kafka.close();
    }
}
