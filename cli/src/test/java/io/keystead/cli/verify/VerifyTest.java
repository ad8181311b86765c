package io.keystead.cli.verify;

import static io.keystead.cli.verify.KafkaToVerify.json;
import static io.keystead.cli.verify.KafkaToVerify.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keystead.cli.Command;
import io.keystead.cli.Running;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.producer.HrwPartitioner;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command on a real broker. */
class VerifyTest {
    /** Progress that says that so many records were read. */
    private static final Pattern READ_100 = Pattern.compile(" 100/\\?");

    private static final String HRW = "partitioner.class=" + HrwPartitioner.class.getName();
    private static final int KEYS = 2000;

    @TempDir
    Path directory = Path.of("");

    private static @Nullable KafkaToVerify kafka;

    @BeforeAll
    static void start() {
        kafka = new KafkaToVerify(LocalKafka.builder()
                .brokerConfig("log.cleaner.backoff.ms", "100")
                .brokerConfig("transaction.state.log.min.isr", "1")
                .start());
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    @Test
    void a_topic_of_hrw_partitioners_is_right() throws Exception {
        create("right", 12);
        write("right", KEYS, HRW);

        Command.Result result = verify("right");

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .startsWith("topic    right, 12 partitions, xxh3-64:0000000000000000\nrecords  2,000 in ")
                .endsWith("right    2,000\nwrong    0\nunknown  0 without a key\n");
    }

    @Test
    void a_writer_with_one_candidate_too_few_is_named_with_it() throws Exception {
        create("less", 12);
        write("less", KEYS, HRW);
        write("less", KEYS, HRW, "keystead.partitions=0-6,8-11");

        Command.Result result = verify("less", "--json");

        JsonNode json = json(result);
        long lacked = ownedBy(7, KEYS);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(json.path("records").asLong()).isEqualTo(2 * KEYS);
        assertThat(json.path("wrong").asLong()).isEqualTo(lacked);
        assertThat(json.path("right").asLong()).isEqualTo(2 * KEYS - lacked);
        assertThat(texts(json.path("writtenBy"))).containsExactly("HrwPartitioner without partition 7");
        assertThat(json.path("pairs"))
                .hasSize(11)
                .allMatch(pair -> pair.path("expected").asInt() == 7);
        assertThat(json.path("wrongInOtherPairs").asLong()).isZero();
        assertThat(json.path("examples")).hasSize(20);
        JsonNode example = json.path("examples").path(0);
        String key = example.path("keyText").asText();
        assertThat(owner(key, 12))
                .isEqualTo(7)
                .isEqualTo(example.path("expected").asInt());
        assertThat(example.path("partition").asInt()).isEqualTo(secondOf(key, 12));
    }

    @Test
    void keys_that_kafka_s_default_partitioner_placed_are_named_so_and_are_right_under_a_base() throws Exception {
        create("adopted", 12);
        write("adopted", KEYS);

        Command.Result asNew = verify("adopted", "--examples", "1");
        Command.Result asAdopted = verify("adopted", "--base", "murmur2/12");

        assertThat(asNew.out())
                .contains("All wrong records lie where they would be put by\n  Kafka's default partitioner\n")
                .contains("If the topic was adopted, they may be right: --base murmur2/12 tells.\n\n");
        assertThat(asNew.out().lines().filter(line -> line.contains("order-"))).hasSize(1);
        assertThat(asNew.exitCode()).isEqualTo(1);
        assertThat(asAdopted.out()).contains("base murmur2/12\n", "right    2,000\nwrong    0\n");
        assertThat(asAdopted.exitCode()).isZero();
    }

    @Test
    void who_forgets_the_base_is_told_it_and_two_kinds_of_writers_are_not_taken_for_one() throws Exception {
        create("based", 13);
        write("based", KEYS, HRW, "keystead.base=murmur2/12");

        assertThat(texts(json(verify("based", "--json")).path("writtenBy")))
                .containsExactly(
                        "HrwPartitioner with keystead.base=murmur2/12",
                        // Partition 12's own records are right, so the wrong ones alone cannot tell the two apart.
                        "Kafka's default partitioner when the topic had 12 partitions");
        assertThat(verify("based", "--base", "murmur2/12").exitCode()).isZero();

        write("based", KEYS);
        assertThat(verify("based").out())
                .contains("No one kind of writer accounts for all of them; Kafka's default partitioner for ");
    }

    @Test
    void records_without_a_key_are_unknown_and_prove_nothing() throws Exception {
        create("null-keys", 3);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < 100; i++) {
                send(producer, new ProducerRecord<>("null-keys", i % 3, null, new byte[1]));
            }
        }

