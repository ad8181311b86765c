package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.cli.Command;
import io.keystead.cli.Command.Result;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A change of a topic that a real broker has. */
class TopicPlanTest {
    private static final int KEYS = 1_000;

    private static @Nullable LocalKafka kafka;

    private static String server = "";

    /** Two records of each key, and three without one. */
    @BeforeAll
    static void write() throws InterruptedException {
        LocalKafka started = LocalKafka.start();
        kafka = started;
        server = started.bootstrapServers();
        try (Topics topics = new Topics(server)) {
            topics.create("orders", 4, 1);
            topics.create("empty", 1, 1);
            topics.create("grown", 2, 1);
        }
        Map<String, Object> settings = Map.of("bootstrap.servers", server);
        try (KafkaProducer<@Nullable String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 2 * KEYS; i++) {
                send(producer, new ProducerRecord<>("orders", "order-" + i % KEYS, "value"));
            }
            int elsewhere = 1 - Murmur2.partition("order-1".getBytes(StandardCharsets.UTF_8), 0, 7, 2);
            send(producer, new ProducerRecord<>("grown", elsewhere, "order-1", "value"));
            send(producer, new ProducerRecord<>("grown", 1 - elsewhere, "order-1", "value"));
            for (int i = 0; i < 3; i++) {
                send(producer, new ProducerRecord<>("orders", "value"));
            }
        }
    }

    private static void send(
            KafkaProducer<@Nullable String, String> producer, ProducerRecord<@Nullable String, String> record) {
        // Closing the producer waits for it, and the counts tell whether it came.
        var unused = producer.send(record);
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    private static Result plan(String topic, String... options) {
        List<String> args = new ArrayList<>(List.of("plan", "--topic", topic, "--bootstrap-server", server));
        args.addAll(List.of(options));
        return Command.run(args.toArray(String[]::new));
    }

    /** As of a topic that has grown: nobody but the reader of its records can know. */
    @Test
    void records_that_do_not_lie_where_today_s_placement_is_taken_to_put_them_are_told() {
        Result result = plan("grown", "--grow", "1", "--algorithms", "hrw");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err())
                .startsWith("1 record not where Kafka's default partitioner would put them")
                .contains("--today \"hrw murmur2/12\"");
        assertThat(plan("grown", "--grow", "1", "--algorithms", "hrw", "--today", "hrw murmur2/1")
                        .err())
                .isEmpty();
    }

    @Test
    void the_topic_s_partitions_are_where_a_change_begins_and_its_keys_are_counted_once() throws Exception {
        Result result = plan("orders", "--grow", "1", "--json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).isEqualTo("3 records without a key, which are in no number\n");
        JsonNode report = new ObjectMapper().readTree(result.out());
        assertThat(report.at("/scenario/name").textValue()).isEqualTo("4 to 5 partitions");
        assertThat(report.at("/sample/keys").intValue()).isEqualTo(KEYS);
        assertThat(report.at("/sample/records").intValue()).isEqualTo(2 * KEYS);
        assertThat(report.at("/algorithms/0/name").textValue()).isEqualTo("hrw murmur2/4");
        assertThat(report.at("/algorithms/0/keys/adoption/all").doubleValue()).isZero();
        long moved = IntStream.range(0, KEYS)
                .mapToObj(i -> ("order-" + i).getBytes(StandardCharsets.UTF_8))
                .filter(key -> Murmur2.partition(key, 0, key.length, 4) != Murmur2.partition(key, 0, key.length, 5))
                .count();
        for (JsonNode algorithm : report.get("algorithms")) {
            if (algorithm.get("name").textValue().equals("modulo")) {
                assertThat(Math.round(algorithm.at("/keys/moved/all").doubleValue() * KEYS))
                        .isEqualTo(moved);
            }
        }
    }

    @Test
    void reading_stops_where_it_is_told_to() throws Exception {
        Result result = plan("orders", "--to", "6", "--max-records", "500", "--algorithms", "hrw", "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode report = new ObjectMapper().readTree(result.out());
        assertThat(report.at("/sample/records").intValue()).isBetween(497, 500);
        assertThat(report.at("/scenario/after")).hasSize(6);
    }

    @Test
    void a_topic_without_keys_or_that_is_not_there_is_refused() {
        Result empty = plan("empty", "--grow", "1");
        assertThat(empty.exitCode()).isEqualTo(2);
        assertThat(empty.err())
                .isEqualTo("keystead plan: the sample of topic empty has no keys; allowed: at least one\n");
        Result absent = plan("absent", "--grow", "1");
        assertThat(absent.exitCode()).isEqualTo(2);
        assertThat(absent.err()).startsWith("keystead plan: --topic: ").contains("absent");
    }

    @Test
    void options_of_a_topic_and_of_a_file_do_not_go_together() {
        assertThat(plan("orders", "--keys", "-", "--grow", "1").err())
                .startsWith("keystead plan: keys from a file and from a topic; allowed: --keys FILE");
        assertThat(Command.run("plan", "--topic", "orders", "--grow", "1").err())
                .isEqualTo(
                        "keystead plan: --topic: \"orders\" has no cluster; allowed: with --bootstrap-server HOST:PORT\n");
        assertThat(Command.run("plan", "--keys", "-", "--max-records", "5", "--from", "2", "--grow", "1")
                        .err())
                .isEqualTo("keystead plan: --max-records: \"5\" goes with --topic only\n");
    }
}
