package io.keystead.flink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.Base;
import io.keystead.hrw.stats.Bound;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HrwPartitionerTest {
    private static final int KEYS = 20_000;
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 10);

    @ParameterizedTest
    @EnumSource
    void subtaskAndPartitionAgreeForEachNumberOfThem(Mode mode, @TempDir Path directory) {
        for (int n : new int[] {1, 2, 5, 16, 17, 100}) {
            HrwPartitioner<String> partitioner = mode.partitioner(KeyEncoder.string(), n);
            try (Producer producer = new Producer(mode, n, directory)) {
                for (int i = 0; i < KEYS; i++) {
                    int subtask = partitioner.partition(Keys.STRINGS.key(i), n);
                    int partition = producer.partition(Keys.STRINGS.onTheWire(i));
                    if (subtask != partition) {
                        fail("%s of %s: subtask %s, partition %s", Keys.STRINGS.key(i), n, subtask, partition);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "SLOTTED", "SECRET"})
    void oneSubtaskMoreTakesItsShareAndNoKeyMovesBetweenOldOnes(Mode mode) {
        for (int n : new int[] {1, 4, 16, 99}) {
            // Two, because each holds the placement of one number of subtasks.
            HrwPartitioner<Long> old = mode.partitioner(KeyEncoder.int64(), n);
            HrwPartitioner<Long> grown = mode.partitioner(KeyEncoder.int64(), n + 1);
            int moved = 0;
            for (long key = 0; key < KEYS; key++) {
                int before = old.partition(key, n);
                int after = grown.partition(key, n + 1);
                if (after != before && after != n) {
                    fail("key %s, %s to %s: moved from %s to %s", key, n, n + 1, before, after);
                }
                moved += after == before ? 0 : 1;
            }
            // Of 2^10 slots first, then of keys in the newcomer's slots: two binomial draws.
            double share = 1.0 / (n + 1);
            double variance = share * (1 - share) / KEYS + (mode == Mode.SLOTTED ? share * (1 - share) / 1024 : 0);
            assertThat(Math.abs((double) moved / KEYS - share) / Math.sqrt(variance))
                    .as("sigmas by which %s moved keys of %s miss a share of %s", moved, KEYS, share)
                    .isLessThan(SIGMAS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCopyThatTravelledWithTheJobPlacesAlike(Mode mode) throws IOException, ClassNotFoundException {
        HrwPartitioner<String> partitioner = mode.partitioner(KeyEncoder.string(), 8);
        partitioner.partition("used", 8);
        HrwPartitioner<String> copy = InstantiationUtil.clone(partitioner);
        for (int i = 0; i < KEYS; i++) {
            String key = Keys.STRINGS.key(i);
            assertThat(copy.partition(key, 8)).as(key).isEqualTo(partitioner.partition(key, 8));
        }
        assertThat(copy)
                .isEqualTo(partitioner)
                .hasToString(partitioner.toString())
                .hasSameHashCodeAs(partitioner);
    }

    @Test
    void equalOnesHaveEqualRulesAndEncoders() {
        HrwPartitioner<String> plain = HrwPartitioner.of(KeyEncoder.string());
        assertThat(plain.withWeights(Map.of(2, 3.0))).isEqualTo(plain.withWeights(Map.of(2, 3.0)));
        for (Mode mode : Mode.values()) {
            assertThat(mode.partitioner(KeyEncoder.string(), 8).equals(plain)).isEqualTo(mode == Mode.PLAIN);
        }
        assertThat((Object) HrwPartitioner.of(KeyEncoder.uuid())).isNotEqualTo(plain);
        assertThat((Object) plain).isNotEqualTo("plain");
    }

    @Test
    void theTextNamesTheRuleAndNoSecret() {
        assertThat(HrwPartitioner.of(KeyEncoder.string()))
                .hasToString("hrw-v1, hash xxh3-64:0000000000000000, keys string");
        assertThat(HrwPartitioner.of(KeyEncoder.int64())
                        .withPartitions(Set.of(0, 1, 5))
                        .withWeights(Map.of(5, 2.5))
                        .withBase(Base.murmur2(2))
                        .withSeed(-1))
                .hasToString("hrw-v1, hash xxh3-64:ffffffffffffffff, base murmur2/2, partitions [0, 1, 5],"
                        + " weights {5=2.5}, keys int64");
        // SHA-256 of the secret begins so.
        assertThat(HrwPartitioner.of(KeyEncoder.int32())
                        .withSecret(Mode.secret())
                        .withSlotBits(3))
                .hasToString("hrw-v1, hash siphash-2-4:%s, slot bits 3, keys int32".formatted(fingerprint()));
    }

    private static String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Mode.secret());
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSecretIsCopied() {
        byte[] secret = Mode.secret();
        HrwPartitioner<Integer> partitioner =
                HrwPartitioner.of(KeyEncoder.int32()).withSecret(secret);
        secret[0]++;
        assertThat(partitioner).isEqualTo(HrwPartitioner.of(KeyEncoder.int32()).withSecret(Mode.secret()));
    }

    @Test
    void whatDoesNotGoTogetherIsRefusedWhereTheJobIsWritten() {
        HrwPartitioner<String> plain = HrwPartitioner.of(KeyEncoder.string());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withWeights(Map.of(1, 0.0)))
                .withMessageContainingAll("the weight 0.0 of candidate \"1\"", "allowed: 1e-6 to 1e6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withWeights(Map.of(-1, 2.0)))
                .withMessage("partition -1 is out of range; allowed: 0 to 1048575");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withPartitions(Set.of(1 << 20)))
                .withMessage("partition 1048576 is out of range; allowed: 0 to 1048575");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withPartitions(Set.of()))
                .withMessage("the list of partitions is empty; allowed: at least one partition");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withPartitions(Set.of(0, 2)).withWeights(Map.of(1, 2.0)))
                .withMessage("the weight 2.0 of partition 1, which is not listed; allowed: weights of [0, 2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withWeights(Map.of(1, 2.0)).withPartitions(Set.of(0, 2)))
                .withMessage("the weight 2.0 of partition 1, which is not listed; allowed: weights of [0, 2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withSlotBits(21))
                .withMessageContainingAll("slot bits 21", "allowed: 0 (no slots) to 20");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withSlotBits(8).withBase(Base.murmur2(4)))
                .withMessageContainingAll("slot bits 8 with the base murmur2/4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withBase(Base.murmur2(4)).withWeights(Map.of(3, 2.0)))
                .withMessageContainingAll("the weight 2.0 of partition 3", "allowed for base partitions: 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain.withSecret(new byte[15]))
                .withMessageContaining("allowed: exactly 16 raw bytes");
    }

    @Test
    void tooFewSubtasksAreRefusedAsAProducerRefusesATopicWithTooFewPartitions() {
        HrwPartitioner<String> named = HrwPartitioner.of(KeyEncoder.string()).withBase(Base.murmur2(12));
        assertThat(named.partition("a", 12)).isBetween(0, 11);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> named.partition("a", 11))
                .withMessage("a parallelism of 11 has no partition 11, which is named by: hrw-v1, hash"
                        + " xxh3-64:0000000000000000, base murmur2/12; allowed: a parallelism of at least 12");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HrwPartitioner.of(KeyEncoder.string())
                        .withPartitions(Set.of(0, 7))
                        .partition("a", 7))
                .withMessageContaining("has no partition 7");
    }

    @Test
    @SuppressWarnings("NullAway") // The point of the test.
    void aNullKeyIsRefusedInOneLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HrwPartitioner.of(KeyEncoder.string()).partition(null, 4))
                .withMessageMatching("a key is null and has no owner; allowed: .*");
    }

    @Test
    void anEncoderOfTheUsersOwnDecides() {
        HrwPartitioner<String> caseless =
                HrwPartitioner.of(key -> KeyEncoder.string().encode(key.toLowerCase(Locale.ROOT)));
        for (int i = 0; i < 1_000; i++) {
            assertThat(caseless.partition("KEY-" + i, 100))
                    .isEqualTo(HrwPartitioner.of(KeyEncoder.string()).partition("key-" + i, 100));
        }
    }

    /** A header of 16 bytes and the length of 8 to 48: the encoder's array and nothing else. */
    @ParameterizedTest
    @ValueSource(ints = {5, 100})
    void aRecordAllocatesTheEncodersArrayAtMost(int subtasks) {
        for (Mode mode : Mode.values()) {
            assertAllocates(Keys.LONGS, mode, subtasks, 24);
            assertAllocates(Keys.INTEGERS, mode, subtasks, 24);
            assertAllocates(Keys.UUIDS, mode, subtasks, 56);
            assertAllocates(Keys.BYTES, mode, subtasks, 0);
        }
    }

    private static <K> void assertAllocates(Keys<K> keys, Mode mode, int subtasks, int most) {
        HrwPartitioner<K> partitioner = mode.partitioner(keys.encoder(), subtasks);
        Object[] some = new Object[500];
        for (int i = 0; i < some.length; i++) {
            some[i] = keys.key(i);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int records = 20_000;
        long sum = ask(partitioner, some, records, subtasks);
        // A compiler thread may replace the frame while it is measured, once; an allocation would be in every run.
        long fewest = Long.MAX_VALUE;
        for (int run = 0; run < 3; run++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            sum += ask(partitioner, some, records, subtasks);
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(fewest)
                .as("bytes of %s records with keys %s, %s, sum %s", records, keys, mode, sum)
                .isLessThanOrEqualTo((long) records * most);
    }

    @SuppressWarnings("unchecked") // They are keys of that type.
    private static <K> long ask(HrwPartitioner<K> partitioner, Object[] keys, int records, int subtasks) {
        long sum = 0;
        for (int i = 0; i < records; i++) {
            sum += partitioner.partition((K) keys[i % keys.length], subtasks);
        }
        return sum;
    }
}
