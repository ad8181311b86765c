package io.keystead.cli.verify;

import static io.keystead.cli.verify.KafkaToVerify.json;
import static io.keystead.cli.verify.KafkaToVerify.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.keystead.cli.Command;
import io.keystead.kafka.producer.ClientIdHeader;
import io.keystead.kafka.producer.HrwPartitioner;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wrote a topic, by the whole command on a real broker: real producers where there are, else explicit partitions. */
class WritersTest {
    private static final String JAVA = "Kafka's default partitioner";
    private static final String LIBRDKAFKA = "librdkafka's default partitioner (CRC32)";
    private static final String HRW = "partitioner.class=" + HrwPartitioner.class.getName();
    private static final int KEYS = 2000;

    @TempDir
    Path directory = Path.of("");

    private static @Nullable KafkaToVerify kafka;

    @BeforeAll
    static void start() {
        kafka = new KafkaToVerify(LocalKafka.start());
    }

    @AfterAll
    static void stop() {
        if (kafka != null) {
            kafka.close();
        }
    }

    @Test
    void crc32_against_murmur2_is_told_by_client() throws Exception {
        create("hunt", 12);
        produce("hunt", "client.id=checkout");
        place("hunt", "pricing", WritersTest::order, crc32(12));

        Command.Result result = verify("hunt", "--expect", "murmur2", "--examples", "1");

        long coincidences =
                count(key -> crc32(12).applyAsInt(key) == murmur2(12).applyAsInt(key));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .startsWith("topic    hunt, 12 partitions, murmur2\nrecords  4,000 in ")
                .contains(String.format("right    %,d\nwrong    %,d\n", KEYS + coincidences, KEYS - coincidences))
                .contains("All wrong records lie where they would be put by\n  " + LIBRDKAFKA + "\n\n")
                .contains(String.format("""
                        client                    with a key           wrong
                        checkout                       2,000               0
                          %s
                        pricing                        2,000           %,5d
                          %s

                        """, JAVA, KEYS - coincidences, LIBRDKAFKA));
    }

    @Test
    void the_same_is_told_to_programs_and_however_many_threads_read() throws Exception {
        create("programs", 12);
        produce("programs", "client.id=checkout");
        place("programs", "pricing", WritersTest::order, crc32(12));
        place("programs", null, WritersTest::order, fnv(12));

        JsonNode one = json(verify("programs", "--expect", "crc32", "--json"));
        JsonNode three = json(verify("programs", "--expect", "crc32", "--json", "--threads", "3"));

        assertThat(one.path("expect").path("scheme").asText()).isEqualTo("crc32");
        assertThat(one.path("expect").path("partitions").asInt()).isEqualTo(12);
        assertThat(one.path("topology").isNull()).isTrue();
        assertThat(one.path("schemaIds").isNull()).isTrue();
        JsonNode clients = one.path("clients");
        assertThat(clients).hasSize(3);
        assertThat(clients.path(0).path("client").asText()).isEqualTo("checkout");
        assertThat(clients.path(1).path("client").asText()).isEqualTo("pricing");
        assertThat(clients.path(1).path("right").asLong()).isEqualTo(KEYS);
        assertThat(clients.path(1).path("wrong").asLong()).isZero();
        assertThat(clients.path(2).path("client").isNull()).isTrue();
        assertThat(clients.path(2).path("isRest").asBoolean()).isFalse();
        List<String> writers = new ArrayList<>();
        for (JsonNode client : clients) {
            assertThat(client.path("told").asText()).isEqualTo("one-writer");
            assertThat(client.path("sampledKeys").asInt()).isEqualTo(ClientTally.SAMPLE);
            assertThat(client.path("neededKeys").asInt()).isBetween(8, 10);
            assertThat(client.path("unattributed").asDouble()).isZero();
            assertThat(client.path("writers")).hasSize(1);
            writers.add(client.path("writers").path(0).path("anyOf").path(0).asText());
        }
        assertThat(writers).containsExactly(JAVA, LIBRDKAFKA, "sarama's default partitioner (FNV-1a)");
        for (String field : List.of("clients", "writtenBy", "right", "wrong")) {
            assertThat(three.path(field)).as(field).isEqualTo(one.path(field));
        }
    }

