package io.keystead.compat.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what came to topics since it was asked last, and tells where each record lies. Not thread-safe. */
final class Sightings implements AutoCloseable {
    /** In place of a partition, where no record of a line was seen. */
    static final int NOT_SEEN = -2;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KeySet keys;
    /** Where the next reading begins. */
    private final Map<TopicPartition, Long> from = new HashMap<>();

    Sightings(String bootstrapServers, KeySet keys) {
        this(bootstrapServers, Map.of(), keys);
    }

    /** @param more properties of the consumer */
    Sightings(String bootstrapServers, Map<String, Object> more, KeySet keys) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", bootstrapServers);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.keys = keys;
    }

    /**
     * The partition of the record of each line of the key set, or {@link #NOT_SEEN}; each must have been written once at
     * most, and with its key.
     *
     * @param partitions how many the topic has
     */
    int[] next(String topic, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        all.forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        from.putAll(ends);
        int[] seen = new int[keys.size()];
        Arrays.fill(seen, NOT_SEEN);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                note(record, seen);
            }
        }
        return seen;
    }

    private void note(ConsumerRecord<byte[], byte[]> record, int[] seen) {
        int line = KeyLines.line(record.value());
        assertThat(record.key()).as("the key of line %s", line).isEqualTo(keys.key(line));
        assertThat(seen[line]).as("an earlier record of line %s", line).isEqualTo(NOT_SEEN);
        seen[line] = record.partition();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
