package com.example.quarkus.streams;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Sends a thousand records with keys to the topic quarkus-streams, which {@link Counts} reads. */
@ApplicationScoped
public class Orders {
    @ConfigProperty(name = "kafka.bootstrap.servers")
    String bootstrapServers;

    void send(@Observes StartupEvent started) {
        try (Producer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(new ProducerRecord<>("quarkus-streams", "order-" + i, "value"));
            }
        }
    }
}
