package com.example.hotkey;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** A producer of orders, of which one customer makes every second; always the same ones, in the same order. */
final class OrderFeed implements AutoCloseable {
    static final String HOT = "customer-17";
    static final int CUSTOMERS = 20_000;
    static final int ORDERS = 200_000;

    private static final String CLIENT_ID = "order-feed";

    private final String topic;
    private final KafkaProducer<String, String> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** @param more of the producer's properties */
    OrderFeed(String bootstrapServers, String topic, Map<String, String> more) {
        this.topic = topic;
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("client.id", CLIENT_ID);
        properties.put("linger.ms", "5");
        properties.put("partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    private static String customer(int order) {
        // A prime that is not among the factors of the count visits every customer.
        return order % 2 == 0 ? HOT : "customer-" + order / 2 * 7_919L % CUSTOMERS;
    }

    private static long cents(int order) {
        return 100 + order * 31L % 9_900;
    }

    /** Sends all orders, and returns when they are acknowledged. */
    void send() throws Exception {
        for (int order = 0; order < ORDERS; order++) {
            producer.send(
                    new ProducerRecord<>(topic, customer(order), Long.toString(cents(order))),
                    (written, exception) -> failure.compareAndSet(null, exception));
        }
        producer.flush();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /** What each customer's orders come to, if they were sent so many times. */
    static Map<String, Sum> expected(int times) {
        Map<String, Sum> expected = new HashMap<>();
        for (int order = 0; order < ORDERS; order++) {
            expected.merge(customer(order), new Sum(times, times * cents(order)), Sum::plus);
        }
        return expected;
    }

    /** One of the metrics that the partitioner has of the topic. */
    Object metric(String name) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                        new ObjectName("io.keystead:type=partitioner,client-id=" + CLIENT_ID + ",topic=" + topic),
                        name);
    }

    @Override
    public void close() {
        producer.close();
    }
}