    @Test
    void a_topic_that_is_written_as_expected_is_right_and_its_writers_are_told_when_asked_for() throws Exception {
        create("right", 12);
        place("right", "go", WritersTest::order, fnv(12));

        Command.Result result = verify("right", "--expect", "fnv");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .startsWith("topic    right, 12 partitions, fnv\n")
                .contains("right    2,000\nwrong    0\n")
                .endsWith("""
                        go                             2,000               0
                          sarama's default partitioner (FNV-1a)
                        """);
        assertThat(verify("right", "--expect", "crc32").exitCode()).isEqualTo(1);
        assertThat(verify("right", "--expect", "hrw").exitCode()).isEqualTo(1);
    }

    @Test
    void an_earlier_number_of_partitions_can_be_expected_and_is_told_where_it_is_not() throws Exception {
        create("grown", 12);
        produce("grown", "client.id=old");
        kafka().topics().grow("grown", 13);

        assertThat(verify("grown", "--expect", "murmur2", "--partitions", "12").exitCode())
                .isZero();
        assertThat(verify("grown", "--expect", "murmur2", "--partitions", "12").out())
                .startsWith("topic    grown, 13 partitions, murmur2 over 12\n");
        assertThat(verify("grown", "--expect", "murmur2").out()).containsPattern("""

                        old                            2,000           1,\\d{3}
                          Kafka's default partitioner when the topic had 12 partitions
                        """);
    }

    @Test
    void an_empty_key_is_nowhere_wrong_where_librdkafka_s_default_is_expected() throws Exception {
        create("empty-keys", 12);
        place("empty-keys", "c", i -> new byte[0], key -> 5);
        place("empty-keys", "c", WritersTest::order, crc32(12));

        Command.Result result = verify("empty-keys", "--expect", "crc32");

        assertThat(result.out()).contains("""
                        right    2,000
                        wrong    0
                        unknown  0 without a key, 2,000 with an empty key, which librdkafka puts anywhere
                        """);
        assertThat(result.exitCode()).isZero();
        assertThat(json(verify("empty-keys", "--expect", "crc32", "--json"))
                        .path("unknown")
                        .path("emptyKey")
                        .asLong())
                .isEqualTo(2000);
        // Kafka's default has a place for it, which is another one.
        assertThat(json(verify("empty-keys", "--expect", "murmur2", "--json"))
                        .path("unknown")
                        .path("emptyKey")
                        .asLong())
                .isZero();
    }

    @Test
    void a_mixture_under_one_name_is_told_with_shares() throws Exception {
        create("mixture", 12);
        place("mixture", null, i -> order(i), murmur2(12));
        place("mixture", null, i -> order(KEYS + i), murmur2(12));
        place("mixture", null, i -> order(2 * KEYS + i), crc32(12));

        String out = verify("mixture", "--expect", "murmur2").out();

        assertThat(out).containsPattern("""
                unknown client                 6,000  +1,\\d{3}
                  about (6[1-9]|7[0-2]) %  Kafka's default partitioner
                  about (2[89]|3\\d) %  librdkafka's default partitioner \\(CRC32\\)
                """);
    }

    @Test
    void stale_writers_with_hrw_are_told_by_client_too() throws Exception {
        create("hrw", 12);
        produce("hrw", HRW, "client.id=fresh");
        produce("hrw", HRW, "client.id=stale", "keystead.partitions=0-6,8-11");

        Command.Result result = verify("hrw");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("""
                        fresh                          2,000               0
                          HrwPartitioner without any keystead property
                        """).containsPattern("""
                        stale                          2,000             \\d{3}
                          HrwPartitioner without partition 7
                        """);
    }

    @Test
    void another_header_can_name_the_client() throws Exception {
        create("header", 12);
        place("header", "x-service", "basket", WritersTest::order, crc32(12));

        assertThat(verify("header", "--client-header", "x-service").out())
                .contains("basket                         2,000", "  " + LIBRDKAFKA);
        assertThat(verify("header").out()).contains("unknown client                 2,000");
    }

