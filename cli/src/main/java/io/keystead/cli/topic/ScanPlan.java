package io.keystead.cli.topic;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a topic, as it was at one moment.
 *
 * @param spans by partition, all of the topic's
 */
public record ScanPlan(String topic, NavigableMap<Integer, Span> spans) {
    /**
     * Asks Kafka.
     *
     * @param live whether to follow what is being written
     * @throws io.keystead.cli.BadInput if there is no such topic
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    public static ScanPlan of(
            Cluster cluster, KafkaConsumer<byte[], @Nullable Void> consumer, String topic, Start start, boolean live) {
        List<TopicPartition> partitions = partitions(consumer.partitionsFor(topic));
        if (partitions.isEmpty()) {
            throw cluster.topicRefusal("\"" + topic + "\" does not exist; allowed: a topic that this Kafka has");
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> starts = switch (start.at()) {
            case BEGINNING -> beginnings;
            case END -> ends;
            case OFFSET -> all(partitions, start.number());
            case TIMESTAMP -> since(consumer, partitions, start.number());
        };
        NavigableMap<Integer, Span> spans = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            long end = ends.getOrDefault(partition, 0L);
            long first = Math.max(starts.getOrDefault(partition, end), beginnings.getOrDefault(partition, 0L));
            spans.put(partition.partition(), new Span(Math.min(first, end), live ? Span.OPEN : end));
        }
        return new ScanPlan(topic, Collections.unmodifiableNavigableMap(spans));
    }

    private static List<TopicPartition> partitions(@Nullable List<PartitionInfo> known) {
        return known == null
                ? List.of()
                : known.stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
    }

    private static Map<TopicPartition, Long> all(List<TopicPartition> partitions, long offset) {
        return partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> offset));
    }

    /** Without those that have nothing so young. */
    private static Map<TopicPartition, Long> since(
            KafkaConsumer<byte[], @Nullable Void> consumer, List<TopicPartition> partitions, long timestamp) {
        Map<TopicPartition, OffsetAndTimestamp> found =
                consumer.offsetsForTimes(all(partitions, Math.max(0, timestamp)));
        Map<TopicPartition, Long> starts = new HashMap<>();
        found.forEach((partition, first) -> {
            if (first != null) {
                starts.put(partition, first.offset());
            }
        });
        return starts;
    }

    /** How many partitions the topic has. */
    public int partitions() {
        return spans.lastKey() + 1;
    }

    /** What to read of a partition. */
    public Span span(int partition) {
        return spans.getOrDefault(partition, new Span(0, 0));
    }

    /** Whether it follows what is being written. */
    public boolean isLive() {
        return offsets() < 0;
    }

    /** How many offsets there are to read, which is no less than there are records; -1 if nobody knows. */
    public long offsets() {
        return spans.values().stream().anyMatch(span -> span.end() == Span.OPEN)
                ? -1
                : spans.values().stream().mapToLong(Span::length).sum();
    }
}
