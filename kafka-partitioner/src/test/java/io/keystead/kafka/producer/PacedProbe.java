package io.keystead.kafka.producer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A program that sends records without a key at a steady pace, which brokers that answer at once keep up with. */
final class PacedProbe {
    private PacedProbe() {}

    /** Arguments: the partitioner's class, the bootstrap address, the topic, how many records. */
    public static void main(String[] args) throws Exception {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", args[1], "partitioner.class", args[0], "acks", "1");
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                sent.add(producer.send(new ProducerRecord<>(args[2], null, new byte[84])));
                if (i % 10 == 0) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
                }
            }
        }
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
    }
}
