package com.example.mirror;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * {@code Orders BOOTSTRAP TOPIC [NAME=VALUE...]}: sends a thousand records with the keys order-0 to order-999 by a producer with these
 * properties, and prints when it began.
 */
public final class Orders {
    private Orders() {}

    public static void main(String[] args) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", args[0]);
        for (int i = 2; i < args.length; i++) {
            int end = args[i].indexOf('=');
            config.put(args[i].substring(0, end), args[i].substring(end + 1));
        }
        System.out.println(Instant.now());
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(new ProducerRecord<>(args[1], "order-" + i, "value"));
            }
        }
    }
}
