package io.keystead.cli.demo;

import io.keystead.cli.BadInput;
import io.keystead.cli.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes every key once with a producer of its own, so that it sees the partitions that there are by then. */
final class KeyWriter {
    private static final int CHUNK = 500;

    private final String bootstrapServers;
    private final KeySet keys;
    private final Payload payload;

    KeyWriter(String bootstrapServers, KeySet keys, Payload payload) {
        this.bootstrapServers = bootstrapServers;
        this.keys = keys;
        this.payload = payload;
    }

    /** @throws BadInput if a record was not accepted */
    void write(Pass pass, Progress progress) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config(pass), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int index = 0; index < keys.size(); index++) {
                // What the future would tell comes by the callback.
                Future<RecordMetadata> unused = producer.send(record(pass.topic(), index), (metadata, e) -> {
                    if (e != null) {
                        failure.compareAndSet(null, e);
                    }
                });
                if ((index + 1) % CHUNK == 0) {
                    progress.step(CHUNK);
                }
            }
            producer.flush();
            progress.step(keys.size() % CHUNK);
        }
        if (failure.get() != null) {
            throw new BadInput(
                    "Kafka",
                    "did not take a record of " + pass + ": " + failure.get().getMessage(),
                    failure.get());
        }
    }

    private ProducerRecord<byte[], byte[]> record(String topic, int index) {
        long bytes = keys.bytes(index);
        return new ProducerRecord<>(
                topic,
                null,
                keys.key(index),
                payload.value(bytes),
                List.of(new RecordHeader(Payload.HEADER, payload.header(bytes))));
    }

    private Map<String, Object> config(Pass pass) {
        Map<String, Object> config = new HashMap<>(pass.properties());
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 17);
        // Long enough for a busy machine, short enough to say so while somebody is still looking.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
        return config;
    }
}
