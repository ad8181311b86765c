package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.Base;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HrwStreamsTest {
    private static final int KEYS = 2_000;

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<Set<Integer>> owner(Topology topology, byte[] key) {
        Placement placement = Placement.of(topology);
        return Optional.of(
                Set.of(Integer.valueOf(placement.rank(key).get(0).candidate().id())));
    }

    private static HrwStreamPartitioner<String, String> texts(Map<?, ?> properties) {
        return HrwStreams.of(properties).partitioner(new StringSerializer());
    }

    private static Optional<Set<Integer>> ask(HrwStreamPartitioner<String, String> partitioner, String key, int n) {
        return partitioner.partitions("orders", key, "", new RecordHeaders(), n);
    }

    private static void assertPlacedBy(Topology topology, Map<?, ?> properties, int partitions) {
        HrwStreamPartitioner<String, String> partitioner = texts(properties);
        for (int i = 0; i < KEYS; i++) {
            // Twice, for a placement that remembers.
            for (int ask = 0; ask < 2; ask++) {
                assertThat(ask(partitioner, "key-" + i, partitions)).isEqualTo(owner(topology, bytes("key-" + i)));
            }
        }
    }

    @Test
    void aKeyGoesToTheOwnerOfItsBytesWhateverTheVersionOfStreamsThatAsks() {
        HrwStreamPartitioner<String, String> partitioner = texts(Map.of());
        Topology topology = Topology.ofPartitions(12);
        for (int i = 0; i < KEYS; i++) {
            String key = "schl\u00fcssel-" + i;
            Optional<Set<Integer>> owner = owner(topology, bytes(key));
            assertThat(ask(partitioner, key, 12)).isEqualTo(owner);
            assertThat(before44(partitioner, key, 12)).isEqualTo(owner);
            assertThat(Optional.ofNullable(partitioner.partition("orders", key, "", 12))
                            .map(Set::of))
                    .isEqualTo(owner);
        }
    }

    @SuppressWarnings("removal") // What Streams before 4.4 calls.
    private static Optional<Set<Integer>> before44(
            HrwStreamPartitioner<String, String> partitioner, String key, int partitions) {
        return partitioner.partitions("orders", key, "", partitions);
    }

    @Test
    void aKeyWithoutBytesIsLeftToTheProducerAndAnEmptyOneHasAnOwner() {
        HrwStreamPartitioner<String, String> partitioner = texts(Map.of());
        assertThat(partitioner.partitions("orders", null, null, new RecordHeaders(), 12))
                .isEmpty();
        assertThat(partitioner.partition("orders", null, null, 12)).isNull();
        assertThat(ask(partitioner, "", 12)).isEqualTo(owner(Topology.ofPartitions(12), new byte[0]));
        HrwStreamPartitioner<Windowed<String>, String> windowed =
                HrwStreams.of(Map.of()).windowedPartitioner(new StringSerializer());
        assertThat(windowed.partitions("orders", null, null, new RecordHeaders(), 12))
                .isEmpty();
        // A serializer may give a null key bytes, and the record has them then.
        Serializer<String> nothing = (topic, key) -> key == null ? bytes("nothing") : bytes(key);
        assertThat(HrwStreams.of(Map.of())
                        .<String, String>partitioner(nothing)
                        .partitions("orders", null, null, new RecordHeaders(), 12))
                .isEqualTo(owner(Topology.ofPartitions(12), bytes("nothing")));
    }

    @Test
    void aWindowGoesWhereItsKeyGoes() {
        HrwStreamPartitioner<Windowed<String>, Long> partitioner =
                HrwStreams.of(Map.of()).windowedPartitioner(new StringSerializer());
        Topology topology = Topology.ofPartitions(12);
        for (int i = 0; i < KEYS; i++) {
            String key = "key-" + i;
            for (Windowed<String> windowed : List.of(
                    new Windowed<>(key, new TimeWindow(i, i + 60_000L)),
                    new Windowed<>(key, new SessionWindow(i, i + 7L)))) {
                assertThat(partitioner.partitions("minutes", windowed, 1L, new RecordHeaders(), 12))
                        .isEqualTo(owner(topology, bytes(key)));
            }
        }
    }

    @Test
    void aWindowedSerdeIsRefusedWhereItWouldPlaceEachWindowApart() {
        HrwStreams routing = HrwStreams.of(Map.of());
        for (Serde<Windowed<String>> serde : List.of(OrdersApp.MINUTES, OrdersApp.SESSIONS)) {
            assertThatThrownBy(() -> routing.produced(serde, Serdes.Long()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("produced was given the windowed serde "
                            + serde.getClass().getName()
                            + ", which would place each window apart; allowed: producedWindowed");
        }
        assertThat(new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 1))
                .satisfies(serde -> routing.producedWindowed(serde, Serdes.String(), Serdes.Long()));
    }

    @Test
    void propertiesAreReadAsStreamsHandsThemToItsProducers() {
        Properties properties = new Properties();
        properties.put("application.id", "app");
        properties.put("keystead.base", "murmur2/5");
        properties.put("keystead.assignor.slack", "0.25");
        Topology base5 =
                Topology.ofPartitions(9).toBuilder().base(Base.murmur2(5)).build();
        assertPlacedBy(base5, properties, 9);
        properties.put("producer.keystead.base", "murmur2/7");
        Topology base7 =
                Topology.ofPartitions(9).toBuilder().base(Base.murmur2(7)).build();
        assertPlacedBy(base7, properties, 9);
        properties.put("keystead.topic.orders.base", "murmur2/5");
        assertPlacedBy(base5, properties, 9);
        properties.put("producer.keystead.topic.orders.base", "");
        assertPlacedBy(Topology.ofPartitions(9), properties, 9);
        properties.put("consumer.keystead.seed", "no number");
        properties.put("keystead.hot.keys.file", " ");
        assertPlacedBy(Topology.ofPartitions(9), properties, 9);
        Map<Object, Object> odd = new HashMap<>(Map.of(7, "seven", "keystead.seed", 8L));
        assertPlacedBy(
                Topology.ofPartitions(9).toBuilder().hash(KeyHash.xxh3(8)).build(), odd, 9);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 40, 300})
    void manyPartitionsAndFewRemembered(int partitions) {
        assertPlacedBy(Topology.ofPartitions(partitions), Map.of("keystead.cache.entries", "8"), partitions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keystead.hot.keys.file", "producer.keystead.hot.keys.file"})
    void spreadingAKeyIsRefusedByName(String property) {
        assertThatThrownBy(() -> HrwStreams.of(Map.of(property, "/etc/kafka/hot.txt")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Invalid value /etc/kafka/hot.txt for configuration keystead.hot.keys.file: spreads one key"
                        + " over several partitions, which would split its state; allowed in an application of Kafka"
                        + " Streams: not set");
    }

    @Test
    void anUnknownPropertyIsRefusedByName() {
        assertThatThrownBy(() -> HrwStreams.of(Map.of("producer.keystead.bse", "murmur2/5")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("Unknown configuration keystead.bse: did you mean keystead.base?");
    }

    @Test
    void aTopicWithoutANamedPartitionIsRefusedInOneLineAndServedWhenItHasIt() {
        HrwStreamPartitioner<String, String> partitioner = texts(Map.of("keystead.partitions", "0-4"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> ask(partitioner, "key", 4))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage("keystead.partitions=0-4 names partition 4, which topic orders does not have; allowed:"
                            + " the topic's partitions 0-3");
        }
        assertThat(ask(partitioner, "key", 5)).isEqualTo(owner(Topology.ofPartitions(5), bytes("key")));
        assertThat(ask(partitioner, "key", 6)).isEqualTo(owner(Topology.ofPartitions(5), bytes("key")));
    }

    @Test
    void theSerializerSeesTheTopicAndTheHeadersAndCannotChangeTheRecords() {
        Serializer<String> byHeader = new Serializer<>() {
            @Override
            public byte[] serialize(String topic, String key) {
                throw new UnsupportedOperationException("needs headers");
            }

            @Override
            public byte[] serialize(String topic, Headers headers, String key) {
                Header tenant = headers.lastHeader("tenant");
                headers.add("schema", new byte[] {1});
                return bytes(topic + (tenant == null ? "" : new String(tenant.value(), StandardCharsets.UTF_8)) + key);
            }
        };
        HrwStreamPartitioner<String, String> partitioner =
                HrwStreams.of(Map.of()).partitioner(byHeader);
        Topology topology = Topology.ofPartitions(12);
        RecordHeaders headers = new RecordHeaders();
        headers.add("tenant", bytes("a"));
        headers.setReadOnly();
        for (int i = 0; i < KEYS; i++) {
            assertThat(partitioner.partitions("orders", "key-" + i, "", headers, 12))
                    .isEqualTo(owner(topology, bytes("ordersakey-" + i)));
            assertThat(before44(partitioner, "key-" + i, 12)).isEqualTo(owner(topology, bytes("orderskey-" + i)));
        }
        assertThat(headers.toArray()).hasSize(1);
    }

    /** Serves the thread that made it. */
    private static final class OfOneThread implements Serializer<String> {
        private final Thread maker = Thread.currentThread();

        @Override
        public byte[] serialize(String topic, String key) {
            assertThat(Thread.currentThread()).isSameAs(maker);
            return bytes(key);
        }
    }

    @Test
    void aSerializerThatIsNotThreadSafeIsMadeForEachThread() throws Exception {
        assertThat(wrong(HrwStreams.of(Map.of()).partitionerPerThread(OfOneThread::new)))
                .isZero();
        // The control: shared it fails.
        HrwStreamPartitioner<String, String> shared = HrwStreams.of(Map.of()).partitioner(new OfOneThread());
        assertThatThrownBy(() -> wrong(shared)).hasRootCauseInstanceOf(AssertionError.class);
    }

    @Test
    void threadsThatKnowDifferentNumbersOfPartitionsEachGetTheOwnerAmongTheirs() throws Exception {
        assertThat(wrong(texts(Map.of()))).isZero();
    }

    /** How many owners eight threads find wrong, which draw a key and a number of partitions each time. */
    private static long wrong(HrwStreamPartitioner<String, String> partitioner) throws Exception {
        int[] sizes = {11, 12, 40, 41};
        Placement[] placements = IntStream.of(sizes)
                .mapToObj(n -> Placement.of(Topology.ofPartitions(n)))
                .toArray(Placement[]::new);
        List<Callable<Long>> tasks = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            SplittableRandom random = new SplittableRandom(t);
            tasks.add(() -> {
                long wrong = 0;
                for (int i = 0; i < 20_000; i++) {
                    int which = random.nextInt(sizes.length);
                    String key = String.valueOf(10_000_000 + random.nextInt(80_000_000));
                    int owner = placements[which].owner(bytes(key));
                    String expected = placements[which].active().get(owner).id();
                    Set<Integer> got = ask(partitioner, key, sizes[which]).orElseThrow();
                    wrong += got.equals(Set.of(Integer.valueOf(expected))) ? 0 : 1;
                }
                return wrong;
            });
        }
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            long wrong = 0;
            for (Future<Long> task : pool.invokeAll(tasks)) {
                wrong += task.get();
            }
            return wrong;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aBadPropertyOfTheTaskAssignorIsRefusedAtOnceWhereItIsNamed() {
        for (Object named : List.of(HrwTaskAssignor.class, HrwTaskAssignor.class.getName())) {
            assertThatThrownBy(
                            () -> HrwStreams.of(Map.of("task.assignor.class", named, "keystead.assignor.slack", "-1")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("keystead.assignor.slack")
                    .hasMessageContaining("-1");
        }
        HrwStreams.of(Map.of("task.assignor.class", HrwTaskAssignor.class, "keystead.assignor.slack", "0"));
        // Somebody else's, who knows what it means.
        HrwStreams.of(Map.of("task.assignor.class", "com.example.Assignor", "keystead.assignor.slack", "-1"));
    }

    @Test
    void aRecordAllocatesTheCopyOfItsHeadersOnly() {
        HrwStreamPartitioner<byte[], String> partitioner =
                HrwStreams.of(Map.of()).partitioner(new ByteArraySerializer());
        byte[][] keys =
                IntStream.range(0, 1_000).mapToObj(i -> bytes("key-" + i)).toArray(byte[][]::new);
        Headers headers = new RecordHeaders();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int records = 10_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 50; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < records; i++) {
                partitioner.partitions("orders", keys[i % keys.length], "", headers, 200);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // Two small objects: the headers and their list, each 24 bytes with compressed references and 32 without, and
        // the empty copy's array of 16.
        assertThat(least / records).isLessThanOrEqualTo(80);
    }
}
