package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.kafka.topology.TopologyConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The router under metadata that a broker does not serve on request: shuffled, leaderless, changing under threads. */
class RecordRouterTest {
    private static final Node NODE = new Node(0, "localhost", 9092);
    private static final List<PartitionInfo> TWELVE = cluster(12, 0).partitionsForTopic("orders");

    @TempDir
    private Path directory;

    private static Cluster cluster(String topic, int partitions) {
        return cluster(topic, partitions, 0);
    }

    private static Cluster cluster(int partitions, int seed, Integer... leaderless) {
        return cluster("orders", partitions, seed, leaderless);
    }

    private static Cluster cluster(String topic, int partitions, int seed, Integer... leaderless) {
        List<PartitionInfo> infos = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            @Nullable Node leader = List.of(leaderless).contains(partition) ? null : NODE;
            infos.add(new PartitionInfo(topic, partition, leader, new Node[] {NODE}, new Node[] {NODE}));
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
                    .hasMessage(
                            "keystead.partitions=0-4 names partition 4, which topic orders does not have; allowed: the"
                                    + " topic's partitions 0-3");
        }
        assertThat(router.partition("orders", key(1), null, cluster(5, 0))).isBetween(0, 4);
    }

    @Test
    void aSecondAskOfAnOldClientRepeatsTheFirstAndCountsNothing() throws Exception {
        RecordRouter router = new RecordRouter(Map.of("client.id", "asks-twice", "batch.size", "1"));
        router.report(new JmxSink("asks-twice"));
        Cluster cluster = cluster(12, 0);
        for (int i = 0; i < 1_000; i++) {
            for (byte[] key : new byte[][] {key(i), null}) {
                int first = router.partition("orders", key, new byte[8], cluster);
                router.willAskAgain(first);
                assertThat(router.partition("orders", key, new byte[8], cluster))
                        .isEqualTo(first);
            }
        }
        assertThat(attribute("client-id=asks-twice", "keyed-records-total")).isEqualTo(1_000L);
        assertThat(attribute("client-id=asks-twice", "null-key-records-total")).isEqualTo(1_000L);
        router.close();
    }

    /** A producer's file of hot keys. */
    private String hotKeys(String... lines) throws IOException {
        return Files.write(directory.resolve("hot"), List.of(lines)).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A thread's; before exactly-once processing version 2 also a task's, and one of a named topology.
                "orders-app-StreamThread-1-producer",
                "orders-app-0b8f3a52-1c5e-4d0f-9a53-1a5d2b6a3c1e-StreamThread-12-producer",
                "orders-app-StreamThread-1-0_3-producer",
                "orders-app-StreamThread-1-by-product__0_3-producer",
            })
    void aProducerOfStreamsIsRefusedTheFileOfHotKeysInOneLine(String clientId) throws Exception {
        String file = hotKeys("2 * string a");
        assertThatThrownBy(() -> new RecordRouter(Map.of("client.id", clientId, "keystead.hot.keys.file", file)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Invalid value " + file + " for configuration keystead.hot.keys.file: spreads one key over"
                        + " several partitions, and client.id=" + clientId + " is a producer of Kafka Streams, where"
                        + " that would split the key's state; allowed there: not set");
        assertThat(new RecordRouter(Map.of("client.id", clientId, "keystead.hot.keys.file", " ")).clientId())
                .isEqualTo(clientId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "producer", "orders-producer", "StreamThread-1-producer", "a-StreamThread-x-producer"})
    void anyOtherProducerMayHaveTheFileOfHotKeys(String clientId) throws Exception {
        String file = hotKeys("2 * string a");
        assertThat(new RecordRouter(Map.of("client.id", clientId, "keystead.hot.keys.file", file)).clientId())
                .isEqualTo(clientId);
    }

    @Test
    void aRefreshThatChangesNoLeaderKeepsTheSpreadsAndOneThatDoesMakesThemAnew() throws Exception {
        Placement placement = Placement.of(Topology.ofPartitions(12));
        HotKeys hot = HotKeys.load(Path.of(hotKeys("12 orders hex " + hex(key(1)))));
        KeyShares shares = new KeyShares(placement.topology().hash(), 0, false);
        TopicRoute route =
                TopicRoute.of(TWELVE, TopicRoute.numbers(TWELVE), placement, hot.listed("orders"), shares, null, 1);
        TopicRoute same = route.refreshed(cluster(12, 1).partitionsForTopic("orders"), 1);
        TopicRoute less = same.refreshed(cluster(12, 2, 3).partitionsForTopic("orders"), 1);
        TopicRoute back = less.refreshed(cluster(12, 3).partitionsForTopic("orders"), 1);

        long keyHash = route.hash(key(1));
        assertThat(same.hotKey(keyHash, key(1))).isNotNull().isSameAs(route.hotKey(keyHash, key(1)));
        assertThat(same.nullKeys()).isSameAs(route.nullKeys());
        assertThat(spread(less, keyHash)).hasSize(11).doesNotContain(3);
        assertThat(spread(back, keyHash)).hasSize(12);
    }

    /** Of eleven or twelve alike, 1,000 draws miss one once in 10^37 times. */
    private static Set<Integer> spread(TopicRoute route, long keyHash) {
        StickySpread spread = Objects.requireNonNull(route.hotKey(keyHash, key(1)));
        return IntStream.range(0, 1_000).mapToObj(i -> spread.next(1)).collect(Collectors.toSet());
    }

    private static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keystead.hash=xxh3-64", "keystead.base=murmur2/10", "keystead.weights=3:2.5,7:4"})
    void aListedKeyIsSpreadOverExactlyItsBestCandidatesAndEveryOtherKeyHasItsOwner(String property) throws Exception {
        String[] nameAndValue = property.split("=", -1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.add(2 + i % 12 + " orders hex " + hex(key(i)));
        }
        Map<String, String> configs = Map.of(
                nameAndValue[0],
                nameAndValue[1],
                "batch.size",
                "1",
                "keystead.hot.keys.file",
                hotKeys(lines.toArray(String[]::new)));
        Placement placement = Placement.of(new TopologyConfig(configs).topology("orders", TopicRoute.numbers(TWELVE)));
        RecordRouter router = new RecordRouter(configs);
        Cluster cluster = cluster(12, 0);
        for (int i = 0; i < 100; i++) {
            byte[] key = key(i);
            Set<Integer> best = placement.top(key, 2 + i % 12).stream()
                    .map(bid -> Integer.parseInt(bid.candidate().id()))
                    .collect(Collectors.toSet());
            Set<Integer> seen = new HashSet<>();
            // Of twelve, one with 1 in 18 of the weight; 1,000 draws all miss it once in 10^24 times.
            for (int record = 0; record < 1_000; record++) {
                seen.add(router.partition("orders", key, null, cluster));
            }
            assertThat(seen).as("key %s", i).isEqualTo(best);
        }
        for (int i = 100; i < 2_000; i++) {
            assertThat(router.partition("orders", key(i), null, cluster)).isEqualTo(owner(placement, key(i)));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(router.partition("payments", key(i), null, cluster("payments", 12)))
                    .as("the lines are for another topic")
                    .isEqualTo(owner(
                            Placement.of(new TopologyConfig(configs).topology("payments", TopicRoute.numbers(TWELVE))),
                            key(i)));
        }
    }

    @Test
    void sharesOfAListedKeyFollowTheWeightsOfItsCandidates() throws Exception {
        RecordRouter router = new RecordRouter(Map.of(
                "keystead.weights", "0:1,1:2,2:7",
                "batch.size", "1",
                "keystead.hot.keys.file", hotKeys("3 * hex " + hex(key(1)))));
        long[] counts = new long[3];
        for (int i = 0; i < 100_000; i++) {
            counts[router.partition("orders", key(1), null, cluster(3, 0))]++;
        }
        assertThat(Math.abs(ChiSquare.of(counts, new double[] {1, 2, 7}).sigmas()))
                .as(Arrays.toString(counts))
                .isLessThan(Bound.sigmasFor(1e-6, 1));
    }

    @Test
    void aListedKeyStaysOnAPartitionForAboutABatch() throws Exception {
        RecordRouter router = new RecordRouter(
                Map.of("batch.size", "1000", "keystead.hot.keys.file", hotKeys("8 orders hex " + hex(key(1)))));
        Cluster cluster = cluster(8, 0);
        int last = -1;
        for (int i = 0; i < 10_000; i++) {
            // 8 bytes of key, 76 of value, 16 for the rest: ten make a batch.
            int partition = router.partition("orders", key(1), new byte[76], cluster);
            assertThat(i % 10 == 0 || partition == last).as("record %s", i).isTrue();
            last = partition;
        }
    }

    @Test
    void aListedKeyAvoidsCandidatesWithoutALeaderAndNeverLeavesItsBest() throws Exception {
        byte[] key = key(1);
        RecordRouter router = new RecordRouter(
                Map.of("batch.size", "1", "keystead.hot.keys.file", hotKeys("3 orders hex " + hex(key))));
        List<Integer> best = Placement.of(Topology.ofPartitions(12)).top(key, 3).stream()
                .map(bid -> Integer.parseInt(bid.candidate().id()))
                .toList();
        assertThat(partitions(router, key, cluster(12, 0))).containsExactlyInAnyOrderElementsOf(best);
        assertThat(partitions(router, key, cluster(12, 1, best.get(0))))
                .containsExactlyInAnyOrder(best.get(1), best.get(2));
        assertThat(partitions(router, key, cluster(12, 2, best.toArray(Integer[]::new))))
                .containsExactlyInAnyOrderElementsOf(best);
        assertThat(partitions(router, key, cluster(13, 3)))
                .containsExactlyInAnyOrderElementsOf(Placement.of(Topology.ofPartitions(13)).top(key, 3).stream()
                        .map(bid -> Integer.parseInt(bid.candidate().id()))
                        .toList());
    }

    private static Set<Integer> partitions(RecordRouter router, byte[] key, Cluster cluster) {
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(router.partition("orders", key, null, cluster));
        }
        return seen;
    }

    @Test
    void spreadRecordsAreCountedAndASecondAskOfAnOldClientRepeatsTheFirst() throws Exception {
        RecordRouter router = new RecordRouter(Map.of(
                "client.id",
                "spreads",
                "batch.size",
                "1",
                "keystead.hot.keys.file",
                hotKeys("4 orders hex " + hex(key(1)), "9 * string x")));
        router.report(new JmxSink("spreads"));
        Cluster cluster = cluster(12, 0);
        for (int i = 0; i < 1_000; i++) {
            int first = router.partition("orders", key(1), null, cluster);
            router.willAskAgain(first);
            assertThat(router.partition("orders", key(1), null, cluster)).isEqualTo(first);
            router.partition("orders", key(2), null, cluster);
        }
        assertThat(attribute("client-id=spreads", "hot-key-records-total")).isEqualTo(1_000L);
        assertThat(attribute("client-id=spreads", "keyed-records-total")).isEqualTo(2_000L);
        assertThat(attribute("client-id=spreads,topic=orders", "hot-keys-listed"))
                .isEqualTo(2);
        router.close();
    }

    @Test
    void onOneCandidateNothingIsSpread() throws Exception {
        RecordRouter router = new RecordRouter(
                Map.of("client.id", "one", "keystead.hot.keys.file", hotKeys("4 orders hex " + hex(key(1)))));
        router.report(new JmxSink("one"));
        router.partition("orders", key(1), null, cluster(1, 0));
        assertThat(attribute("client-id=one", "hot-key-records-total")).isEqualTo(0L);
        assertThat(attribute("client-id=one,topic=orders", "hot-keys-listed")).isEqualTo(0);
        router.close();
    }

    @Test
    void anotherKeyWithTheHashOfAListedOneIsNotTakenForIt() throws Exception {
        Placement placement = Placement.of(Topology.ofPartitions(12));
        HotKeys listed = HotKeys.load(Path.of(hotKeys("4 orders hex " + hex(key(1)))));
        HotSpreads spreads = Objects.requireNonNull(HotSpreads.of(listed.listed("orders"), placement, Set.of(), 1));
        long keyHash = placement.topology().hash().hash(key(1));
        assertThat(spreads.find(keyHash, key(1))).isNotNull();
        assertThat(spreads.find(keyHash, key(2))).isNull();
        assertThat(spreads.find(keyHash + 1, key(1))).isNull();
    }

    @Test
    void theHottestKeyIsShownWithItsShareAndHowToListIt() throws Exception {
        RecordRouter router = new RecordRouter(
                Map.of("client.id", "hottest", "keystead.hot.keys.sample", "1", "keystead.hot.keys.show", "true"));
        router.report(new JmxSink("hottest"));
        for (int i = 0; i < 100; i++) {
            byte[] key = i % 2 == 0 ? "customer 17".getBytes(StandardCharsets.UTF_8) : key(i);
            router.partition("orders", key, null, cluster(12, 0));
            router.partition("orders", null, null, cluster(12, 0));
        }
        String topic = "client-id=hottest,topic=orders";
        assertThat(attribute(topic, "hottest-key-share")).isEqualTo(0.5);
        assertThat(attribute(topic, "top-10-keys-share")).isEqualTo(0.59);
        assertThat(attribute(topic, "sampled-records")).isEqualTo(100L);
        assertThat((String) attribute(topic, "hottest-keys"))
                .startsWith("50.00 % string customer 17\n1.00 % hex 00000");
        router.close();
    }

    @Test
    void keysAreNotShownUnlessAskedForAndSharesNotWhereNoneAreCounted() throws Exception {
        for (String sample : List.of("0", "1")) {
            RecordRouter router = new RecordRouter(Map.of("keystead.hot.keys.sample", sample));
            router.report(new JmxSink("hidden"));
            router.partition("orders", key(1), null, cluster(12, 0));
            Stream<String> shown = Arrays.stream(ManagementFactory.getPlatformMBeanServer()
                            .getMBeanInfo(new ObjectName("io.keystead:type=partitioner,client-id=hidden,topic=orders"))
                            .getAttributes())
                    .map(MBeanAttributeInfo::getName);
            String[] always = {
                "active-partitions", "hot-keys-listed", "key-encoding", "topology-epoch", "topology-fingerprint"
            };
            String[] counted = {"hottest-key-share", "top-10-keys-share", "sampled-records"};
            assertThat(shown)
                    .containsExactlyInAnyOrderElementsOf(Stream.of(always, sample.equals("0") ? new String[0] : counted)
                            .flatMap(Stream::of)
                            .toList());
            router.close();
        }
    }

    @Test
    void topicsThatTheClientForgetsAreForgottenWithTheirMetrics() throws Exception {
        RecordRouter router = new RecordRouter(Map.of());
        router.report(new JmxSink("forgets"));
        for (int i = 0; i < 100; i++) {
            // Each view of the metadata has this topic only, as when the others were idle for long.
            router.partition("topic-" + i, key(i), null, cluster("topic-" + i, 12));
        }
        assertThat(beans("client-id=forgets,topic=*")).hasSize(1);
        assertThat(attribute("client-id=forgets,topic=topic-99", "active-partitions"))
                .isEqualTo(12);
        router.close();
        assertThat(beans("client-id=forgets,*")).isEmpty();
    }

    @Test
    void aTopicThatIsCreatedAnewWithFewerPartitionsIsPlacedByThose() throws Exception {
        RecordRouter router = new RecordRouter(Map.of());
        router.report(new JmxSink("anew"));
        Placement five = Placement.of(Topology.ofPartitions(5));
        router.partition("orders", key(1), null, cluster(12, 0));
        Cluster anew = cluster(5, 0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(router.partition("orders", key(i), null, anew)).isEqualTo(owner(five, key(i)));
        }
        assertThat(attribute("client-id=anew,topic=orders", "active-partitions"))
                .isEqualTo(5);
        router.close();
    }

    @Test
    void aRefusedTopicIsCountedAndNoLongerShown() throws Exception {
        RecordRouter router = new RecordRouter(Map.of("keystead.partitions", "0-4"));
        router.report(new JmxSink("refuses"));
        router.partition("orders", key(1), null, cluster(5, 0));
        assertThat(beans("client-id=refuses,topic=orders")).hasSize(1);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> router.partition("orders", key(1), null, cluster(4, 0)))
                    .isInstanceOf(InvalidConfigurationException.class);
        }
        assertThat(beans("client-id=refuses,topic=orders")).isEmpty();
        assertThat(attribute("client-id=refuses", "refused-records-total")).isEqualTo(3L);
        router.close();
    }

    @Test
    void afterCloseNothingIsShownAnyMoreAndRecordsStillGo() throws Exception {
        RecordRouter router = new RecordRouter(Map.of());
        router.report(new JmxSink("late"));
        router.close();
        router.close();
        assertThat(router.partition("orders", key(1), null, cluster(4, 0))).isBetween(0, 3);
        assertThat(beans("client-id=late,*")).isEmpty();
    }

    @Test
    void allBeansOfOneProducerBearOneInstanceNumber() throws Exception {
        JmxSink first = new JmxSink("twins");
        JmxSink second = new JmxSink("twins");
        first.add("a", "", Map.of(), () -> 1);
        second.add("a", "", Map.of(), () -> 2);
        second.add("a", "", Map.of("topic", "t"), () -> 2);
        first.add("a", "", Map.of("topic", "t"), () -> 1);
        assertThat(attribute("client-id=twins", "a")).isEqualTo(1);
        assertThat(attribute("client-id=twins,topic=t", "a")).isEqualTo(1);
        assertThat(attribute("client-id=twins,instance=2", "a")).isEqualTo(2);
        assertThat(attribute("client-id=twins,topic=t,instance=2", "a")).isEqualTo(2);
        first.close();
        assertThat(beans("client-id=twins,*")).hasSize(2);
        second.close();
        assertThat(beans("client-id=twins,*")).isEmpty();
    }

    @Test
    void oddNamesAreQuotedInMBeans() throws Exception {
        JmxSink sink = new JmxSink("a,b=c\n*?");
        sink.add("a", "", Map.of(), () -> 1);
        sink.add("a", "", Map.of("topic", "t.1-x_y"), () -> 2);
        assertThat(beans("client-id=" + ObjectName.quote("a,b=c\n*?") + ",*")).hasSize(2);
        sink.close();
    }

    @Test
    void configuringAgainClosesWhatWasBefore() throws Exception {
        try (HrwPartitioner partitioner = new HrwPartitioner()) {
            partitioner.configure(Map.of("client.id", "again"));
            partitioner.partition("orders", null, key(1), null, null, cluster(4, 0));
            partitioner.configure(Map.of("client.id", "again"));
            assertThat(beans("client-id=again,*")).hasSize(1);
        }
        assertThat(beans("client-id=again,*")).isEmpty();
    }

    @Test
    void aPartitionerThatWasNotConfiguredSaysSo() {
        try (HrwPartitioner partitioner = new HrwPartitioner()) {
            assertThatThrownBy(() -> partitioner.partition("orders", null, key(1), null, null, cluster(4, 0)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the partitioner was not configured; allowed: configure() first");
        }
    }

    private static Object attribute(String properties, String name) throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("io.keystead:type=partitioner," + properties), name);
    }

    private static Set<ObjectName> beans(String properties) throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("io.keystead:type=partitioner," + properties), null);
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
    @ValueSource(
            strings = {
                "",
                "keystead.base",
                "keystead.weights",
                "keystead.slot.bits",
                "keystead.hash",
                "keystead.hot.keys.file"
            })
    void aRecordAllocatesNothing(String property) throws Exception {
        Map<String, String> values = Map.of(
                "keystead.base", "murmur2/12",
                "keystead.weights", "12-39:2.5",
                "keystead.slot.bits", "12",
                "keystead.hash", "xxh3-64",
                "keystead.hot.keys.file", hotKeys("4 orders hex " + hex(key(1)), "4 orders hex " + hex(key(2))));
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