        Command.Result result = verify("null-keys");

        assertThat(result.out()).endsWith("right    0\nwrong    0\nunknown  100 without a key\n");
        assertThat(result.err()).isEqualTo("no record with a key was read, so nothing was checked\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void an_empty_topic_ends_at_once() throws Exception {
        create("empty", 3);

        Command.Result result = verify("empty", "--threads", "8");

        assertThat(result.out()).contains("records  0 in ").endsWith("unknown  0 without a key\n");
        assertThat(result.err()).isEqualTo("no record was read, so nothing was checked\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void a_topic_of_transactions_ends_behind_its_last_marker_and_aborted_records_count_unless_the_file_says_otherwise()
            throws Exception {
        create("transactions", 3);
        try (KafkaProducer<byte[], byte[]> producer = producer(HRW, "transactional.id=verify")) {
            producer.initTransactions();
            for (int transaction = 0; transaction < 6; transaction++) {
                producer.beginTransaction();
                for (int i = 0; i < 100; i++) {
                    send(producer, record("transactions", transaction * 100 + i));
                }
                producer.flush();
                if (transaction % 2 == 0) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }
        Path committed = Files.writeString(directory.resolve("committed"), "isolation.level=read_committed\n");

        assertThat(json(verify("transactions", "--json")).path("right").asLong())
                .isEqualTo(600);
        JsonNode json = json(verify("transactions", "--json", "--command-config", committed.toString()));
        assertThat(json.path("right").asLong()).isEqualTo(300);
        assertThat(json.path("ended").asText()).isEqualTo("end");
    }

    @Test
    void a_topic_with_records_compacted_away_or_deleted_ends_too() throws Exception {
        create("compacted", 1);
        configure(
                "compacted",
                Map.of("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.01", "segment.ms", "1"));
        try (KafkaProducer<byte[], byte[]> producer = producer(HRW)) {
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 100; i++) {
                    send(producer, record("compacted", i));
                }
                producer.flush();
                Thread.sleep(2);
            }
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        JsonNode json = json(verify("compacted", "--json"));
        while (json.path("records").asLong() == 1000) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(100);
            json = json(verify("compacted", "--json"));
        }
        assertThat(json.path("records").asLong()).isBetween(100L, 999L);
        assertThat(json.path("ended").asText()).isEqualTo("end");

        create("deleted", 1);
        write("deleted", 1000, HRW);
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition("deleted", 0), RecordsToDelete.beforeOffset(600)))
                    .all()
                    .get();
        }
        JsonNode left = json(verify("deleted", "--json"));
        assertThat(left.path("records").asLong()).isEqualTo(400);
        assertThat(left.path("partitions").path(0).path("firstOffset").asLong()).isEqualTo(600);
    }

    @Test
    void a_scan_begins_where_it_is_told_to_and_ends_after_as_many_records_as_it_is_told() throws Exception {
        create("range", 1);
        // Young enough not to be deleted for their age.
        Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
        Instant fortieth = start.plusSeconds(40);
        try (KafkaProducer<byte[], byte[]> producer = producer(HRW)) {
            for (int i = 0; i < 100; i++) {
                send(
                        producer,
                        new ProducerRecord<>("range", null, start.plusSeconds(i).toEpochMilli(), key(i), new byte[0]));
            }
        }

        assertThat(records("range", "--from", "beginning")).isEqualTo(100);
        assertThat(records("range", "--from", "70")).isEqualTo(30);
        assertThat(records("range", "--from", "1000")).isZero();
        assertThat(records("range", "--from", "end")).isZero();
        assertThat(records(
                        "range",
                        "--since",
                        fortieth.atOffset(ZoneOffset.ofHours(1)).toString()))
                .isEqualTo(60);
        assertThat(records("range", "--since", fortieth.plusMillis(1).toString()))
                .isEqualTo(59);
        assertThat(records("range", "--since", "5m")).isZero();
        assertThat(records("range", "--since", "999999999d")).isEqualTo(100);
        assertThat(records("range", "--max-records", "33")).isEqualTo(33);
        assertThat(json(verify("range", "--json", "--max-records", "33"))
                        .path("ended")
                        .asText())
                .isEqualTo("max-records");
    }

    @Test
    void several_threads_see_every_record_once() throws Exception {
        create("threads", 7);
        write("threads", KEYS);

        JsonNode one = json(verify("threads", "--json"));
        JsonNode three = json(verify("threads", "--json", "--threads", "3"));

        assertThat(one.path("threads").asInt()).isEqualTo(1);
        assertThat(three.path("threads").asInt()).isEqualTo(3);
        for (String field : List.of("records", "right", "wrong", "pairs", "writtenBy", "partitions")) {
            assertThat(three.path(field)).as(field).isEqualTo(one.path(field));
        }
    }

    @Test
    void a_live_scan_goes_on_with_what_is_written() throws Exception {
        create("live", 3);
        write("live", 100, HRW);
        Running running = new Running(
                "verify", "live", "--live", "--max-records", "200", "--bootstrap-server", kafka().servers());

        write("live", 100);
        Command.Result result = running.result();

        assertThat(result.out())
                .contains("ended    as many records as --max-records allows were read\n")
                .contains("All wrong records lie where they would be put by\n  Kafka's default partitioner\n");
        assertThat(result.out()).contains("records  200 in ");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(verify("live", "--live", "--from", "end", "--for", "300ms").out())
                .contains("records  0 in ", "ended    the time is over\n");
    }

    @Test
    void a_live_scan_ends_when_the_topic_grows_since_its_topology_is_another_one_then() throws Exception {
        create("growing", 3);
        write("growing", 100, HRW);
        Path config = Files.writeString(directory.resolve("config"), "metadata.max.age.ms=200\n");
        Running running = new Running(
                "verify",
                "growing",
                "--live",
                "--progress",
                "--bootstrap-server",
                kafka().servers(),
                "--command-config",
                config.toString());
        running.awaitErr(READ_100);

        kafka().topics().grow("growing", 4);
        Command.Result result = running.result();

        assertThat(result.out()).contains("right    100\n", "ended    the topic has grown\n");
        assertThat(result.err())
                .endsWith("keystead verify: TOPIC: \"growing\" has got more partitions than the 3 that its records were"
                        + " held against; start again\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void an_interruption_prints_what_was_seen_so_far() throws Exception {
        create("interrupted", 3);
        write("interrupted", 100, HRW);
        Running running =
                new Running("verify", "interrupted", "--live", "--progress", "--bootstrap-server", kafka().servers());
        running.awaitErr(READ_100);

        running.interrupt();
        Command.Result result = running.result();

        assertThat(result.out()).contains("ended    interrupted\n", "right    100\n");
        assertThat(result.err()).doesNotContain("keystead verify:");
        assertThat(result.exitCode()).isEqualTo(130);
    }

    @Test
    void an_interruption_has_its_own_exit_code_whatever_was_seen() throws Exception {
        create("interrupted-wrong", 3);
        write("interrupted-wrong", 100);
        Running running = new Running(
                "verify", "interrupted-wrong", "--live", "--progress", "--bootstrap-server", kafka().servers());
        running.awaitErr(READ_100);

        running.interrupt();
        Command.Result result = running.result();

        assertThat(result.out())
                .contains("ended    interrupted\n", "belongs in    found in")
                .doesNotContain("wrong    0\n");
        assertThat(result.exitCode()).isEqualTo(130);
        assertThat(verify("interrupted-wrong", "--live", "--for", "3s").exitCode())
                .as("a scan that ends by its time")
                .isEqualTo(1);
    }

    @Test
    void a_live_scan_may_be_given_more_time_than_a_clock_counts() throws Exception {
        create("long-time", 3);
        write("long-time", 10, HRW);

        Command.Result result = verify("long-time", "--live", "--for", "999999999d", "--max-records", "10");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("right    10\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void a_window_that_no_key_has_is_an_error() throws Exception {
        create("no-windows", 3);
        write("no-windows", 100, HRW);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            send(producer, new ProducerRecord<>("no-windows", 0, null, new byte[1]));
        }

        Command.Result result = verify("no-windows", "--windowed", "session");

        assertThat(result.out())
                .endsWith("right    0\nwrong    0\nunknown  1 without a key, 100 with a key shorter than its window\n");
        assertThat(result.err())
                .isEqualTo("keystead verify: --windowed: \"session\" is a window longer than each of the keys that were"
                        + " read, so nothing was checked; allowed: the kind of window that this topic's keys end with,"
                        + " or none\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void an_application_s_own_classes_in_its_file_are_not_asked_for() throws Exception {
        create("application", 3);
        write("application", 10, HRW);
        Path config = Files.writeString(directory.resolve("config"), """
                partition.assignment.strategy=com.acme.OurAssignor
                interceptor.classes=com.acme.OurInterceptor
                metric.reporters=com.acme.OurReporter
                key.deserializer=com.acme.OurDeserializer
                value.deserializer=com.acme.OurDeserializer
                """);

        Command.Result result = verify("application", "--command-config", config.toString());

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void a_windowed_key_is_held_against_the_place_of_its_inner_key() throws Exception {
        create("windowed", 12);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < 500; i++) {
                byte[] inner = key(i);
                byte[] windowed = ByteBuffer.allocate(inner.length + Long.BYTES)
                        .put(inner)
                        .putLong(1_700_000_000_000L + i % 7 * 60_000L)
                        .array();
                int partition = owner(new String(inner, StandardCharsets.UTF_8), 12);
                send(producer, new ProducerRecord<>("windowed", partition, windowed, new byte[0]));
            }
            send(producer, new ProducerRecord<>("windowed", 0, new byte[7], new byte[0]));
        }

        Command.Result result = verify("windowed", "--windowed", "time");

        assertThat(result.out())
                .endsWith("right    500\nwrong    0\nunknown  0 without a key, 1 with a key shorter than its window\n");
        assertThat(verify("windowed").exitCode()).isEqualTo(1);
        assertThat(verify("windowed", "--windowed", "session").exitCode()).isEqualTo(1);
    }

    @Test
    void a_hot_key_is_right_on_its_best_candidates_only() throws Exception {
        create("hot", 12);
        List<Integer> best = Placement.of(Topology.ofPartitions(12)).top(key(1), 4).stream()
                .map(bid -> Integer.valueOf(bid.candidate().id()))
                .toList();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int partition : best) {
                send(producer, new ProducerRecord<>("hot", partition, key(1), new byte[0]));
            }
        }
        Path three = Files.writeString(directory.resolve("three"), "3 hot string order-1\n");
        Path four = Files.writeString(directory.resolve("four"), "4 * string order-1\n");

        assertThat(json(verify("hot", "--json")).path("wrong").asInt()).isEqualTo(3);
        Command.Result byThree = verify("hot", "--hot-keys", three.toString());
        assertThat(byThree.out()).contains("right    3\nwrong    1\n", "All wrong records are of hot keys.\n");
        assertThat(byThree.exitCode()).isEqualTo(1);
        assertThat(verify("hot", "--hot-keys", four.toString()).exitCode()).isZero();
    }

    @Test
    void retired_partitions_weights_slots_and_a_secret_are_those_of_the_producer() throws Exception {
        Path secret = Files.write(directory.resolve("secret"), "0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        create("options", 8);
        write(
                "options",
                KEYS,
                HRW,
                "keystead.partitions=0-4,6,7",
                "keystead.weights=6:2.5",
                "keystead.slot.bits=6",
                "keystead.hash=siphash-2-4",
                "keystead.secret.file=" + secret);
        String[] options = {
            "--partitions=0-4,6,7", "--weights=6:2.5", "--slot-bits=6", "--hash=siphash-2-4", "--secret-file=" + secret
        };

        assertThat(verify("options", options).exitCode()).isZero();
        for (int i = 0; i < 3; i++) {
            List<String> oneLess = new ArrayList<>(List.of(options));
            oneLess.remove(i);
            assertThat(verify("options", oneLess.toArray(String[]::new)).exitCode())
                    .as("without " + options[i])
                    .isNotZero();
        }
    }

    @Test
    void a_writer_that_still_has_a_retired_partition_is_named_with_it() throws Exception {
        create("retired", 6);
        write("retired", KEYS, HRW);

        JsonNode json = json(verify("retired", "--json", "--partitions", "0-1,3-5"));

        assertThat(json.path("wrong").asLong()).isEqualTo(KEYS - rightUnder(Set.of(0, 1, 3, 4, 5)));
        assertThat(texts(json.path("writtenBy")))
                .contains("HrwPartitioner without any keystead property", "HrwPartitioner that has partition 2 too");
    }

    @Test
    void what_kafka_or_the_options_do_not_have_is_one_line() throws Exception {
        create("lines", 3);
        assertThat(verify("no-such-topic").err())
                .isEqualTo(
                        "keystead verify: TOPIC: \"no-such-topic\" does not exist; allowed: a topic that this Kafka has\n");
        assertThat(verify("a b").err()).startsWith("keystead verify: TOPIC: ").hasLineCount(1);
        assertThat(verify("lines", "--partitions", "4").err())
                .isEqualTo("keystead verify: --partitions: \"4\" names partition 3, which topic lines does not have;"
                        + " allowed: its partitions 0 to 2\n");
        assertThat(verify("lines", "--base", "murmur2/4").err())
                .isEqualTo("keystead verify: --base: \"murmur2/4\" names partition 3, which topic lines does not have;"
                        + " allowed: its partitions 0 to 2\n");
        assertThat(verify("lines", "--weights", "3:2").err())
                .isEqualTo("keystead verify: --weights: partition 3 in \"3:2\" is not active; allowed: 0 to 2\n");
        assertThat(verify("lines", "--candidates", "a,b").err())
                .isEqualTo("keystead verify: --candidates: the candidate \"a\" is not a partition; allowed: partition"
                        + " numbers in decimal without leading zeros\n");
        for (String none : List.of("7", "4294967297")) {
            assertThat(verify("lines", "--candidates", "0,1," + none).err())
                    .isEqualTo("keystead verify: --candidates: \"0,1," + none + "\" names partition " + none
                            + ", which topic lines does not have; allowed: its partitions 0 to 2\n");
        }
        assertThat(verify("lines", "--candidates", "0,07").err())
                .startsWith("keystead verify: --candidates: the candidate \"07\" is not a partition;");
        Path bad = Files.writeString(directory.resolve("bad"), "fetch.min.bytes=many\n");
        Command.Result result = verify("lines", "--command-config", bad.toString());
        assertThat(result.err())
                .isEqualTo(
                        "keystead verify: --command-config: Invalid value many for configuration fetch.min.bytes: Not a"
                                + " number of type INT\n");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(Set.copyOf(topicNames())).doesNotContain("no-such-topic");
    }

    @Test
    void a_kafka_that_does_not_answer_is_one_line_after_the_time_that_the_file_gives_it() throws Exception {
        Path config = Files.writeString(
                directory.resolve("config"),
                "default.api.timeout.ms=1000\ngroup.id=of-an-application\ngroup.protocol=consumer\n");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            long start = System.nanoTime();
            Command.Result result =
                    Command.run("verify", "x", "--bootstrap-server", address, "--command-config", config.toString());

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(result.err())
                    .isEqualTo("keystead verify: --bootstrap-server: \"" + address
                            + "\" gave no answer for 1000 ms; allowed:"
                            + " host:port of a Kafka that runs, and in --command-config what it asks of its clients\n");
            assertThat(result.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void nothing_is_left_in_the_cluster() throws Exception {
        create("untouched", 3);
        write("untouched", 100, HRW);
        Path config =
                Files.writeString(directory.resolve("config"), "group.id=of-an-application\nenable.auto.commit=true\n");
        Set<String> before = topicNames();

        assertThat(verify("untouched", "--command-config", config.toString()).exitCode())
                .isZero();

        assertThat(topicNames()).isEqualTo(before).doesNotContain("__consumer_offsets");
        try (Admin admin = admin()) {
            assertThat(admin.listGroups().all().get()).isEmpty();
        }
    }

    /**
     * The floor is what the command promises for a core; the thread that reads does all the work, so what it took of the
     * processor is the same on a busy machine.
     */
    @Test
    void half_a_million_small_records_are_checked_in_a_second_of_processor_time() throws Exception {
        create("speed", 12);
        write("speed", 600_000, HRW);

        JsonNode json = json(verify("speed", "--json"));

        double perSecond =
                json.path("records").asLong() / json.path("cpuSeconds").asDouble();
        System.err.printf(
                "%.2f million records a second of processor time, %.2f million a second%n",
                perSecond / 1e6,
                json.path("records").asLong() / json.path("seconds").asDouble() / 1e6);
        assertThat(json.path("right").asLong()).isEqualTo(600_000);
        assertThat(perSecond).isGreaterThan(500_000);
    }

    private static KafkaToVerify kafka() {
        if (kafka == null) {
            throw new IllegalStateException("not started");
        }
        return kafka;
    }

    private static void create(String topic, int partitions) throws InterruptedException {
        kafka().create(topic, partitions);
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", kafka().servers()));
    }

    private static Set<String> topicNames() throws Exception {
        try (Admin admin = admin()) {
            return new TreeSet<>(admin.listTopics().names().get());
        }
    }

    private static void configure(String topic, Map<String, String> configs) throws Exception {
        List<AlterConfigOp> changes = configs.entrySet().stream()
                .map(entry ->
                        new AlterConfigOp(new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
                    .all()
                    .get();
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(String... properties) {
        return kafka().producer(Map.of("batch.size", 1 << 17), properties);
    }

    private static void write(String topic, int keys, String... properties) {
        try (KafkaProducer<byte[], byte[]> producer = producer(properties)) {
            for (int i = 0; i < keys; i++) {
                send(producer, record(topic, i));
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int number) {
        return new ProducerRecord<>(topic, key(number), new byte[4]);
    }

    private static byte[] key(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }

    private static int owner(String key, int partitions) {
        return nth(key, partitions, 0);
    }

    private static int secondOf(String key, int partitions) {
        return nth(key, partitions, 1);
    }

    private static int nth(String key, int partitions, int place) {
        return Integer.parseInt(Placement.of(Topology.ofPartitions(partitions))
                .rank(key.getBytes(StandardCharsets.UTF_8))
                .get(place)
                .candidate()
                .id());
    }

    private static long ownedBy(int partition, int keys) {
        long owned = 0;
        for (int i = 0; i < keys; i++) {
            owned += owner(new String(key(i), StandardCharsets.UTF_8), 12) == partition ? 1 : 0;
        }
        return owned;
    }

    /** How many keys lie right when they were placed over six partitions and these are active. */
    private static long rightUnder(Set<Integer> active) {
        long right = 0;
        for (int i = 0; i < KEYS; i++) {
            right += active.contains(owner(new String(key(i), StandardCharsets.UTF_8), 6)) ? 1 : 0;
        }
        return right;
    }

    private static Command.Result verify(String topic, String... options) {
        return kafka().verify(topic, options);
    }

    private static long records(String topic, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        return json(verify(topic, all.toArray(String[]::new))).path("records").asLong();
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
