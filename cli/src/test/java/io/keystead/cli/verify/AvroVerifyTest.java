package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.keystead.avro.AvroKeys;
import io.keystead.cli.Command;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.producer.HrwPartitioner;
import io.keystead.sandbox.LocalKafka;
import io.keystead.sandbox.Topics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** {@code keystead verify} of Avro keys under two schema ids, on a real broker. */
class AvroVerifyTest {
    private static final int KEYS = 400;
    private static final String SCHEMA =
            "{\"type\":\"record\",\"name\":\"K\",\"fields\":[{\"name\":\"n\",\"type\":\"int\"}]}";
    private static final String DOCUMENTED =
            "{\"type\":\"record\",\"name\":\"K\",\"fields\":[{\"name\":\"n\",\"type\":\"int\",\"doc\":\"d\"}]}";

    @Test
    void records_are_held_against_the_logical_key_and_who_placed_bytes_is_named() throws Exception {
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/", exchange -> {
            String id = Path.of(exchange.getRequestURI().getPath()).getName(0).toString();
            byte[] body = (id.equals("1") ? SCHEMA : DOCUMENTED).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        registry.start();
        try (LocalKafka kafka = LocalKafka.start();
                Topics topics = new Topics(kafka.bootstrapServers())) {
            String[] options = {
                "--bootstrap-server",
                kafka.bootstrapServers(),
                "--key-encoding",
                "avro-canonical",
                "--key-schema",
                SCHEMA,
                "--key-registry-url",
                "http://127.0.0.1:" + registry.getAddress().getPort() + "/{id}"
            };
            topics.create("right", 12, 1);
            write(kafka, "right", true);
            Command.Result right = verify("right", options);
            assertThat(right.err()).isEmpty();
            assertThat(right.exitCode()).isZero();
            assertThat(right.out())
                    .startsWith("topic    right, 12 partitions, xxh3-64:0000000000000000, keys "
                            + AvroKeys.of(SCHEMA).name() + "\n")
                    .contains("right    800\nwrong    0\n");
            assertThat(verify("right", "--bootstrap-server", kafka.bootstrapServers())
                            .exitCode())
                    .as("by plain bytes they lie elsewhere")
                    .isEqualTo(1);

            topics.create("plain", 12, 1);
            write(kafka, "plain", false);
            Command.Result plain = verify("plain", options);
            assertThat(plain.exitCode()).isEqualTo(1);
            assertThat(plain.out()).contains("HrwPartitioner without any keystead property");

            try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
                producer.send(new ProducerRecord<>("right", 3, new byte[] {1, 2}, null))
                        .get();
            }
            Command.Result bad = verify("right", options);
            assertThat(bad.exitCode()).isEqualTo(2);
            assertThat(bad.err())
                    .matches(
                            "keystead verify: partition 3, offset \\d+: a serialized key of 2 bytes, the first of them 1, is"
                                    + " not of the wire format id4; allowed: .*\n");
        } finally {
            registry.stop(0);
        }
    }

    private static Command.Result verify(String topic, String... options) {
        List<String> args = new ArrayList<>(List.of("verify", topic));
        args.addAll(List.of(options));
        return Command.run(args.toArray(String[]::new));
    }

    private static KafkaProducer<byte[], byte[]> producer(LocalKafka kafka) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka.bootstrapServers(),
                        "partitioner.class",
                        HrwPartitioner.class.getName()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Each key under both ids, where its number as Avro belongs, or where its bytes do. */
    private static void write(LocalKafka kafka, String topic, boolean byLogicalKey) throws Exception {
        Placement placement = Placement.of(Topology.ofPartitions(12));
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka)) {
            for (int number = 0; number < KEYS; number++) {
                for (int id = 1; id <= 2; id++) {
                    byte[] avro = zigzag(number);
                    byte[] key = ByteBuffer.allocate(5 + avro.length)
                            .put((byte) 0)
                            .putInt(id)
                            .put(avro)
                            .array();
                    String owner = placement.active().get(placement.owner(avro)).id();
                    Integer partition = byLogicalKey ? Integer.valueOf(owner) : null;
                    sent.add(producer.send(new ProducerRecord<>(topic, partition, key, new byte[1])));
                }
            }
        }
        for (Future<RecordMetadata> each : sent) {
            each.get();
        }
    }

    /** By hand from Avro's specification; 0 to 8191 take two bytes at most. */
    private static byte[] zigzag(int number) {
        int doubled = 2 * number;
        return doubled < 128
                ? new byte[] {(byte) doubled}
                : new byte[] {(byte) ((doubled & 0x7f) | 0x80), (byte) (doubled >> 7)};
    }
}
