package com.example.orders;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.streams.kstream.Windowed;

/**
 * What the application's totals must be by the orders that were written, beside what they are by its output topics. Not
 * thread-safe but for {@link #expect}, which writers call.
 */
final class Totals implements AutoCloseable {
    private static final List<String> TOPICS = List.of(OrdersApp.COUNTS, OrdersApp.SUMS, OrdersApp.SETTLED);

    private final Map<String, Map<String, Long>> expected = new HashMap<>();
    private final Map<String, Map<String, Long>> seen = new HashMap<>();
    private final Consumer<byte[], Long> consumer;
    private int steppedBack;

    Totals(String bootstrapServers) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("isolation.level", "read_committed");
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new LongDeserializer());
        List<TopicPartition> partitions = TOPICS.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toList());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        TOPICS.forEach(topic -> {
            expected.put(topic, new HashMap<>());
            seen.put(topic, new HashMap<>());
        });
    }

    /** An order was written, and its payment. */
    synchronized void expect(GenericRecord key, String product, long cents, Instant time) {
        long minute = time.toEpochMilli() / OrdersApp.MINUTE.toMillis() * OrdersApp.MINUTE.toMillis();
        expected.get(OrdersApp.COUNTS).merge(product, 1L, Long::sum);
        expected.get(OrdersApp.SUMS).merge(product + " at " + minute, cents, Long::sum);
        expected.get(OrdersApp.SETTLED).put(order(key), cents);
    }

    private static String order(GenericRecord key) {
        return key.get("customer") + "/" + key.get("number");
    }

    /** Reads what has come out. */
    void read() {
        for (ConsumerRecord<byte[], Long> record : consumer.poll(Duration.ofMillis(100))) {
            Long before = seen.get(record.topic()).put(key(record), record.value());
            // A total grows by every order. A join of tables may say the same again.
            if (before != null && before > record.value()) {
                steppedBack++;
            }
        }
    }

    private static String key(ConsumerRecord<byte[], Long> record) {
        switch (record.topic()) {
            case OrdersApp.SETTLED:
                return order(OrdersApp.KEYS.deserializer().deserialize(record.topic(), record.key()));
            case OrdersApp.SUMS:
                Windowed<String> minute = OrdersApp.MINUTES.deserializer().deserialize(record.topic(), record.key());
                return minute.key() + " at " + minute.window().start();
            default:
                return new String(record.key(), StandardCharsets.UTF_8);
        }
    }

    /** Whether every total is what it must be, and none has ever gone back. */
    synchronized boolean areExact() {
        return seen.equals(expected) && steppedBack == 0;
    }

    /** How many totals of a topic are exact, of how many. */
    synchronized String exact(String topic) {
        Map<String, Long> due = expected.get(topic);
        long exact = due.entrySet().stream()
                .filter(total -> total.getValue().equals(seen.get(topic).get(total.getKey())))
                .count();
        return String.format(Locale.ROOT, "%,d of %,d", exact, due.size());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
