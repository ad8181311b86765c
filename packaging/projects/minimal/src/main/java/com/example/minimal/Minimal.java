package com.example.minimal;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends a thousand records with keys to the topic minimal. */
public final class Minimal {
    private Minimal() {}

    public static void main(String[] args) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", args[0],
                "partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(new ProducerRecord<>("minimal", "order-" + i, "value"));
            }
        }
    }
}
