package io.keystead.cli.demo;

import io.keystead.kafka.producer.HrwPartitioner;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** A way of choosing partitions that is shown. */
enum Scheme {
    /** What Kafka does by itself: murmur2 of the key, and the remainder by the number of partitions. */
    DEFAULT("default", "demo-default"),
    /** A topic placed by rendezvous hashing from its first record on. */
    HRW("hrw", "demo-hrw"),
    /** A topic that Kafka's default filled, and rendezvous hashing takes over where the keys lie. */
    ADOPTED("adopted", "demo-adopted");

    private final String label;
    private final String topic;

    Scheme(String label, String topic) {
        this.label = label;
        this.topic = topic;
    }

    String label() {
        return label;
    }

    String topic() {
        return topic;
    }

    /** What is written, in order; the last pass is the one after growth, and the one before it the last before growth. */
    List<Pass> passes(Growth growth) {
        Map<String, Object> byDefault = Map.of();
        Map<String, Object> byHrw = Map.of(ProducerConfig.PARTITIONER_CLASS_CONFIG, HrwPartitioner.class.getName());
        Map<String, Object> byHrwOverBase = Map.of(
                ProducerConfig.PARTITIONER_CLASS_CONFIG,
                HrwPartitioner.class.getName(),
                "keystead.topic." + topic + ".base",
                "murmur2/" + growth.from());
        return switch (this) {
            case DEFAULT -> List.of(new Pass(this, growth.from(), byDefault), new Pass(this, growth.to(), byDefault));
            case HRW -> List.of(new Pass(this, growth.from(), byHrw), new Pass(this, growth.to(), byHrw));
            case ADOPTED ->
                List.of(
                        new Pass(this, growth.from(), byDefault),
                        new Pass(this, growth.from(), byHrwOverBase),
                        new Pass(this, growth.to(), byHrwOverBase));
        };
    }
}
