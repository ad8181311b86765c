package io.keystead.kafka.producer;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A program that commits a transaction although its one record was refused, and says what came of it. */
final class TransactionProbe {
    private TransactionProbe() {}

    /** Arguments: the bootstrap address and a topic without partition 99. */
    public static void main(String[] args) throws InterruptedException {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                args[0],
                "partitioner.class",
                HrwPartitioner.class.getName(),
                "keystead.partitions",
                "0,99",
                "transactional.id",
                args[1]);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            try {
                producer.send(new ProducerRecord<>(args[1], new byte[1], new byte[8]))
                        .get();
                System.out.println("the record was sent");
            } catch (ExecutionException e) {
                System.out.println("the record was refused: " + e.getMessage());
            }
            try {
                producer.commitTransaction();
                System.out.println("the commit succeeded");
            } catch (KafkaException e) {
                producer.abortTransaction();
                System.out.println("the commit failed");
            }
        }
    }
}
