package io.keystead.kafka.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.kafka.topology.HotKeys;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HrwPartitionCheckTest {
    private static final long SEED = 20261130;
    private static final int KEYS = 2000;

    static Stream<Topology> topologies() {
        Topology.Builder weighted = Topology.builder();
        for (int partition = 0; partition < 40; partition++) {
            weighted.candidate(Candidate.partition(partition).withWeight(1 + partition % 3));
        }
        return Stream.of(
                Topology.ofPartitions(1),
                Topology.ofPartitions(13),
                Topology.ofPartitions(100),
                weighted.build(),
                Topology.builder()
                        .slotBits(8)
                        .hash(KeyHash.sipHash24(new byte[16]))
                        .candidates(Topology.ofPartitions(13).candidates())
                        .build(),
                Topology.builder()
                        .base(Base.murmur2(12))
                        .candidates(Topology.ofPartitions(13).candidates())
                        .build(),
                Topology.builder()
                        .base(Base.murmur2(4))
                        .candidates(
                                List.of(Candidate.partition(0), Candidate.partition(3), Candidate.partition(1_000_000)))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void a_record_is_right_in_its_owner_s_partition_and_wrong_in_every_other(Topology topology) {
        HrwPartitionCheck check = HrwPartitionCheck.of(topology);
        Placement placement = Placement.of(topology);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < KEYS; i++) {
            byte[] key = key(random);
            int owner = Integer.parseInt(placement.rank(key).get(0).candidate().id());

            assertThat(check.owner(key, 0, key.length))
                    .as("seed %d, key %d", SEED, i)
                    .isEqualTo(owner);
            for (int partition = 0; partition < 102; partition++) {
                assertThat(check.check(key, partition))
                        .as("seed %d, key %d, partition %d", SEED, i, partition)
                        .isEqualTo(partition == owner ? Verdict.RIGHT : Verdict.WRONG);
            }
            assertThat(check.check(key, owner)).isEqualTo(Verdict.RIGHT);
        }
        assertThat(check.topology()).isEqualTo(topology);
    }

    @Test
    void a_record_without_a_key_is_unknown_and_an_empty_key_has_an_owner() {
        HrwPartitionCheck check = HrwPartitionCheck.of(Topology.ofPartitions(3));

        assertThat(check.check(null, 0)).isEqualTo(Verdict.UNKNOWN);
        assertThat(Stream.of(0, 1, 2).map(partition -> check.check(new byte[0], partition)))
                .containsOnlyOnce(Verdict.RIGHT)
                .doesNotContain(Verdict.UNKNOWN);
    }

    @Test
    void what_lies_in_a_draining_partition_is_unknown_and_in_a_filling_or_foreign_one_wrong() {
        HrwPartitionCheck check = HrwPartitionCheck.of(Topology.builder()
                .candidate(Candidate.partition(0))
                .candidate(Candidate.partition(1).withState(CandidateState.DRAINING))
                .candidate(Candidate.partition(2).withState(CandidateState.FILLING))
                .build());
        byte[] key = "order-4711".getBytes(StandardCharsets.UTF_8);

        assertThat(check.check(key, 0)).isEqualTo(Verdict.RIGHT);
        assertThat(check.check(key, 1)).isEqualTo(Verdict.UNKNOWN);
        assertThat(check.check(key, 2)).isEqualTo(Verdict.WRONG);
        assertThat(check.check(key, 3)).isEqualTo(Verdict.WRONG);
    }

    @Test
    void a_part_of_the_bytes_is_checked_as_if_it_were_all_of_them() {
        HrwPartitionCheck check = HrwPartitionCheck.of(Topology.builder()
                .base(Base.murmur2(5))
                .candidates(Topology.ofPartitions(7).candidates())
                .build());
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < KEYS; i++) {
            byte[] inner = key(random);
            byte[] windowed = new byte[3 + inner.length + 8];
            random.nextBytes(windowed);
            System.arraycopy(inner, 0, windowed, 3, inner.length);

            for (int partition = 0; partition < 7; partition++) {
                assertThat(check.check(windowed, 3, inner.length, partition))
                        .as("seed %d, key %d", SEED, i)
                        .isEqualTo(check.check(inner, partition));
            }
        }
    }

    @Test
    void keys_where_murmur2_put_them_are_right_under_a_base_of_all_partitions_and_mostly_wrong_without() {
        HrwPartitionCheck adopted = HrwPartitionCheck.of(Topology.builder()
                .base(Base.murmur2(12))
                .candidates(Topology.ofPartitions(12).candidates())
                .build());
        HrwPartitionCheck plain = HrwPartitionCheck.of(Topology.ofPartitions(12));
        SplittableRandom random = new SplittableRandom(SEED);
        int wrong = 0;
        for (int i = 0; i < KEYS; i++) {
            byte[] key = key(random);
            int partition = Murmur2.partition(key, 0, key.length, 12);
            assertThat(adopted.check(key, partition)).isEqualTo(Verdict.RIGHT);
            wrong += plain.check(key, partition) == Verdict.WRONG ? 1 : 0;
        }
        // Two independent hashes agree for one key in 12; six sigmas.
        double sigma = Math.sqrt(KEYS * (1 / 12.0) * (11 / 12.0));
        assertThat((double) wrong)
                .as("seed %d", SEED)
                .isBetween(KEYS * 11 / 12.0 - 6 * sigma, KEYS * 11 / 12.0 + 6 * sigma);
    }

    @Test
    void a_hot_key_is_right_in_its_best_candidates_and_every_other_key_in_its_owner_s_partition_only(
            @TempDir Path directory) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        List<byte[]> listed = Stream.generate(() -> key(random)).limit(50).toList();
        StringBuilder file =
                new StringBuilder("3 returns string order-1\n2 * string order-2\n100 orders string order-3\n");
        for (byte[] key : listed) {
            file.append("4 orders hex ").append(HexFormat.of().formatHex(key)).append('\n');
        }
        HotKeys hotKeys = HotKeys.load(Files.writeString(directory.resolve("hot"), file));
        Topology topology = Topology.builder()
                .base(Base.murmur2(12))
                .candidates(Topology.ofPartitions(13).candidates())
                .build();
        HrwPartitionCheck check = HrwPartitionCheck.of(topology).withHotKeys("orders", hotKeys);
        Placement placement = Placement.of(topology);

        for (byte[] key : listed) {
            assertThat(right(check, key)).as("seed %d", SEED).isEqualTo(best(placement, key, 4));
            assertThat(check.isSpread(key, 0, key.length)).isTrue();
        }
        assertThat(right(check, utf8("order-1"))).isEqualTo(best(placement, utf8("order-1"), 1));
        assertThat(check.isSpread(utf8("order-1"), 0, 7)).isFalse();
        assertThat(right(check, utf8("order-2"))).isEqualTo(best(placement, utf8("order-2"), 2));
        assertThat(right(check, utf8("order-3"))).hasSize(13);
        for (int i = 0; i < KEYS; i++) {
            byte[] key = utf8("key " + i);
            assertThat(right(check, key)).isEqualTo(best(placement, key, 1));
        }
    }

    private static Set<Integer> right(HrwPartitionCheck check, byte[] key) {
        return IntStream.range(0, 20)
                .filter(partition -> check.check(key, partition) == Verdict.RIGHT)
                .boxed()
                .collect(Collectors.toSet());
    }

    private static Set<Integer> best(Placement placement, byte[] key, int count) {
        return placement.rank(key).stream()
                .limit(count)
                .map(bid -> Integer.valueOf(bid.candidate().id()))
                .collect(Collectors.toSet());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void candidates_that_are_no_partitions_and_negative_partitions_are_refused_by_name() {
        for (String id : List.of("a", "07", "-1", "2147483648", "٣")) {
            Topology topology = Topology.builder().candidate(Candidate.of(id)).build();
            assertThatThrownBy(() -> HrwPartitionCheck.of(topology))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the candidate \"" + id
                            + "\" is not a partition; allowed: partition numbers in decimal without leading zeros");
        }
        assertThatThrownBy(() -> HrwPartitionCheck.of(Topology.ofPartitions(1)).check(new byte[0], -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("partition -1 is negative; allowed: 0 and above");
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void a_check_allocates_nothing(Topology topology, @TempDir Path directory) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        HotKeys hotKeys = HotKeys.load(Files.writeString(directory.resolve("hot"), "2 * hex 00\n3 * hex 01\n"));
        HrwPartitionCheck check = HrwPartitionCheck.of(topology).withHotKeys("orders", hotKeys);
        SplittableRandom random = new SplittableRandom(SEED);
        byte[][] keys = Stream.generate(() -> key(random)).limit(1000).toArray(byte[][]::new);
        long verdicts = 0;
        // A compiler thread may replace the frame while it is measured, once; an allocation would be in every run.
        long fewest = Long.MAX_VALUE;
        for (int run = 0; run < 10 && fewest > 0; run++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            verdicts += checkAll(check, keys);
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }

        assertThat(fewest).as("bytes in 1000 checks, verdicts %d", verdicts).isZero();
    }

    private static long checkAll(HrwPartitionCheck check, byte[][] keys) {
        long wrong = 0;
        for (int i = 0; i < keys.length; i++) {
            wrong += check.check(keys[i], i % 13) == Verdict.RIGHT ? 1 : 2;
        }
        return wrong;
    }

    private static byte[] key(SplittableRandom random) {
        byte[] key = new byte[random.nextInt(40)];
        random.nextBytes(key);
        return key;
    }
}
