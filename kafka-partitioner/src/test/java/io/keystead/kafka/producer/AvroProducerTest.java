package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.apicurio.registry.serde.Legacy4ByteIdHandler;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyWire;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Avro keys in real producers whose writers have different schema ids, judged by what a real consumer reads. */
class AvroProducerTest {
    private static final int KEYS = 300;
    private static final int PARTITIONS = 12;
    private static final List<Schema> RELEASES = List.of(OrderKeys.FIRST, OrderKeys.DOCUMENTED, OrderKeys.REGIONAL);
    private static final AvroKeys CANONICAL = AvroKeys.of(OrderKeys.FIRST.toString());

    private static LocalKafka kafka;
    private static TestTopics topics;
    private static TestRegistry registry;

    @BeforeAll
    static void start() throws IOException {
        kafka = LocalKafka.start();
        topics = new TestTopics(kafka);
        registry = TestRegistry.start();
    }

    @AfterAll
    static void stop() {
        registry.close();
        topics.close();
        kafka.close();
    }

    private static Map<String, Object> properties(String... more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "partitioner.class",
                HrwPartitioner.class.getName(),
                "linger.ms",
                "5"));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return properties;
    }

    private static String[] canonical() {
        return new String[] {
            "keystead.key.encoding", "avro-canonical", "keystead.key.schema", OrderKeys.FIRST.toString()
        };
    }

    /** Sends every key once, and returns when the broker has them. */
    private static <K> void send(Map<String, Object> properties, Serializer<K> serializer, String topic, List<K> keys)
            throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<K, byte[]> producer =
                new KafkaProducer<>(properties, serializer, new ByteArraySerializer())) {
            keys.forEach(key -> sent.add(producer.send(new ProducerRecord<>(topic, key, new byte[1]))));
        }
        for (Future<RecordMetadata> each : sent) {
            each.get();
        }
    }

    private static List<GenericRecord> keys(Schema schema) {
        List<GenericRecord> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(OrderKeys.key(schema, i));
        }
        return keys;
    }

    /** The number of an order, out of the bytes on the wire: every writer's last field. */
    private static int order(ConsumerRecord<byte[], byte[]> record, int header) throws IOException {
        byte[] key = record.key();
        for (int number = 0; number < KEYS; number++) {
            for (Schema release : RELEASES) {
                byte[] bare = OrderKeys.bare(OrderKeys.key(release, number));
                if (Arrays.equals(bare, 0, bare.length, key, header, key.length)) {
                    return number;
                }
            }
        }
        throw new AssertionError("not a key that was sent");
    }

    private static Map<Integer, Set<Integer>> partitionsByOrder(String topic, int header) throws IOException {
        Map<Integer, Set<Integer>> partitions = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topics.read(topic)) {
            partitions
                    .computeIfAbsent(order(record, header), absent -> new TreeSet<>())
                    .add(record.partition());
        }
        assertThat(partitions).hasSize(KEYS);
        return partitions;
    }

    private static void assertPlacedByTheLogicalKey(Map<Integer, Set<Integer>> partitions) {
        Placement placement = Placement.of(Topology.ofPartitions(PARTITIONS));
        partitions.forEach((order, found) -> {
            byte[] canonical = OrderKeys.bare(OrderKeys.key(OrderKeys.FIRST, order));
            String owner = placement.active().get(placement.owner(canonical)).id();
            assertThat(found).as("partitions of order %s", order).containsExactly(Integer.valueOf(owner));
        });
    }

    @Test
    void threeReleasesWithThreeSchemaIdsWriteAKeyToOnePartitionAndByPlainBytesTheyDoNot() throws Exception {
        topics.create("canonical", PARTITIONS);
        topics.create("plain", PARTITIONS);
        assertThat(RELEASES.stream().map(registry::id)).doesNotHaveDuplicates();
        for (Schema release : RELEASES) {
            send(properties(canonical()), registry.serializer(), "canonical", keys(release));
            send(properties(), registry.serializer(), "plain", keys(release));
        }

        assertPlacedByTheLogicalKey(partitionsByOrder("canonical", 5));
        // Three independent owners of 12 are one in one case of 144: about 2 keys of 300.
        assertThat(partitionsByOrder("plain", 5).values().stream().filter(found -> found.size() > 1))
                .as("keys on more than one partition")
                .hasSizeGreaterThan(KEYS * 9 / 10);
    }

    @Test
    void aProducerOfSerializedKeysAsksTheRegistryAndAgreesWithOneOfObjects() throws Exception {
        topics.create("serialized", PARTITIONS);
        for (Schema release : RELEASES) {
            List<byte[]> serialized = new ArrayList<>();
            keys(release).forEach(key -> serialized.add(OrderKeys.framed(registry.id(release), key)));
            Map<String, Object> properties = properties(canonical());
            properties.put("keystead.key.registry.url", registry.url());
            send(properties, new ByteArraySerializer(), "serialized", serialized);
        }

        assertPlacedByTheLogicalKey(partitionsByOrder("serialized", 5));
    }

    /** Its own serializer; only the registry behind it is not a real one. */
    @ParameterizedTest
    @EnumSource(
            value = KeyWire.class,
            names = {"ID4", "ID8", "HEADER"})
    void apicuriosSerializerWritesKeysThatProducerAndReaderPlaceAlike(KeyWire wire) throws Exception {
        String topic = "apicurio-" + wire;
        topics.create(topic, PARTITIONS);
        String[] own = canonical();
        for (Schema release : RELEASES) {
            AvroKafkaSerializer<GenericRecord> serializer = new AvroKafkaSerializer<>();
            Map<String, Object> settings = new HashMap<>(Map.of(
                    "apicurio.registry.url",
                    registry.root() + "/apis/registry/v2",
                    "apicurio.registry.auto-register",
                    "true",
                    "apicurio.registry.headers.enabled",
                    Boolean.toString(wire == KeyWire.HEADER)));
            if (wire == KeyWire.ID4) {
                settings.put("apicurio.registry.id-handler", Legacy4ByteIdHandler.class.getName());
            }
            serializer.configure(settings, true);
            Map<String, Object> properties = properties(own);
            properties.put("keystead.key.wire", wire.toString());
            send(properties, serializer, topic, keys(release));
        }

        assertPlacedByTheLogicalKey(partitionsByOrder(topic, wire == KeyWire.ID4 ? 5 : wire == KeyWire.ID8 ? 9 : 0));
        String id = wire == KeyWire.HEADER ? "{globalId}" : "{id}";
        AvroKeys keys = CANONICAL
                .withRegistry(registry.root() + "/apis/registry/v2/ids/globalIds/" + id, null)
                .withWire(wire);
        HrwPartitionCheck check = HrwPartitionCheck.of(
                Topology.ofPartitions(PARTITIONS).toBuilder()
                        .keyEncoding(keys.name())
                        .build(),
                keys);
        for (ConsumerRecord<byte[], byte[]> record : topics.read(topic)) {
            assertThat(check.check(
                            record.key(), 0, record.key().length, name -> last(record, name), record.partition()))
                    .isEqualTo(Verdict.RIGHT);
        }
    }

    private static byte @Nullable [] last(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : header.value();
    }

    @Test
    void aKeyThatDoesNotFitFailsItsRecordByTheFieldsNameAndItsTransactionToo() throws Exception {
        topics.create("refused", PARTITIONS);
        Map<String, Object> properties = properties(canonical());
        properties.put("transactional.id", "refused");
        try (KafkaProducer<GenericRecord, byte[]> producer =
                new KafkaProducer<>(properties, registry.serializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            assertThat(producer.send(new ProducerRecord<>("refused", OrderKeys.key(OrderKeys.FIRST, 1), new byte[1])))
                    .isNotNull();
            Future<RecordMetadata> sent =
                    producer.send(new ProducerRecord<>("refused", OrderKeys.key(OrderKeys.RENAMED, 1), new byte[1]));
            assertThatThrownBy(sent::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InvalidRecordException.class)
                    .cause()
                    .hasMessageMatching(
                            "topic refused: a key cannot be read as the key schema has it: Found shop.OrderKey,"
                                    + " expecting shop.OrderKey, missing required field customer \\(written with shop.OrderKey, key"
                                    + " schema shop.OrderKey [0-9a-f]{16}\\); allowed: .*");
            assertThatThrownBy(producer::commitTransaction).isInstanceOf(KafkaException.class);
            producer.abortTransaction();

            producer.beginTransaction();
            List<Future<RecordMetadata>> good = List.of(
                    producer.send(new ProducerRecord<>("refused", OrderKeys.key(OrderKeys.FIRST, 2), new byte[1])),
                    producer.send(new ProducerRecord<>("refused", null, new byte[1])));
            producer.commitTransaction();
            assertThat(good)
                    .allSatisfy(each -> assertThat(each.get().hasOffset()).isTrue());
        }
    }
}
