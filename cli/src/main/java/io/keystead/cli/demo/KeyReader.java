package io.keystead.cli.demo;

import io.keystead.cli.BadInput;
import io.keystead.cli.CheckFailed;
import io.keystead.cli.Progress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads back, pass by pass, everything that was written to the topics since the last time. Not thread-safe. */
final class KeyReader implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KeySet keys;
    private final Payload payload;
    /** Where the last pass ended, by partition. */
    private final Map<TopicPartition, Long> read = new HashMap<>();

    KeyReader(String bootstrapServers, KeySet keys, Payload payload) {
        this.keys = keys;
        this.payload = payload;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5000,
                        // A consumer that knew the topic before it grew must not wait for its next refresh.
                        ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                        1000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * What the consumer saw of one pass, which must be over.
     *
     * @throws CheckFailed if it is not each key once, as it was written
     */
    Sighting read(Pass pass, Progress progress) {
        List<TopicPartition> partitions = IntStream.range(0, pass.partitions())
                .mapToObj(partition -> new TopicPartition(pass.topic(), partition))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        partitions.forEach(partition -> consumer.seek(partition, read.getOrDefault(partition, 0L)));
        Sighting sighting = new Sighting(keys, pass.toString());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (partitions.stream()
                .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(500));
            records.forEach(record -> see(record, sighting));
            progress.step(records.count());
            if (records.isEmpty() && System.nanoTime() > deadline) {
                throw new BadInput("Kafka", "gave no records of " + pass + " for " + PATIENCE.toSeconds() + " s");
            }
        }
        read.putAll(ends);
        return sighting.complete();
    }

    private void see(ConsumerRecord<byte[], byte[]> record, Sighting sighting) {
        long bytes = Payload.bytes(record.headers().lastHeader(Payload.HEADER).value());
        if (record.value().length != payload.length(bytes)) {
            throw new CheckFailed("a value of " + record.value().length + " bytes came back where "
                    + payload.length(bytes) + " were written");
        }
        sighting.add(record.key(), record.partition(), bytes);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
