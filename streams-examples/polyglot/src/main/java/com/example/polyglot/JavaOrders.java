package com.example.polyglot;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes orders with Kafka's own client; what {@code orders.py} and {@code orders.mjs} do in their languages. */
final class JavaOrders {
    /**
     * The topic had 12 partitions when it was adopted. The 13th is on a broker with room for two and a half times as much.
     */
    static final Map<String, String> PLACEMENT = Map.of("keystead.base", "murmur2/12", "keystead.weights", "12:2.5");

    private JavaOrders() {}

    static String key(int number) {
        return number % 10 == 0 ? "pedido-ñ-" + number : "order-" + number;
    }

    /** Returns when all is acknowledged, with the client's name and version. */
    static String write(String bootstrapServers, String topic, int count) throws Exception {
        Map<String, Object> properties = new HashMap<>(PLACEMENT);
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
        // Writes the client's id into a header, by which keystead verify tells who wrote what.
        properties.put("interceptor.classes", "io.keystead.kafka.producer.ClientIdHeader");
        properties.put("client.id", "checkout");
        String version;
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
            for (int number = 0; number < count; number++) {
                producer.send(
                        new ProducerRecord<>(topic, key(number), Integer.toString(number)),
                        (written, exception) -> failure.compareAndSet(null, exception));
            }
            version = version(producer);
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return "kafka-clients " + version;
    }

    private static String version(KafkaProducer<?, ?> producer) {
        return producer.metrics().values().stream()
                .filter(metric -> metric.metricName().group().equals("app-info")
                        && metric.metricName().name().equals("version"))
                .map(metric -> String.valueOf(metric.metricValue()))
                .findFirst()
                .orElse("of unknown version");
    }
}
