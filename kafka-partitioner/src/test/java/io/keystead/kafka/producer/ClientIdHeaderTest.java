package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClientIdHeaderTest {
    private static LocalKafka kafka;
    private static TestTopics topics;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        topics = new TestTopics(kafka);
    }

    @AfterAll
    static void stop() {
        topics.close();
        kafka.close();
    }

    @Test
    void everyRecordNamesTheClientThatSentIt() throws Exception {
        topics.create("named", 1);
        try (KafkaProducer<byte[], byte[]> producer = producer("client.id=prices-ü")) {
            producer.send(record("named")).get();
            producer.send(record("named")).get();
        }

        assertThat(topics.read("named"))
                .hasSize(2)
                .allSatisfy(read -> assertThat(names(read)).containsExactly("prices-ü"));
    }

    @Test
    void aProducerWithoutAnIdHasTheOneThatKafkaMadeUp() throws Exception {
        topics.create("made-up", 1);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(record("made-up")).get();
        }

        assertThat(names(topics.read("made-up").get(0))).hasSize(1).allMatch(name -> name.matches("producer-\\d+"));
    }

    @Test
    void aHeaderThatTheApplicationHasSetStaysAlone() throws Exception {
        topics.create("own", 1);
        try (KafkaProducer<byte[], byte[]> producer = producer("client.id=relay")) {
            ProducerRecord<byte[], byte[]> record = record("own");
            record.headers().add(ClientIdHeader.NAME, "origin".getBytes(StandardCharsets.UTF_8));
            producer.send(record).get();
        }

        assertThat(names(topics.read("own").get(0))).containsExactly("origin");
    }

    @Test
    void aRecordThatWasSentBeforeIsSentWithTheHeaderAndStaysAsItWas() throws Exception {
        topics.create("again", 2);
        RecordHeaders closed = new RecordHeaders();
        closed.add("trace", new byte[] {7});
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>("again", 0, 1_700_000_000_000L, new byte[] {1}, new byte[] {2}, closed);
        ((RecordHeaders) record.headers()).setReadOnly();
        try (KafkaProducer<byte[], byte[]> producer = producer("client.id=second")) {
            producer.send(record).get();
        }

        ConsumerRecord<byte[], byte[]> read = topics.read("again").get(0);
        assertThat(names(read)).containsExactly("second");
        assertThat(read.headers().lastHeader("trace").value()).containsExactly(7);
        assertThat(read.partition()).as("where the key alone would not put it").isZero();
        assertThat(read.timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(read.key()).containsExactly(1);
        assertThat(read.value()).containsExactly(2);
        assertThat(record.headers().lastHeader(ClientIdHeader.NAME)).isNull();
    }

    private static KafkaProducer<byte[], byte[]> producer(String... properties) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", kafka.bootstrapServers());
        config.put("interceptor.classes", ClientIdHeader.class.getName());
        for (String property : properties) {
            int equals = property.indexOf('=');
            config.put(property.substring(0, equals), property.substring(equals + 1));
        }
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> record(String topic) {
        return new ProducerRecord<>(topic, new byte[] {1}, new byte[] {2});
    }

    private static List<String> names(ConsumerRecord<byte[], byte[]> read) {
        return StreamSupport.stream(read.headers().headers(ClientIdHeader.NAME).spliterator(), false)
                .map(header -> new String(header.value(), StandardCharsets.UTF_8))
                .toList();
    }
}
