package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.avro.AvroKeys;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import io.keystead.kafka.producer.OrderKeys;
import io.keystead.kafka.producer.TestRegistry;
import io.keystead.kafka.topology.HotKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Avro keys where a stream is routed and where records are checked. */
class AvroStreamsTest {
    private static final int KEYS = 200;
    private static final Topology TWELVE = Topology.ofPartitions(12);
    private static final List<Schema> RELEASES = List.of(OrderKeys.FIRST, OrderKeys.DOCUMENTED, OrderKeys.REGIONAL);

    private TestRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = TestRegistry.start();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private HrwStreams routing() {
        return HrwStreams.of(Map.of(
                "keystead.topic.orders.key.encoding",
                "avro-canonical",
                "keystead.topic.orders.key.schema",
                OrderKeys.FIRST.toString(),
                "producer.keystead.key.registry.url",
                registry.url()));
    }

    private static int owner(int order) {
        Placement placement = Placement.of(TWELVE);
        byte[] canonical = OrderKeys.bare(OrderKeys.key(OrderKeys.FIRST, order));
        return Integer.parseInt(
                placement.active().get(placement.owner(canonical)).id());
    }

    @Test
    void everyReleaseIsRoutedAlikeByItsObjectByItsBytesAndInAWindow() {
        HrwStreams routing = routing();
        HrwStreamPartitioner<GenericRecord, String> objects = routing.partitioner(registry.serializer());
        HrwStreamPartitioner<byte[], String> serialized = routing.partitioner(new ByteArraySerializer());
        HrwStreamPartitioner<Windowed<GenericRecord>, String> windows =
                routing.windowedPartitioner(registry.serializer());
        for (int order = 0; order < KEYS; order++) {
            Optional<Set<Integer>> expected = Optional.of(Set.of(owner(order)));
            for (Schema release : RELEASES) {
                GenericRecord key = OrderKeys.key(release, order);
                byte[] bytes = OrderKeys.framed(registry.id(release), key);
                assertThat(objects.partitions("orders", key, "", new RecordHeaders(), 12))
                        .isEqualTo(expected);
                assertThat(serialized.partitions("orders", bytes, "", new RecordHeaders(), 12))
                        .isEqualTo(expected);
                assertThat(windows.partitions(
                                "orders", new Windowed<>(key, new TimeWindow(0, 10)), "", new RecordHeaders(), 12))
                        .isEqualTo(expected);
            }
        }
        assertThat(objects.partitions("orders", null, "", new RecordHeaders(), 12))
                .isEmpty();
    }

    @Test
    void aTopicWithoutTheEncodingIsRoutedByBytesBesideOneThatHasIt() {
        HrwStreamPartitioner<GenericRecord, String> objects = routing().partitioner(registry.serializer());
        Placement placement = Placement.of(TWELVE);
        for (int order = 0; order < KEYS; order++) {
            GenericRecord key = OrderKeys.key(OrderKeys.REGIONAL, order);
            byte[] bytes = OrderKeys.framed(registry.id(OrderKeys.REGIONAL), key);
            assertThat(objects.partitions("others", key, "", new RecordHeaders(), 12))
                    .isEqualTo(Optional.of(Set.of(Integer.valueOf(
                            placement.active().get(placement.owner(bytes)).id()))));
        }
    }

    @Test
    void aKeyThatDoesNotFitIsRefusedByTheFieldsName() {
        HrwStreamPartitioner<GenericRecord, String> objects = routing().partitioner(registry.serializer());

        assertThatThrownBy(() ->
                        objects.partitions("orders", OrderKeys.key(OrderKeys.RENAMED, 1), "", new RecordHeaders(), 12))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageStartingWith("topic orders: a key cannot be read as the key schema has it")
                .hasMessageContaining("missing required field customer");
    }

    @Test
    void aCheckOfSerializedKeysFindsEachReleasesRecordsRightWhereTheLogicalKeyBelongs(@TempDir Path directory)
            throws IOException {
        AvroKeys keys = AvroKeys.of(OrderKeys.FIRST.toString()).withRegistry(registry.url(), null);
        Topology topology = TWELVE.toBuilder().keyEncoding(keys.name()).build();
        byte[] hot = OrderKeys.bare(OrderKeys.key(OrderKeys.FIRST, 5));
        // Listed by its canonical bytes.
        Path file = Files.writeString(
                directory.resolve("hot"), "12 orders hex " + HexFormat.of().formatHex(hot) + "\n");
        HrwPartitionCheck check = HrwPartitionCheck.of(topology, keys).withHotKeys("orders", HotKeys.load(file));

        for (Schema release : RELEASES) {
            for (int order = 0; order < KEYS; order++) {
                byte[] framed = OrderKeys.framed(registry.id(release), OrderKeys.key(release, order));
                assertThat(check.owner(framed, 0, framed.length)).isEqualTo(owner(order));
                assertThat(check.check(framed, owner(order))).isEqualTo(Verdict.RIGHT);
                assertThat(check.isSpread(framed, 0, framed.length)).isEqualTo(order == 5);
                assertThat(check.check(framed, (owner(order) + 1) % 12))
                        .isEqualTo(order == 5 ? Verdict.RIGHT : Verdict.WRONG);
            }
        }
        assertThat(check.check(null, 3)).isEqualTo(Verdict.UNKNOWN);
        assertThatThrownBy(() -> HrwPartitionCheck.of(topology))
                .hasMessage("the topology's keys are " + keys.name()
                        + ", and no key schema was given; allowed: of(topology, avroKeys)");
        assertThatThrownBy(() -> HrwPartitionCheck.of(TWELVE, keys))
                .hasMessage("the topology's keys are as they stand, and " + keys
                        + " was given; allowed: the keys that the topology names");
    }
}
