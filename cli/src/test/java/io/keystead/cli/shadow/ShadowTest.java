package io.keystead.cli.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.cli.Command;
import io.keystead.cli.Running;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.planner.placement.Scheme;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows topics of a real broker while they are written and while they grow. */
class ShadowTest {
    private static final int KEYS = 2_000;
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{([a-z]+)=\"([^\"]*)\"\\})? ([0-9.E+]+)");

    private static @Nullable LocalKafka kafka;
    private static @Nullable Topics topics;

    @BeforeAll
    static void start() {
        kafka = LocalKafka.start();
        topics = new Topics(kafka.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        if (topics != null) {
            topics.close();
        }
        if (kafka != null) {
            kafka.close();
        }
    }

    @Test
    void records_are_counted_as_they_come_also_those_of_partitions_that_come_while_it_runs() throws Exception {
        topics().create("growing", 12, 1);
        write("growing", KEYS, 12);
        Running shadow = new Running(shadow(
                "growing",
                "--to",
                "13",
                "--base",
                "murmur2/12",
                "--today",
                "murmur2/12",
                "--json",
                "--interval",
                "200ms",
                "--listen",
                "127.0.0.1:0"));
        String url = shadow.awaitErr(Pattern.compile("metrics at (\\S+)")).group(1);
        shadow.awaitOut("\n");
        for (String other :
                List.of(url + "/", url + "x", url.replace("metrics", ""), url.replace("metrics", "-/healthy"))) {
            assertThat(get(other).statusCode()).as(other).isEqualTo(404);
        }

        write("growing", KEYS, 12);
        awaitMetric(url, "keystead_shadow_records_total", KEYS);
        topics().grow("growing", 13);
        // What is written to the partition that is new lies already where the change would put it.
        long atHome = 0;
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < KEYS; i++) {
                send(producer, new ProducerRecord<>("growing", 12, key(i), new byte[10]));
                atHome += owner13(key(i)) == 12 ? 1 : 0;
            }
            send(producer, new ProducerRecord<>("growing", 12, null, new byte[10]));
        }
        awaitMetric(url, "keystead_shadow_records_total", 2 * KEYS);
        Map<String, Double> metrics = metrics(url);
        shadow.interrupt();
        Command.Result result = shadow.result();

