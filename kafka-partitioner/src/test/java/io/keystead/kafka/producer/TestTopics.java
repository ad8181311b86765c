package io.keystead.kafka.producer;

import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What the tests ask of a real broker. */
final class TestTopics implements AutoCloseable {
    private final LocalKafka kafka;
    private final Admin admin;
    private final Topics topics;

    TestTopics(LocalKafka kafka) {
        this.kafka = kafka;
        this.admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
        this.topics = new Topics(kafka.bootstrapServers());
    }

    void create(String topic, int partitions) throws InterruptedException {
        topics.create(topic, partitions, 1);
    }

    void grow(String topic, int partitions) throws InterruptedException {
        topics.grow(topic, partitions);
    }

    /** The partitions of a topic that one broker leads. */
    Set<Integer> ledBy(String topic, int broker) throws InterruptedException, ExecutionException {
        Set<Integer> led = new TreeSet<>();
        for (TopicDescription described :
                admin.describeTopics(List.of(topic)).allTopicNames().get().values()) {
            described.partitions().stream()
                    .filter(partition -> partition.leader().id() == broker)
                    .forEach(partition -> led.add(partition.partition()));
        }
        return led;
    }

    /** A producer of bytes with the partitioner and these properties more. */
    KafkaProducer<byte[], byte[]> producer(Class<?> partitioner, String... keysAndValues) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        properties.put("partitioner.class", partitioner.getName());
        properties.put("linger.ms", "5");
        properties.put("delivery.timeout.ms", "30000");
        properties.put("request.timeout.ms", "10000");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Everything in the topic. */
    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        Map<String, Object> properties = Map.of("bootstrap.servers", kafka.bootstrapServers());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            while (records.size() < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public void close() {
        topics.close();
        admin.close();
    }
}
