package io.keystead.kafka.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records that keep coming to every partition of some topics, and who has read which. */
final class Traffic implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Integer> topics;
    private final Thread thread = new Thread(this::write, "traffic");
    private volatile boolean stopped;
    private final List<Future<RecordMetadata>> written = new ArrayList<>();

    /** How often each record was read. */
    private final Map<String, Integer> readings = new ConcurrentHashMap<>();

    private final Map<TopicPartition, String> holders = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    Traffic(String bootstrapServers, Map<String, Integer> topics) {
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new ByteArraySerializer(), new ByteArraySerializer());
        this.topics = topics;
        thread.start();
    }

    private void write() {
        while (!stopped) {
            topics.forEach((topic, partitions) -> {
                for (int partition = 0; partition < partitions; partition++) {
                    written.add(producer.send(new ProducerRecord<>(topic, partition, null, new byte[8])));
                }
            });
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void take(TopicPartition partition, String consumer) {
        String other = holders.put(partition, consumer);
        if (other != null) {
            violations.add(consumer + " was handed " + partition + " while " + other + " had it");
        }
    }

    void giveUp(TopicPartition partition, String consumer) {
        if (!holders.remove(partition, consumer)) {
            violations.add(consumer + " gave up " + partition + ", which it did not have");
        }
    }

    void read(TopicPartition partition, long offset, String consumer) {
        readings.merge(partition + "@" + offset, 1, Integer::sum);
        String holder = holders.get(partition);
        if (!consumer.equals(holder)) {
            violations.add(consumer + " read " + partition + " while " + holder + " had it");
        }
    }

    /** What went against the rule that a partition has one reader at a time. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** Stops writing; the names of all records that were written. */
    List<String> stop() throws InterruptedException, ExecutionException {
        stopped = true;
        thread.join();
        producer.flush();
        List<String> names = new ArrayList<>();
        for (Future<RecordMetadata> record : written) {
            RecordMetadata where = record.get();
            names.add(new TopicPartition(where.topic(), where.partition()) + "@" + where.offset());
        }
        return names;
    }

    Map<String, Integer> readings() {
        return Map.copyOf(readings);
    }

    @Override
    public void close() {
        stopped = true;
        producer.close();
    }
}
