package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.cli.Command;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker with topics to write and to verify. */
final class KafkaToVerify implements AutoCloseable {
    private final LocalKafka kafka;
    private final Topics topics;

    /** @param kafka is closed with this */
    KafkaToVerify(LocalKafka kafka) {
        this.kafka = kafka;
        this.topics = new Topics(kafka.bootstrapServers());
    }

    String servers() {
        return kafka.bootstrapServers();
    }

    Topics topics() {
        return topics;
    }

    void create(String topic, int partitions) throws InterruptedException {
        topics.create(topic, partitions, 1);
    }

    /**
     * A producer of bytes.
     *
     * @param defaults what holds unless the properties say otherwise
     * @param properties each as {@code name=value}
     */
    KafkaProducer<byte[], byte[]> producer(Map<String, ?> defaults, String... properties) {
        Map<String, Object> config = new HashMap<>(defaults);
        config.put("bootstrap.servers", servers());
        config.put("linger.ms", 5);
        for (String property : properties) {
            int equals = property.indexOf('=');
            config.put(property.substring(0, equals), property.substring(equals + 1));
        }
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        Future<RecordMetadata> unused = producer.send(record, (metadata, e) -> {
            if (e != null) {
                throw new IllegalStateException("a record was not written", e);
            }
        });
    }

    Command.Result verify(String topic, String... options) {
        List<String> args = new ArrayList<>(List.of("verify", topic, "--bootstrap-server", servers()));
        args.addAll(List.of(options));
        return Command.run(args.toArray(String[]::new));
    }

    static JsonNode json(Command.Result result) throws IOException {
        assertThat(result.out()).as(result.err()).isNotEmpty();
        return new ObjectMapper().readTree(result.out());
    }

    @Override
    public void close() {
        topics.close();
        kafka.close();
    }
}
