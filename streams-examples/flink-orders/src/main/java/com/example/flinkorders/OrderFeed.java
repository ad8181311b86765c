package com.example.flinkorders;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A producer of orders with Keystead's partitioner: in each round, one event of every order. */
final class OrderFeed implements AutoCloseable {
    /** What places keys, among the producer's properties and among the sink's: equal wherever the same keys are written. */
    static final Map<String, String> PLACEMENT = Map.of(
            "partitioner.class", "io.keystead.kafka.producer.HrwPartitioner",
            "keystead.key.encoding", "avro-canonical",
            "keystead.key.schema", OrderKeys.SCHEMA.toString(),
            "keystead.key.wire", "none");

    private final String topic;
    private final int orders;
    private final KafkaProducer<byte[], String> producer;
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    OrderFeed(String bootstrapServers, String topic, int orders) {
        this.topic = topic;
        this.orders = orders;
        Map<String, Object> properties = new HashMap<>(PLACEMENT);
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("linger.ms", "5");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new StringSerializer());
    }

    /** What an event of an order adds to its worth. */
    static long cents(int order, int round) {
        return 100 + (order * 31L + round * 17L) % 9_900;
    }

    /** Sends the rounds from {@code first} to before {@code end}, and returns when all is acknowledged. */
    void send(int first, int end) throws Exception {
        for (int round = first; round < end; round++) {
            for (int order = 0; order < orders; order++) {
                send(OrderKeys.id(order), Long.toString(cents(order, round)));
            }
        }
        producer.flush();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void send(String id, String cents) {
        producer.send(new ProducerRecord<>(topic, OrderKeys.bytes(id), cents), (written, exception) -> {
            if (exception != null) {
                failure.compareAndSet(null, exception);
                return;
            }
            Integer before = partitions.putIfAbsent(id, written.partition());
            if (before != null && before != written.partition()) {
                failure.compareAndSet(
                        null,
                        new IllegalStateException(
                                id + " went to partition " + before + " and to " + written.partition()));
            }
        });
    }

    /** The partition of each order that was sent. */
    Map<String, Integer> partitions() {
        return Map.copyOf(partitions);
    }

    @Override
    public void close() {
        producer.close();
    }
}
