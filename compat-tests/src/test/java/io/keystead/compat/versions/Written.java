package io.keystead.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What lies in a topic. */
final class Written {
    private Written() {}

    /** Everything in the topic that is not in a transaction that was aborted. */
    static List<ConsumerRecord<byte[], byte[]>> in(String bootstrapServers, String topic) {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    /** Each record with a key lies on the key's owner; gives how many there were. */
    static int assertPlaced(Topology topology, List<ConsumerRecord<byte[], byte[]>> records) {
        Placement placement = Placement.of(topology);
        int keyed = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.key() != null) {
                keyed++;
                assertThat(placement.active().get(placement.owner(record.key())).id())
                        .as("owner of %s", new String(record.key(), StandardCharsets.UTF_8))
                        .isEqualTo(Integer.toString(record.partition()));
            }
        }
        return keyed;
    }
}
