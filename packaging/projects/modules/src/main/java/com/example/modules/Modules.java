package com.example.modules;

import io.keystead.hrw.Topology;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Names the rule from a module, and sends a thousand records with keys to the topic modules. */
public final class Modules {
    private Modules() {}

    public static void main(String[] args) {
        Module own = Modules.class.getModule();
        Module rule = Topology.class.getModule();
        if (!own.isNamed() || !rule.getName().equals("io.keystead.hrw")) {
            throw new IllegalStateException("not on a module path: " + own + ", " + rule);
        }
        Map<String, Object> config = Map.of(
                "bootstrap.servers", args[0],
                "partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(new ProducerRecord<>("modules", "order-" + i, "value"));
            }
        }
        System.out.println(rule.getName() + " from " + own.getName() + ": " + Topology.ofPartitions(12).fingerprint());
    }
}
