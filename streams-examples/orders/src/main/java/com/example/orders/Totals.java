package com.example.orders;

import com.example.harness.TopicReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.streams.kstream.Windowed;

/**
 * What the application's totals must be by the orders that were written, beside what they are by its output topics. Not
 * thread-safe but for {@link #expect}, which writers call.
 */
final class Totals implements AutoCloseable {
    private static final List<String> TOPICS = List.of(OrdersApp.COUNTS, OrdersApp.SUMS, OrdersApp.FEES);

    private final Map<String, Map<String, Long>> expected = new HashMap<>();
    private final Map<String, Map<String, Long>> seen = new HashMap<>();
    private final LongDeserializer number = new LongDeserializer();
    private final TopicReader reader;
    private int steppedBack;

    Totals(String bootstrapServers) {
        reader = TopicReader.ofTopics(bootstrapServers, TOPICS);
        TOPICS.forEach(topic -> {
            expected.put(topic, new HashMap<>());
            seen.put(topic, new HashMap<>());
        });
    }

    /** An order was written, and its payment. */
    synchronized void expect(GenericRecord key, String product, long cents, long fee, Instant time) {
        long minute = time.toEpochMilli() / OrdersApp.MINUTE.toMillis() * OrdersApp.MINUTE.toMillis();
        expected.get(OrdersApp.COUNTS).merge(product, 1L, Long::sum);
        expected.get(OrdersApp.SUMS).merge(product + " at " + minute, cents, Long::sum);
        expected.get(OrdersApp.FEES).put(order(key), fee);
    }

    private static String order(GenericRecord key) {
        return key.get("customer") + "/" + key.get("number");
    }

    /** Reads what has come out until every total is what it must be, and stays so; false if that takes too long. */
    boolean becomeExact() throws Exception {
        return reader.readUntil(this::read, this::areExact);
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        long value = number.deserialize(record.topic(), record.value());
        Long before = seen.get(record.topic()).put(key(record), value);
        // A total grows by every order. A join of tables may say the same again.
        if (before != null && before > value) {
            steppedBack++;
        }
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        switch (record.topic()) {
            case OrdersApp.FEES:
                return order(OrdersApp.KEYS.deserializer().deserialize(record.topic(), record.key()));
            case OrdersApp.SUMS:
                Windowed<String> minute = OrdersApp.MINUTES.deserializer().deserialize(record.topic(), record.key());
                return minute.key() + " at " + minute.window().start();
            default:
                return new String(record.key(), StandardCharsets.UTF_8);
        }
    }

    private synchronized boolean areExact() {
        return seen.equals(expected);
    }

    /** How often a total has gone back. */
    int steppedBack() {
        return steppedBack;
    }

    /** How many totals there are of a topic. */
    synchronized int count(String topic) {
        return expected.get(topic).size();
    }

    /** How many of them are exact. */
    synchronized long exact(String topic) {
        return expected.get(topic).entrySet().stream()
                .filter(total -> total.getValue().equals(seen.get(topic).get(total.getKey())))
                .count();
    }

    @Override
    public void close() {
        reader.close();
    }
}
