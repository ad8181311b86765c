package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.cli.verify.Finding.Told;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.kafka.check.HrwPartitionCheck;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttributionTest {
    private static final long SEED = 20261130;
    private static final int KEYS = 5000;
    private static final String DEFAULT = "Kafka's default partitioner";
    private static final String LIBRDKAFKA = "librdkafka's default partitioner (CRC32)";

    static Stream<Arguments> writers() {
        return Stream.of(Scheme.values())
                .flatMap(scheme -> Stream.of(3, 7, 12, 16, 100).map(n -> Arguments.of(scheme, n)));
    }

    /** And so no other is: the list has all that fit. */
    @ParameterizedTest
    @MethodSource("writers")
    void each_scheme_is_told_from_all_others(Scheme scheme, int partitions) {
        Finding finding = finding(hrw(partitions), partitions, by(scheme, partitions));

        assertThat(finding.told()).isEqualTo(Told.ONE_WRITER);
        assertThat(finding.parts()).hasSize(1);
        List<String> anyOf = finding.parts().get(0).anyOf();
        assertThat(anyOf).hasSize(1);
        // Where two are one function, it goes by the first one's name.
        Scheme first = Stream.of(Scheme.values())
                .filter(known -> !known.isRepetition(partitions) && isSame(known, scheme, partitions))
                .findFirst()
                .orElseThrow();
        assertThat(anyOf).containsExactly(first.writer(partitions, partitions));
    }

    @ParameterizedTest
    @MethodSource("writers")
    void each_scheme_is_told_with_the_number_of_partitions_that_its_writer_saw(Scheme scheme, int partitions) {
        Finding finding = finding(hrw(partitions + 2), partitions + 2, by(scheme, partitions));

        assertThat(finding.told()).isEqualTo(Told.ONE_WRITER);
        assertThat(finding.parts().get(0).anyOf())
                .singleElement()
                .satisfies(writer -> assertThat(writer).endsWith(" when the topic had " + partitions + " partitions"));
        if (!scheme.isRepetition(partitions)) {
            assertThat(finding.parts().get(0).anyOf()).containsExactly(scheme.writer(partitions, partitions + 2));
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    void each_scheme_is_told_too_where_another_one_is_expected(Scheme scheme, int partitions) {
        Rule expected = new SchemeRule(Scheme.MURMUR2, partitions, partitions);

        Finding finding = finding(expected, partitions, by(scheme, partitions));

        assertThat(finding.told()).isEqualTo(Told.ONE_WRITER);
        assertThat(finding.parts().get(0).anyOf()).hasSize(1);
        boolean asExpected = isSame(scheme, Scheme.MURMUR2, partitions);
        assertThat(finding.parts().get(0).anyOf().get(0).equals(DEFAULT)).isEqualTo(asExpected);
    }

    @Test
    void writers_with_hrw_are_told_by_what_they_lack_or_have_too_many() {
        Topology twelve = Topology.ofPartitions(12);
        assertThat(writers(hrw(12), 12, placed(twelve)))
                .containsExactly("HrwPartitioner without any keystead property");
        assertThat(writers(hrw(12), 12, placed(without(twelve, 7))))
                .containsExactly("HrwPartitioner without partition 7");
        assertThat(writers(hrw(12), 12, placed(without(twelve, 0, 3, 4, 5, 11))))
                .containsExactly("HrwPartitioner without partitions 0,3-5,11");
        assertThat(writers(hrw(12), 12, placed(Topology.ofPartitions(8))))
                .containsExactly("HrwPartitioner without partitions 8-11");
        Topology retired = without(twelve, 2);
        assertThat(writers(hrw(retired, 12), 12, placed(twelve)))
                .containsExactly(
                        "HrwPartitioner without any keystead property", "HrwPartitioner that has partition 2 too");
        assertThat(writers(hrw(without(twelve, 2, 3), 12), 12, placed(without(twelve, 3))))
                .containsExactly("HrwPartitioner that has partition 2 too");
        Topology seeded = twelve.toBuilder().hash(KeyHash.xxh3(7)).build();
        assertThat(writers(hrw(seeded, 12), 12, placed(seeded))).containsExactly("HrwPartitioner with this topology");
        assertThat(writers(hrw(seeded, 12), 12, placed(twelve)))
                .containsExactly("HrwPartitioner without any keystead property");
    }

    @Test
    void writers_with_hrw_are_told_by_their_base() {
        Topology grown = Topology.ofPartitions(13);
        assertThat(writers(
                        hrw(13),
                        13,
                        placed(grown.toBuilder().base(Base.murmur2(12)).build())))
                .containsExactly("HrwPartitioner with keystead.base=murmur2/12");
        assertThat(writers(hrw(13), 13, by(Scheme.MURMUR2, 12)))
                .containsExactly("Kafka's default partitioner when the topic had 12 partitions");
    }

    @Test
    void writers_with_hrw_are_told_where_a_scheme_is_expected() {
        Rule expected = new SchemeRule(Scheme.MURMUR2, 12, 12);

        assertThat(writers(expected, 12, placed(Topology.ofPartitions(12))))
                .containsExactly("HrwPartitioner without any keystead property");
        assertThat(writers(expected, 12, placed(Topology.ofPartitions(11))))
                .containsExactly("HrwPartitioner without partition 11");
    }

    /** One key in 12 is at the same place by both. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.35, 0.5, 0.9})
    void two_writers_in_one_are_told_with_their_shares(double share) {
        SplittableRandom random = new SplittableRandom(SEED);
        ToIntFunction<byte[]> first = by(Scheme.MURMUR2, 12);
        ToIntFunction<byte[]> second = by(Scheme.CRC32, 12);

        Finding finding = finding(
                new SchemeRule(Scheme.MURMUR2, 12, 12),
                12,
                key -> (random.nextDouble() < share ? first : second).applyAsInt(key));

        assertThat(finding.told()).isEqualTo(Told.MIXTURE);
        assertThat(finding.rest()).isZero();
        assertThat(finding.parts()).hasSize(2);
        assertThat(share(finding, DEFAULT)).isCloseTo(share, within(fiveSigmas(share, 11.0 / 12)));
        assertThat(share(finding, LIBRDKAFKA)).isCloseTo(1 - share, within(fiveSigmas(share, 11.0 / 12)));
    }

    /** A key fits each of the other writers once in 12 times, so that three in four at least fit one alone. */
    @Test
    void three_writers_and_one_that_is_not_known_are_told_with_their_shares() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<ToIntFunction<byte[]>> writers = List.of(
                by(Scheme.MURMUR2, 12),
                by(Scheme.FNV, 12),
                placed(Topology.ofPartitions(12)),
                key -> random.nextInt(12));

        Finding finding =
                finding(hrw(12), 12, key -> writers.get(random.nextInt(4)).applyAsInt(key));

        assertThat(finding.told()).isEqualTo(Told.MIXTURE);
        assertThat(finding.parts()).hasSize(3);
        for (String writer :
                List.of(DEFAULT, Scheme.FNV.writer(12, 12), "HrwPartitioner without any keystead property")) {
            assertThat(share(finding, writer)).isCloseTo(0.25, within(fiveSigmas(0.25, 0.75)));
        }
        assertThat(finding.rest()).isCloseTo(0.25, within(fiveSigmas(0.25, 0.75)));
    }

    /** Two keys in three go to the same place by both, so that the shares are not those of the keys that fit. */
    @Test
    void a_stale_writer_beside_a_right_one_is_told_with_its_share() {
        SplittableRandom random = new SplittableRandom(SEED);
        ToIntFunction<byte[]> right = placed(Topology.ofPartitions(3));
        ToIntFunction<byte[]> stale = placed(Topology.ofPartitions(2));

        Finding finding = finding(hrw(3), 3, key -> (random.nextDouble() < 0.1 ? stale : right).applyAsInt(key));

        assertThat(finding.told()).isEqualTo(Told.MIXTURE);
        assertThat(share(finding, "HrwPartitioner without any keystead property"))
                .isCloseTo(0.9, within(fiveSigmas(0.9, 1.0 / 3)));
        assertThat(share(finding, "HrwPartitioner without partition 2"))
                .isCloseTo(0.1, within(fiveSigmas(0.9, 1.0 / 3)));
    }

    @Test
    void few_wrong_keys_among_many_right_ones_are_told_too() {
        ClientTally tally = new ClientTally();
        Writers writers = Writers.of(Topology.ofPartitions(12), 12);
        SplittableRandom random = new SplittableRandom(SEED);
        ToIntFunction<byte[]> right = placed(Topology.ofPartitions(12));
        for (int i = 0; i < 20_000; i++) {
            byte[] key = key(random);
            int partition = (i < 20 ? by(Scheme.CRC32, 12) : right).applyAsInt(key);
            add(tally, random.nextLong(), writers, key, partition, partition == right.applyAsInt(key));
        }

        Finding finding = new Attribution(hrw(12), writers).of(tally);

        assertThat(finding.told()).isEqualTo(Told.MIXTURE);
        assertThat(finding.parts())
                .extracting(part -> part.anyOf().get(0))
                .containsExactly("HrwPartitioner without any keystead property", LIBRDKAFKA);
        assertThat(share(finding, LIBRDKAFKA)).isLessThan(0.005);
    }

    @Test
    void no_writer_is_told_from_fewer_keys_than_chance_allows_and_one_is_from_as_many() {
        for (int partitions : new int[] {2, 3, 12, 100}) {
            Writers writers = Writers.of(Topology.ofPartitions(partitions), partitions);
            Attribution attribution = new Attribution(hrw(partitions), writers);
            int needed = attribution.needed();
            // The rule that the page gives: M n^-k below one in a million.
            assertThat(Hypothesis.all(hrw(partitions), writers).size() * Math.pow(partitions, -needed))
                    .isLessThanOrEqualTo(1e-6);
            assertThat(Hypothesis.all(hrw(partitions), writers).size() * Math.pow(partitions, 1 - needed))
                    .isGreaterThan(1e-6);

            Finding tooFew = attribution.of(tally(hrw(partitions), writers, needed - 1, by(Scheme.CRC32, partitions)));
            Finding enough = attribution.of(tally(hrw(partitions), writers, needed, by(Scheme.CRC32, partitions)));

            assertThat(tooFew.told()).as("%d partitions", partitions).isEqualTo(Told.TOO_FEW);
            assertThat(tooFew.parts()).isEmpty();
            assertThat(tooFew.keys()).isEqualTo(needed - 1);
            assertThat(enough.told()).as("%d partitions", partitions).isEqualTo(Told.ONE_WRITER);
            assertThat(enough.parts().get(0).anyOf()).contains(Scheme.CRC32.writer(partitions, partitions));
        }
    }

    @Test
    void what_few_keys_do_not_tell_apart_is_all_named() {
        Writers writers = Writers.of(Topology.ofPartitions(12), 12);
        SplittableRandom random = new SplittableRandom(SEED);
        ClientTally tally = new ClientTally();
        for (int kept = 0; kept < 40; ) {
            byte[] key = key(random);
            // Without the sign bit it does not matter what becomes of it.
            if (Oracle.murmur2(key) < 1L << 31) {
                kept++;
                add(tally, random.nextLong(), writers, key, Oracle.partition(Scheme.MURMUR2, key, 12), false);
            }
        }

        assertThat(new Attribution(hrw(12), writers).of(tally).parts().get(0).anyOf())
                .containsExactly(
                        DEFAULT,
                        Scheme.MURMUR2_UNSIGNED.writer(12, 12),
                        Scheme.MURMUR2_ABSOLUTE.writer(12, 12),
                        Scheme.MURMUR2_FLOORED.writer(12, 12));
    }

    @Test
    void a_topic_of_one_partition_tells_nothing() {
        Finding finding = finding(hrw(1), 1, key -> 0);

        assertThat(finding.told()).isEqualTo(Told.TOO_FEW);
        assertThat(finding.needed()).isEqualTo(Integer.MAX_VALUE);
    }

    /** A thousand samples of writers that nobody knows: chance names one of them less than once in a thousand such tests. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 12, 30})
    void a_writer_that_is_not_known_is_not_taken_for_one_that_is(int partitions) {
        Writers writers = Writers.of(Topology.ofPartitions(partitions), partitions);
        Attribution attribution = new Attribution(hrw(partitions), writers);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 250; i++) {
            int keys = 5 + random.nextInt(i % 10 == 0 ? 600 : 60);
            // Whatever it is, it does not hash: it goes round, or takes some partitions more often than others.
            int kind = random.nextInt(3);
            int[] next = {0};
            Finding finding = attribution.of(tally(hrw(partitions), writers, keys, key -> switch (kind) {
                case 0 -> random.nextInt(partitions);
                case 1 -> next[0]++ % partitions;
                default -> Math.min(random.nextInt(partitions), random.nextInt(partitions));
            }));

            assertThat(finding.told())
                    .as("seed %d, sample %d of %d keys, kind %d: %s", SEED, i, keys, kind, finding)
                    .isIn(Told.TOO_FEW, Told.NONE);
            assertThat(finding.told() == Told.TOO_FEW).isEqualTo(keys < attribution.needed());
        }
    }

    @Test
    void a_writer_of_another_hash_is_none_that_is_known() {
        Finding finding = finding(
                hrw(12), 12, key -> (int) Long.remainderUnsigned(KeyHash.xxh3(5).hash(key), 12));

        assertThat(finding.told()).isEqualTo(Told.NONE);
        assertThat(finding.rest()).isEqualTo(1);
    }

    /** Of a share in a sample, of whose keys only such a part fits one writer alone. */
    private static double fiveSigmas(double share, double telling) {
        return 5 * Math.sqrt(share * (1 - share) / (ClientTally.SAMPLE * telling));
    }

    private static double share(Finding finding, String writer) {
        return finding.parts().stream()
                .filter(part -> part.anyOf().contains(writer))
                .mapToDouble(Finding.Part::share)
                .findFirst()
                .orElse(-1);
    }

    private static List<String> writers(Rule rule, int partitions, ToIntFunction<byte[]> writer) {
        Finding finding = finding(rule, partitions, writer);
        assertThat(finding.told()).isEqualTo(Told.ONE_WRITER);
        return finding.parts().get(0).anyOf();
    }

    private static Finding finding(Rule rule, int partitions, ToIntFunction<byte[]> writer) {
        Writers writers = Writers.of(rule.topology().orElse(Topology.ofPartitions(partitions)), partitions);
        return new Attribution(rule, writers).of(tally(rule, writers, KEYS, writer));
    }

    /** Different keys of random bytes that lie where the writer puts them. */
    private static ClientTally tally(Rule rule, Writers writers, int keys, ToIntFunction<byte[]> writer) {
        ClientTally tally = new ClientTally();
        SplittableRandom random = new SplittableRandom(SEED + keys);
        for (int i = 0; i < keys; i++) {
            byte[] key = key(random);
            int partition = writer.applyAsInt(key);
            add(tally, random.nextLong(), writers, key, partition, rule.owner(key, key.length) == partition);
        }
        return tally;
    }

    private static void add(ClientTally tally, long hash, Writers writers, byte[] key, int partition, boolean isRight) {
        tally.count(isRight);
        if (tally.takes(hash, isRight)) {
            tally.add(hash, writers, key, partition, isRight);
        }
    }

    private static byte[] key(SplittableRandom random) {
        byte[] key = new byte[8 + random.nextInt(30)];
        random.nextBytes(key);
        return key;
    }

    private static boolean isSame(Scheme one, Scheme other, int partitions) {
        SplittableRandom random = new SplittableRandom(SEED);
        return Stream.generate(() -> key(random))
                .limit(1000)
                .allMatch(key -> Oracle.partition(one, key, partitions) == Oracle.partition(other, key, partitions));
    }

    private static ToIntFunction<byte[]> by(Scheme scheme, int partitions) {
        return key -> Oracle.partition(scheme, key, partitions);
    }

    private static ToIntFunction<byte[]> placed(Topology topology) {
        Placement placement = Placement.of(topology);
        return key ->
                Integer.parseInt(placement.active().get(placement.owner(key)).id());
    }

    private static Rule hrw(int partitions) {
        return hrw(Topology.ofPartitions(partitions), partitions);
    }

    private static Rule hrw(Topology topology, int partitions) {
        return new HrwRule(HrwPartitionCheck.of(topology), partitions);
    }

    private static Topology without(Topology topology, int... partitions) {
        Topology.Builder builder = Topology.builder().hash(topology.hash());
        for (Candidate candidate : topology.candidates()) {
            if (Arrays.stream(partitions).noneMatch(partition -> candidate.equals(Candidate.partition(partition)))) {
                builder.candidate(candidate);
            }
        }
        return builder.build();
    }
}
