package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The router under metadata that a broker does not serve on request: shuffled, leaderless, changing under threads. */
class RecordRouterTest {
    private static final Node NODE = new Node(0, "localhost", 9092);

    private static Cluster cluster(int partitions, int seed, Integer... leaderless) {
        List<PartitionInfo> infos = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            @Nullable Node leader = List.of(leaderless).contains(partition) ? null : NODE;
            infos.add(new PartitionInfo("orders", partition, leader, new Node[] {NODE}, new Node[] {NODE}));
        }
        Collections.shuffle(infos, new Random(seed));
        return new Cluster("cluster", List.of(NODE), infos, Set.of(), Set.of());
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static int owner(Placement placement, byte[] key) {
        return Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }

    @Test
    void theOrderOfTheMetadataDoesNotMatter() {
        Placement placement = Placement.of(Topology.ofPartitions(31));
        for (int seed = 0; seed < 20; seed++) {
            RecordRouter router = new RecordRouter(Map.of());
            Cluster shuffled = cluster(31, seed);
            for (int i = 0; i < 1_000; i++) {
                assertThat(router.partition("orders", key(i), null, shuffled))
                        .as("seed %s key %s", seed, i)
                        .isEqualTo(owner(placement, key(i)));
            }
        }
    }

    @Test
    void nullKeysAvoidPartitionsWithoutALeaderAndKeyedRecordsDoNot() {
        RecordRouter router = new RecordRouter(Map.of("batch.size", "1"));
        Cluster half = cluster(4, 0, 1, 3);
        Set<Integer> spread = new HashSet<>();
        Set<Integer> keyed = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            spread.add(router.partition("orders", null, new byte[10], half));
            keyed.add(router.partition("orders", key(i), new byte[10], half));
        }
        assertThat(spread).containsExactlyInAnyOrder(0, 2);
        assertThat(keyed).containsExactlyInAnyOrder(0, 1, 2, 3);

        Cluster none = cluster(4, 0, 0, 1, 2, 3);
        spread.clear();
        for (int i = 0; i < 1_000; i++) {
            spread.add(router.partition("orders", null, new byte[10], none));
        }
        assertThat(spread).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void nullKeysStayOnPinnedPartitions() {
        RecordRouter router = new RecordRouter(Map.of("batch.size", "1", "keystead.partitions", "1-2"));
        Set<Integer> spread = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            spread.add(router.partition("orders", null, null, cluster(4, 0)));
        }
        assertThat(spread).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aTopicThatLacksAPinnedPartitionIsRefusedUntilItHasIt() {
        RecordRouter router = new RecordRouter(Map.of("keystead.partitions", "0-4"));
        for (byte[] key : new byte[][] {key(1), null}) {
            assertThatThrownBy(() -> router.partition("orders", key, null, cluster(4, 0)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage("keystead.partitions names partition 4, which topic orders does not have; allowed: the"
                            + " topic's partitions 0-3");
        }
        assertThat(router.partition("orders", key(1), null, cluster(5, 0))).isBetween(0, 4);
    }

    /** Each call sees the cluster that it was given, whatever the others were given meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "9"})
    void threadsWithDifferentMetadataEachGetTheOwnerOfTheirOwn(String slotBits) throws Exception {
        int[] sizes = {11, 12, 40, 41};
        Cluster[] clusters = IntStream.of(sizes).mapToObj(n -> cluster(n, n)).toArray(Cluster[]::new);
        Placement[] placements = IntStream.of(sizes)
                .mapToObj(n -> Placement.of(Topology.ofPartitions(n).toBuilder()
                        .slotBits(Integer.parseInt(slotBits))
                        .build()))
                .toArray(Placement[]::new);
        RecordRouter router = new RecordRouter(Map.of("keystead.slot.bits", slotBits, "keystead.cache.entries", "8"));
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                long seed = 1_000L + t;
                tasks.add(() -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    for (int i = 0; i < 5_000; i++) {
                        int which = random.nextInt(sizes.length);
                        // A burst on one cluster, as a client makes between two refreshes.
                        for (int burst = 0; burst < 20; burst++) {
                            byte[] key = key(random.nextInt(1_000));
                            int partition = router.partition("orders", key, null, clusters[which]);
                            if (partition != owner(placements[which], key)) {
                                return seed;
                            }
                        }
                    }
                    return null;
                });
            }
            for (Future<Long> failedSeed : pool.invokeAll(tasks)) {
                assertThat(failedSeed.get()).as("seed with a wrong owner").isNull();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keystead.base", "keystead.weights", "keystead.slot.bits", "keystead.hash"})
    void aRecordAllocatesNothing(String property) throws Exception {
        Map<String, String> values = Map.of(
                "keystead.base", "murmur2/12",
                "keystead.weights", "12-39:2.5",
                "keystead.slot.bits", "12",
                "keystead.hash", "xxh3-64");
        Map<String, String> configs = property.isEmpty() ? Map.of() : Map.of(property, values.get(property));
        RecordRouter router = new RecordRouter(configs);
        router.report(new JmxSink("allocation"));
        Cluster cluster = cluster(40, 0);
        byte[][] keys =
                IntStream.range(0, 1_000).mapToObj(RecordRouterTest::key).toArray(byte[][]::new);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        // Until compiled; an interpreter's own allocations and lazily made counters are over then.
        for (int round = 0; round < 50 && allocated > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                router.partition("orders", keys[i % keys.length], keys[0], cluster);
                router.partition("orders", null, keys[0], cluster);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        router.close();
        assertThat(allocated).isZero();
    }
}
