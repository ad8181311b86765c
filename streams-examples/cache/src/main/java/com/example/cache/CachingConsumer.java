package com.example.cache;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A member of a group of consumers, in a thread of its own, with its cache. */
final class CachingConsumer implements AutoCloseable {
    private final ProductCache cache = new ProductCache();
    private final Consumer<String, String> consumer;
    private final Thread thread;
    private volatile Set<Integer> partitions = Set.of();

    /** @param properties of the group, to which its name and what all have in common are added */
    CachingConsumer(String bootstrapServers, String group, String name, Map<String, String> properties) {
        Map<String, Object> all = new TreeMap<>(properties);
        all.put("bootstrap.servers", bootstrapServers);
        all.put("group.id", group);
        all.put("client.id", name);
        all.put("group.protocol", "classic");
        all.put("auto.offset.reset", "earliest");
        all.put("heartbeat.interval.ms", 500);
        consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
        thread = new Thread(this::run, group + " " + name);
        thread.start();
    }

    private void run() {
        try (consumer) {
            consumer.subscribe(Set.of(ConsumerGroup.VIEWS));
            while (true) {
                for (ConsumerRecord<String, String> view : consumer.poll(Duration.ofMillis(100))) {
                    cache.look(view.key());
                }
                partitions = consumer.assignment().stream()
                        .map(TopicPartition::partition)
                        .collect(Collectors.toSet());
            }
        } catch (WakeupException e) {
            // It is closed.
        }
    }

    ProductCache cache() {
        return cache;
    }

    /** Those that it reads now. */
    Set<Integer> partitions() {
        return partitions;
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
