package com.example.polyglot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed in a topic, from its beginning. */
final class TopicReader {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private TopicReader() {}

    /**
     * Reads until enough was read, and then to the end.
     *
     * @throws IllegalStateException if that takes more than 90 s
     */
    static void read(
            String bootstrapServers,
            String topic,
            Consumer<ConsumerRecord<byte[], byte[]>> reader,
            BooleanSupplier isEnough) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            boolean isAtEnd = false;
            while (!isAtEnd) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(Duration.ofMillis(100));
                some.forEach(reader);
                // Asked only in a pause, since the answer waits behind what is being fetched.
                isAtEnd = some.isEmpty() && isEnough.getAsBoolean() && isAtEnd(consumer);
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException(
                            "not all was read of topic " + topic + " after " + PATIENCE.toSeconds() + " s");
                }
            }
        }
    }

    private static boolean isAtEnd(KafkaConsumer<byte[], byte[]> consumer) {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
