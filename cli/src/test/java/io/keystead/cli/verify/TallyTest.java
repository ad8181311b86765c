package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final int MANY = 200;

    @Test
    void memory_is_bounded_and_what_is_left_out_is_counted() {
        Tally tally = tally(MANY, 5);
        int records = 100_000;
        for (int i = 0; i < records; i++) {
            tally.add(null, key(i), i % MANY, i);
        }

        assertThat(tally.records()).isEqualTo(records);
        assertThat(tally.right() + tally.wrong()).isEqualTo(records);
        assertThat(tally.pairs()).hasSize(Tally.MAX_PAIRS);
        long inPairs = tally.pairs().stream().mapToLong(pair -> pair.getValue()).sum();
        assertThat(tally.inOtherPairs()).isPositive().isEqualTo(tally.wrong() - inPairs);
        assertThat(tally.examples()).hasSize(5);
    }

    @Test
    void examples_are_the_first_wrong_ones_each_key_once_and_long_keys_in_part() {
        Tally tally = tally(1, 3);
        byte[] longKey = new byte[100_000];
        Arrays.fill(longKey, (byte) 'x');
        Topology one = Topology.ofPartitions(1);
        Tally wrong = new Tally(new HrwRule(HrwPartitionCheck.of(one), 2), Writers.of(one, 2), 0, 3);
        wrong.add(null, key(1), 1, 7);
        wrong.add(null, key(1), 1, 8);
        wrong.add(null, longKey, 1, 9);
        wrong.add(null, new byte[0], 1, 10);
        wrong.add(null, key(2), 1, 11);

        assertThat(wrong.examples()).extracting(Example::offset).containsExactly(7L, 9L, 10L);
        assertThat(wrong.examples())
                .extracting(example -> example.keyBytes().length)
                .containsExactly(7, Example.KEPT_BYTES, 0);
        tally.add(null, key(1), 0, 0);
        assertThat(tally.examples()).isEmpty();
    }

    @Test
    void what_threads_saw_adds_up() {
        Tally all = tally(12, 4);
        Tally one = tally(12, 4);
        Tally other = tally(12, 4);
        for (int i = 0; i < 1000; i++) {
            byte[] key = i % 10 == 0 ? null : key(i);
            all.add(null, key, i % 12, i);
            (i % 3 == 0 ? one : other).add(null, key, i % 12, i);
        }

        one.add(other);

        assertThat(one.records()).isEqualTo(1000);
        assertThat(one.withoutKey()).isEqualTo(100);
        assertThat(one.right()).isEqualTo(all.right());
        assertThat(one.wrong()).isEqualTo(all.wrong());
        assertThat(one.pairs()).isEqualTo(all.pairs());
        assertThat(one.examples()).hasSize(4);
        for (int partition = 0; partition < 12; partition++) {
            assertThat(one.wrong(partition)).isEqualTo(all.wrong(partition));
            assertThat(one.unknown(partition)).isEqualTo(all.unknown(partition));
        }
    }

    private static Tally tally(int partitions, int examples) {
        Topology topology = Topology.ofPartitions(partitions);
        return new Tally(
                new HrwRule(HrwPartitionCheck.of(topology), partitions), Writers.of(topology, partitions), 0, examples);
    }

    private static byte[] key(int number) {
        return ("order-" + number).getBytes(StandardCharsets.UTF_8);
    }
}
