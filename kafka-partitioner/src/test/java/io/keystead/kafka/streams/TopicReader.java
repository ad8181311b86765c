package io.keystead.kafka.streams;

import io.keystead.sandbox.LocalKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all that lies in topics. Not thread-safe. */
final class TopicReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;

    TopicReader(LocalKafka kafka) {
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "metadata.max.age.ms", "1000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** By topic; one without records is left out. */
    Map<String, List<ConsumerRecord<byte[], byte[]>>> read(Set<String> topics) {
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<String, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                records.computeIfAbsent(record.topic(), absent -> new ArrayList<>())
                        .add(record);
            }
        }
        return records;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