    @Test
    void too_few_keys_are_told_to_be_too_few_however_many_records_they_have() throws Exception {
        create("few", 12);
        place("few", "a", i -> order(i % 5), crc32(12));

        Command.Result result = verify("few", "--expect", "crc32");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).containsPattern("  not enough different keys to tell: 5, and it takes (8|9|10)\n");
    }

    @Test
    void windowed_keys_are_held_against_the_place_of_their_inner_keys_by_every_scheme() throws Exception {
        create("windows", 12);
        place(
                "windows",
                "streams",
                i -> ByteBuffer.allocate(order(i).length + Long.BYTES)
                        .put(order(i))
                        .putLong(1_700_000_000_000L + i)
                        .array(),
                key -> murmur2(12).applyAsInt(Arrays.copyOf(key, key.length - Long.BYTES)));

        Command.Result result = verify("windows", "--expect", "murmur2", "--windowed", "time");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("right    2,000\n").endsWith("\n  " + JAVA + "\n");
        assertThat(verify("windows", "--expect", "murmur2").out()).contains("\n  no writer that is known here\n");
    }

    @Test
    void a_topic_of_one_partition_is_right_and_tells_nothing_of_its_writers() throws Exception {
        create("one", 1);
        place("one", "a", WritersTest::order, key -> 0);

        Command.Result result = verify("one", "--expect", "murmur2");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).endsWith("\n  whoever writes to one partition, it is the same\n");
    }

    @Test
    void more_clients_than_are_told_apart_are_taken_together() throws Exception {
        create("crowd", 12);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int client = 0; client < Clients.MAX_CLIENTS + 10; client++) {
                for (int i = 0; i < 20; i++) {
                    send(producer, record("crowd", ClientIdHeader.NAME, "client-" + client, order(i), crc32(12)));
                }
                producer.flush();
            }
        }

        JsonNode json = json(verify("crowd", "--expect", "crc32", "--json"));

        assertThat(json.path("clients")).hasSize(Clients.MAX_CLIENTS + 1);
        JsonNode rest = json.path("clients").path(Clients.MAX_CLIENTS);
        assertThat(rest.path("isRest").asBoolean()).isTrue();
        assertThat(rest.path("right").asLong()).isEqualTo(200);
        assertThat(verify("crowd", "--expect", "crc32").out()).contains("\nother clients ");
    }

    @Test
    void keys_that_differ_only_in_their_schema_id_are_told() throws Exception {
        create("schemas", 12);
        for (int id : new int[] {7, 12}) {
            try (KafkaProducer<byte[], byte[]> producer = producer("client.id=schema-" + id)) {
                for (int i = 0; i < KEYS; i++) {
                    send(producer, new ProducerRecord<>("schemas", withId(id, i), new byte[0]));
                }
            }
        }

        Command.Result result = verify("schemas", "--expect", "murmur2");
        JsonNode json = json(verify("schemas", "--expect", "murmur2", "--json"));

        assertThat(result.exitCode()).as("each is right").isZero();
        assertThat(result.out())
                .containsPattern(
                        "\nKeys differ only in their schema id: of 500 sampled keys without it 500 came under more"
                                + " than one \\(7, 12\\),\nand 4\\d\\d of these lie on several partitions, each right by the hash of"
                                + " its own bytes.\n");
        assertThat(json.path("schemaIds").path("ids")).hasSize(2);
        assertThat(json.path("schemaIds").path("right").asBoolean()).isTrue();
        assertThat(json(verify("schemas", "--json"))
                        .path("schemaIds")
                        .path("right")
                        .asBoolean())
                .as("right by another scheme")
                .isFalse();
    }

    @Test
    void keys_that_differ_in_nothing_but_come_from_two_schemes_are_not_laid_to_their_schema_id() throws Exception {
        create("one-schema", 12);
        place("one-schema", "a", i -> withId(7, i), murmur2(12));
        place("one-schema", "b", i -> withId(7, i), crc32(12));

        Command.Result result = verify("one-schema", "--expect", "murmur2");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("\n  " + LIBRDKAFKA + "\n").doesNotContain("schema id");
    }

    /** By the client itself, where its Python package is there ({@code python3-confluent-kafka}, {@code python3-kafka}). */
    @ParameterizedTest
    @CsvSource({
        "confluent_kafka, consistent_random, crc32",
        "confluent_kafka, consistent, crc32",
        "confluent_kafka, murmur2_random, murmur2",
        "confluent_kafka, murmur2, murmur2",
        "confluent_kafka, fnv1a_random, fnv",
        "confluent_kafka, fnv1a, fnv",
        "kafka, kafka-python, murmur2"
    })
    void what_a_real_client_wrote_is_right_and_told_by_its_name(String module, String how, String scheme)
            throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(
                Files.isExecutable(python) && run(python.toString(), "-c", "import " + module) == 0,
                () -> python + " has no module " + module);
        String topic = "real-" + how.replace('_', '-');
        create(topic, 12);
        Path script = directory.resolve("produce.py");
        try (InputStream resource = WritersTest.class.getResourceAsStream("produce.py")) {
            Files.copy(Objects.requireNonNull(resource), script);
        }

        assertThat(run(python.toString(), script.toString(), kafka().servers(), topic, "python", "" + KEYS, how))
                .isZero();

        Command.Result result = verify(topic, "--expect", scheme);
        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out())
                .contains("right    2,000\n")
                .endsWith("python                         2,000               0\n  "
                        + Scheme.parse("", scheme).writer(12, 12) + "\n");
    }

    @Test
    void what_does_not_go_with_a_scheme_is_refused_in_one_line() throws Exception {
        create("refusals", 3);

        assertThat(verify("refusals", "--expect", "java").err())
                .isEqualTo("keystead verify: --expect: \"java\" is not a scheme; allowed: hrw, murmur2, crc32, fnv\n");
        assertThat(verify("refusals", "--expect", "murmur2", "--base", "murmur2/3")
                        .err())
                .isEqualTo("keystead verify: --base: \"murmur2/3\" does not go with --expect murmur2; allowed: with"
                        + " --expect hrw\n");
        assertThat(verify("refusals", "--expect", "fnv", "--hot-keys", "x").err())
                .isEqualTo("keystead verify: --hot-keys: \"x\" does not go with --expect fnv; allowed: with --expect"
                        + " hrw\n");
        assertThat(verify("refusals", "--expect", "fnv", "--partitions", "0,2").err())
                .isEqualTo("keystead verify: --partitions: \"0,2\" leaves out some of the first partitions, which"
                        + " --expect fnv cannot; allowed: how many its writers saw, such as 2\n");
        assertThat(verify("refusals", "--client-header", " ").err())
                .isEqualTo("keystead verify: --client-header: \" \" is blank; allowed: the name of a header\n");
        assertThat(verify("refusals", "--expect", "java").exitCode()).isEqualTo(2);
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
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

    /** A producer that names itself. */
    private static KafkaProducer<byte[], byte[]> producer(String... properties) {
        return kafka().producer(Map.of("interceptor.classes", ClientIdHeader.class.getName()), properties);
    }

    /** By the producer's own partitioner. */
    private static void produce(String topic, String... properties) {
        try (KafkaProducer<byte[], byte[]> producer = producer(properties)) {
            for (int i = 0; i < KEYS; i++) {
                send(producer, new ProducerRecord<>(topic, order(i), new byte[0]));
            }
        }
    }

    private static void place(
            String topic, @Nullable String client, IntFunction<byte[]> keys, ToIntFunction<byte[]> partition) {
        place(topic, ClientIdHeader.NAME, client, keys, partition);
    }

    /** On explicit partitions. */
    private static void place(
            String topic,
            String header,
            @Nullable String client,
            IntFunction<byte[]> keys,
            ToIntFunction<byte[]> partition) {
        try (KafkaProducer<byte[], byte[]> producer = producer("interceptor.classes=")) {
            for (int i = 0; i < KEYS; i++) {
                send(producer, record(topic, header, client, keys.apply(i), partition));
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, String header, @Nullable String client, byte[] key, ToIntFunction<byte[]> partition) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partition.applyAsInt(key), key, new byte[0]);
        if (client != null) {
            record.headers().add(header, client.getBytes(StandardCharsets.UTF_8));
        }
        return record;
    }

    private static byte[] order(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }

    /** As a registry's serializer writes an Avro text. */
    private static byte[] withId(int id, int number) {
        byte[] order = order(number);
        return ByteBuffer.allocate(6 + order.length)
                .put((byte) 0)
                .putInt(id)
                .put((byte) (2 * order.length))
                .put(order)
                .array();
    }

    private static long count(Predicate<byte[]> what) {
        long count = 0;
        for (int i = 0; i < KEYS; i++) {
            count += what.test(order(i)) ? 1 : 0;
        }
        return count;
    }

    private static ToIntFunction<byte[]> murmur2(int partitions) {
        return key -> Oracle.masked(Oracle.murmur2(key), partitions);
    }

    private static ToIntFunction<byte[]> crc32(int partitions) {
        return key -> Oracle.unsigned(Oracle.crc32(key), partitions);
    }

    private static ToIntFunction<byte[]> fnv(int partitions) {
        return key -> Oracle.absolute(Oracle.fnv1a(key), partitions);
    }

    private static Command.Result verify(String topic, String... options) {
        return kafka().verify(topic, options);
    }
}
