package io.keystead.compat.agreement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A program that somebody might have: producers with the plugin's jar and Kafka's client, nothing else. */
final class ProducerProgram {
    private ProducerProgram() {}

    /** Arguments: the bootstrap address, the file of keys, and {@link Job}s. */
    public static void main(String[] args) throws Exception {
        List<byte[]> keys = KeyLines.read(Path.of(args[1]));
        for (Job job : Job.parse(args, 2)) {
            Map<String, Object> properties = new HashMap<>(job.properties());
            properties.put("bootstrap.servers", args[0]);
            properties.put("partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
            properties.put("max.request.size", 4 << 20);
            properties.put("linger.ms", 5);
            // Those without a key stay together for so many bytes, and are to be seen on several partitions.
            properties.put("batch.size", 2048);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int line = 0; line < keys.size(); line++) {
                    sent.add(producer.send(new ProducerRecord<>(job.topic(), keys.get(line), KeyLines.value(line))));
                }
            }
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        }
    }
}
