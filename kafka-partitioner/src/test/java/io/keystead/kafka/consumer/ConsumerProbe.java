package io.keystead.kafka.consumer;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A program that somebody might have: a consumer with the plugin's jar and one version of the client, nothing else.
 *
 * <p>Prints the client's version, what it owns after each change, and each record. Runs until it is written to, and then
 * leaves the group.
 */
final class ConsumerProbe implements ConsumerRebalanceListener {
    private final Set<String> owned = new TreeSet<>();

    private ConsumerProbe() {}

    /** Arguments: the topic, then properties as {@code key=value}. */
    public static void main(String[] args) throws IOException {
        System.out.println("kafka-clients " + version());
        Map<String, Object> properties = new HashMap<>();
        for (String property : List.of(args).subList(1, args.length)) {
            int equals = property.indexOf('=');
            properties.put(property.substring(0, equals), property.substring(equals + 1));
        }
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(args[0]), new ConsumerProbe());
            while (System.in.available() == 0) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    System.out.println(
                            "read " + new TopicPartition(record.topic(), record.partition()) + "@" + record.offset());
                }
            }
        }
    }

    private static String version() throws IOException {
        Properties version = new Properties();
        try (InputStream in = KafkaConsumer.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            version.load(in);
        }
        return version.getProperty("version");
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> owned.add(partition.toString()));
        System.out.println("owns " + String.join(" ", owned));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> owned.remove(partition.toString()));
        System.out.println("owns " + String.join(" ", owned));
    }
}