        assertThat(result.exitCode()).as(result.err()).isEqualTo(130);
        long moved = 0;
        for (int i = 0; i < KEYS; i++) {
            moved += owner13(key(i)) == 12 ? 1 : 0;
        }
        long all = moved + KEYS - atHome;
        assertThat(metrics)
                .containsEntry("keystead_shadow_records_total moved=true", (double) all)
                .containsEntry("keystead_shadow_records_total moved=false", 2.0 * KEYS - all)
                .containsEntry("keystead_shadow_unkeyed_records_total", 1.0)
                .containsEntry("keystead_shadow_stray_records_total", (double) KEYS)
                .containsEntry("keystead_shadow_given_records_total partition=12", (double) (KEYS - atHome))
                .containsEntry("keystead_shadow_received_records_total partition=12", (double) moved);
        JsonNode summary = last(result.out());
        assertThat(summary.path("type").asText()).isEqualTo("summary");
        assertThat(summary.path("ending").asText()).isEqualTo("interrupted");
        assertThat(summary.path("records").asLong()).isEqualTo(2 * KEYS);
        assertThat(summary.path("movedRecords").asLong()).isEqualTo(all);
        assertThat(summary.path("bytes").asLong())
                .isEqualTo(metrics.getOrDefault("keystead_shadow_bytes_total moved=true", 0.0)
                                .longValue()
                        + metrics.getOrDefault("keystead_shadow_bytes_total moved=false", 0.0)
                                .longValue());
        assertThat(summary.path("withoutKey").asLong()).isEqualTo(1);
        assertThat(summary.path("keys").asDouble()).isCloseTo(KEYS, within(6 * Tally.KEY_SIGMA * KEYS));
        assertThat(summary.path("flows").size()).isEqualTo(24);
    }

    @Test
    void a_time_ends_it_with_a_summary_for_people() throws Exception {
        topics().create("resting", 2, 1);
        write("resting", 500, 2);

        Command.Result result = Command.run(shadow("resting", "--to", "3", "--from-beginning", "--for", "2s"));

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .containsPattern("\\d+\\.\\d s  [\\d,]+ records a second, [\\d.]+ % move; ")
                .contains("topic    resting, partitions 0-1 to 0-2 by hrw\n")
                .contains("until the time is over\n")
                .containsPattern("records  500, of which \\d+ move \\(\\d+\\.\\d\\d %\\)\n")
                .contains("unkeyed  0 records\n")
                .contains("    from       to        records        bytes\n");
    }

    @Test
    void a_topic_that_goes_away_ends_it_with_what_was_counted_and_as_bad_input(@TempDir Path folder) throws Exception {
        topics().create("leaving", 2, 1);
        write("leaving", 500, 2);
        Path config = Files.writeString(folder.resolve("client.properties"), "metadata.max.age.ms=300\n");
        Running shadow = new Running(
                shadow("leaving", "--to", "3", "--from-beginning", "--json", "--command-config", config.toString()));
        shadow.awaitOut("\"records\":500,");

        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.deleteTopics(List.of("leaving")).all().get(60, TimeUnit.SECONDS);
        }
        Command.Result result = shadow.result();

        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err().strip()).isEqualTo("keystead shadow: --topic: \"leaving\" does not exist any more");
        JsonNode summary = last(result.out());
        assertThat(summary.path("type").asText()).isEqualTo("summary");
        assertThat(summary.path("ending").asText()).isEqualTo("failed");
        assertThat(summary.path("records").asLong()).isEqualTo(500);
    }

    @Test
    void a_kafka_that_is_wholly_down_is_told_of_and_counted_and_read_on_when_it_is_back(@TempDir Path folder)
            throws Exception {
        topics().create("dark", 2, 1);
        write("dark", 500, 2);
        Path config = Files.writeString(folder.resolve("client.properties"), "default.api.timeout.ms=1000\n");
        String[] options = {"--to", "3", "--from-beginning", "--json", "--command-config", config.toString()};
        Running shadow = new Running(shadow("dark", options));
        shadow.awaitOut("\"records\":500,");

        kafka().stopBroker(0);
        try {
            shadow.awaitErr(Pattern.compile("Kafka has given no answer for \\d\\.\\d s, and is asked on; .*"));
            assertThat(refusal("dark", options))
                    .startsWith("--bootstrap-server: \"" + servers() + "\" gave no answer for 1000 ms;");
        } finally {
            kafka().startBroker(0);
        }
        shadow.awaitErr(Pattern.compile("Kafka answers again after \\d+\\.\\d s; "));
        write("dark", 100, 2);
        shadow.awaitOut("\"records\":600,");
        shadow.interrupt();
        Command.Result result = shadow.result();

        assertThat(result.exitCode()).as(result.err()).isEqualTo(130);
        assertThat(last(result.out()).path("outages").asLong()).isEqualTo(1);
    }

    @Test
    void without_the_option_only_what_is_written_from_now_on_counts() throws Exception {
        topics().create("old", 1, 1);
        write("old", 100, 1);
        Command.Result result = Command.run(shadow("old", "--to", "2", "--for", "1s", "--json"));
        assertThat(last(result.out()).path("records").asLong()).isZero();
    }

    @Test
    void an_algorithm_that_moves_more_than_it_must_is_said_to() throws Exception {
        topics().create("middle", 3, 1);
        write("middle", 100, 3);

        Command.Result result =
                Command.run(shadow("middle", "--to", "0,2", "--algorithm", "jump", "--from-beginning", "--for", "1s"));

        assertThat(result.exitCode()).as(result.err()).isZero();
        String note = "jump may move keys between partitions that stay, too: it promises nothing of them but where"
                + " partitions come and go at the end alone\n";
        assertThat(result.err()).isEqualTo(note);
        assertThat(result.out()).contains("\nnote     " + note);
    }

    @Test
    void bad_input_is_refused_in_one_line() {
        assertThat(refusal("absent", "--to", "2"))
                .isEqualTo("--topic: \"absent\" does not exist; allowed: a topic that this Kafka has");
        assertThat(refusal("absent", "--to", "x")).startsWith("--to: \"x\" is not a partition or a range; allowed:");
        assertThat(refusal("absent", "--to", "2", "--algorithm", "best"))
                .startsWith("--algorithm: there is no algorithm \"best\"; allowed:");
        assertThat(refusal("absent", "--to", "2", "--base", "hrw"))
                .isEqualTo("--base: \"hrw\" is not a base; allowed: murmur2/N");
        assertThat(refusal("absent", "--to", "2", "--base", "murmur2/2", "--algorithm", "jump"))
                .isEqualTo("--base: \"murmur2/2\" does not go with --algorithm jump; allowed: with --algorithm hrw");
        assertThat(refusal("absent", "--to", "2", "--algorithm", "bounded-hrw"))
                .isEqualTo(
                        "--algorithm: \"bounded-hrw\" places a key by what came before it; allowed: an algorithm without"
                                + " bounded loads");
        assertThat(refusal("absent")).isEqualTo("no change; allowed: --to 13, or --to-weights 8-11:2.5");
        assertThat(refusal("absent", "--to-weights", "1")).startsWith("--to-weights: \"1\" has no weight; allowed: ");
        assertThat(refusal("absent", "--to", "2", "--interval", "1ms"))
                .isEqualTo("--interval: \"1ms\" is too short; allowed: 100ms and more");
    }

    @Test
    void weights_after_the_change_are_those_of_partitions_that_are_there_and_of_an_algorithm_that_has_them()
            throws Exception {
        topics().create("weighed", 2, 1);
        write("weighed", 500, 2);
        assertThat(refusal("weighed", "--to-weights", "2:3"))
                .isEqualTo("--to-weights: partition 2 is not there after the change; allowed: 0-1");
        assertThat(refusal("weighed", "--to-weights", "1:3", "--base", "murmur2/2"))
                .startsWith("--to-weights: ");
        // Too many of them whatever they weigh.
        assertThat(refusal("weighed", "--to", "0-199", "--to-weights", "5:1", "--algorithm", "key-groups"))
                .startsWith("--to: 200 candidates for 128 key groups; allowed: ");
        Command.Result result =
                Command.run(shadow("weighed", "--to-weights", "1:3", "--from-beginning", "--for", "1s"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("topic    weighed, partitions 0-1 to 0-1 with other weights by hrw\n");
    }

    @Test
    void an_address_that_cannot_be_listened_on_is_refused() throws Exception {
        topics().create("unheard", 1, 1);
        assertThat(refusal("unheard", "--to", "2", "--listen", "here"))
                .isEqualTo("--listen: \"here\" is not an address; allowed: HOST:PORT, such as 127.0.0.1:9400");
        assertThat(refusal("unheard", "--to", "2", "--listen", servers()))
                .startsWith("--listen: \"" + servers() + "\" cannot be listened on: ")
                .endsWith("; allowed: a free port");
    }

    private static String refusal(String topic, String... options) {
        Command.Result result = Command.run(shadow(topic, options));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1);
        return result.err().strip().substring("keystead shadow: ".length());
    }

    private static String[] shadow(String topic, String... options) {
        List<String> args = new ArrayList<>(List.of("shadow", "--topic", topic, "--bootstrap-server", servers()));
        args.addAll(List.of(options));
        return args.toArray(String[]::new);
    }

    private static LocalKafka kafka() {
        if (kafka == null) {
            throw new IllegalStateException("not started");
        }
        return kafka;
    }

    private static String servers() {
        return kafka().bootstrapServers();
    }

    private static Topics topics() {
        if (topics == null) {
            throw new IllegalStateException("not started");
        }
        return topics;
    }

    private static JsonNode last(String out) throws IOException {
        List<String> lines = out.lines().toList();
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }

    private static HttpResponse<String> get(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** What Prometheus would read: every line must be a comment or a sample, and each metric has its help and its type. */
    private static Map<String, Double> metrics(String url) throws Exception {
        HttpResponse<String> response = get(url);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        Map<String, String> types = new HashMap<>();
        Map<String, Double> samples = new HashMap<>();
        for (String line : response.body().lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ", -1);
                types.put(words[2], words[3]);
            } else if (!line.startsWith("# HELP ")) {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(line).matches(SAMPLE);
                assertThat(sample.matches()).isTrue();
                assertThat(types)
                        .containsEntry(sample.group(1), sample.group(1).endsWith("_total") ? "counter" : "gauge");
                String label = sample.group(2) == null ? "" : " " + sample.group(2) + "=" + sample.group(3);
                assertThat(samples.put(sample.group(1) + label, Double.parseDouble(sample.group(4))))
                        .isNull();
            }
        }
        return samples;
    }

    private static void awaitMetric(String url, String name, double atLeast) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (metrics(url).entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(name))
                        .mapToDouble(Map.Entry::getValue)
                        .sum()
                < atLeast) {
            assertThat(System.nanoTime()).as(metrics(url).toString()).isLessThan(deadline);
            Thread.sleep(50);
        }
    }

    private static void write(String topic, int keys, int partitions) {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < keys; i++) {
                byte[] key = key(i);
                int partition = Murmur2.partition(key, 0, key.length, partitions);
                send(producer, new ProducerRecord<>(topic, partition, key, new byte[10]));
            }
        }
    }

    private static int owner13(byte[] key) {
        return new Change(first(12), first(13), Map.of(), Scheme.named("murmur2/12"), null)
                .after(Change.Hashes.of(key));
    }

    private static NavigableSet<Integer> first(int count) {
        return new TreeSet<>(IntStream.range(0, count).boxed().toList());
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers(), "metadata.max.age.ms", 500),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
        Future<RecordMetadata> unused = producer.send(record, (metadata, e) -> {
            if (e != null) {
                throw new IllegalStateException("a record was not written", e);
            }
        });
    }

    private static byte[] key(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }
}
