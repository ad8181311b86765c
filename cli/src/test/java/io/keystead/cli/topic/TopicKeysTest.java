package io.keystead.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.cli.Console;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.planner.sample.KeySample;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopicKeysTest {
    private static final int KEYS = 1_000;
    private static final String TOPIC = "orders";

    private static @Nullable LocalKafka kafka;

    /** Three records of each key, 60 s from the first to the last; 100 without a key, of 1970; and some that were aborted. */
    @BeforeAll
    static void write() throws InterruptedException {
        kafka = LocalKafka.start();
        try (Topics topics = new Topics(kafka.bootstrapServers())) {
            topics.create(TOPIC, 3, 1);
            topics.create("empty", 1, 1);
        }
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            for (int i = 0; i < 3 * KEYS; i++) {
                long timestamp = 1_700_000_000_000L + i * 60_000L / (3 * KEYS - 1);
                send(producer, new ProducerRecord<>(TOPIC, null, timestamp, key(i % KEYS), new byte[i % KEYS % 10]));
            }
            for (int i = 0; i < 100; i++) {
                send(producer, new ProducerRecord<>(TOPIC, null, 0L, null, new byte[5]));
            }
        }
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "t"))) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, new ProducerRecord<>(TOPIC, bytes("aborted"), new byte[5]));
            producer.flush();
            producer.abortTransaction();
        }
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    @Test
    void a_topic_is_read_to_its_end_with_sizes_and_rate_and_without_what_was_aborted() {
        TopicKeys.Result result = read(TOPIC, 10_000, Long.MAX_VALUE);

        KeySample sample = result.sample();
        assertThat(result.scan().ending()).isEqualTo(Ending.END);
        assertThat(result.partitions()).containsExactly(0, 1, 2);
        assertThat(result.withoutKey()).isEqualTo(100);
        assertThat(sample.size()).isEqualTo(KEYS);
        assertThat(sample.summary().source()).isEqualTo("topic orders");
        assertThat(sample.summary().records()).isEqualTo(3 * KEYS);
        assertThat(sample.summary().recordsPerSecond()).hasValueCloseTo(50.0, within(0.1));
        for (int i = 0; i < KEYS; i++) {
            if (sample.hash(i) == KeyHash.xxh3(0).hash(key(777))) {
                assertThat(sample.records(i)).isEqualTo(3);
                assertThat(sample.bytes(i)).isEqualTo(3L * ("order-777".length() + 7));
                return;
            }
        }
        throw new AssertionError("order-777 is not there");
    }

    @Test
    void reading_stops_at_a_number_of_records() {
        TopicKeys.Result result = read(TOPIC, 10_000, 500);
        assertThat(result.scan().ending()).isEqualTo(Ending.MAX_RECORDS);
        assertThat(result.sample().summary().records() + result.withoutKey()).isEqualTo(500);
    }

    @Test
    void more_keys_than_a_sample_may_hold_are_a_part_of_them() {
        KeySample sample = read(TOPIC, 100, Long.MAX_VALUE).sample();
        assertThat(sample.size()).isEqualTo(100);
        assertThat(sample.summary().records()).isEqualTo(3 * KEYS);
        // 6 sigmas of an estimate from the 100 smallest of 1,000 fixed hashes.
        assertThat((double) sample.summary().population()).isCloseTo(KEYS, within(6 * KEYS / Math.sqrt(99)));
    }

    @Test
    void an_empty_topic_has_no_keys_and_an_absent_one_is_refused() {
        TopicKeys.Result result = read("empty", 100, Long.MAX_VALUE);
        assertThat(result.sample().size()).isZero();
        assertThat(result.sample().summary().recordsPerSecond()).isEmpty();
        assertThatThrownBy(() -> read("absent", 100, Long.MAX_VALUE))
                .hasMessage("--topic: \"absent\" does not exist; allowed: a topic that this Kafka has");
    }

    private static TopicKeys.Result read(String topic, int most, long maxRecords) {
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                false);
        Cluster cluster = Cluster.of("plan", "--topic", servers(), null);
        return TopicKeys.read(cluster, topic, new Start(Start.At.BEGINNING, 0), most, maxRecords, null, true, console);
    }

    private static String servers() {
        if (kafka == null) {
            throw new IllegalStateException("not started");
        }
        return kafka.bootstrapServers();
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put("bootstrap.servers", servers());
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        Future<RecordMetadata> unused = producer.send(record, (metadata, e) -> {
            if (e != null && !(e instanceof TransactionAbortedException)) {
                throw new IllegalStateException("a record was not written", e);
            }
        });
    }

    private static byte[] key(int number) {
        return bytes("order-" + number);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
