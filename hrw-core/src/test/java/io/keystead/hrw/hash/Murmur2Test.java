package io.keystead.hrw.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Inputs;
import io.keystead.hrw.Seeds;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class Murmur2Test {
    /** From Kafka's own UtilsTest. */
    @Test
    void kafkas_known_values_come_out() {
        assertThat(hash("21".getBytes(UTF_8))).isEqualTo(-973932308);
        assertThat(hash("foobar".getBytes(UTF_8))).isEqualTo(-790332482);
        assertThat(hash("a-little-bit-long-string".getBytes(UTF_8))).isEqualTo(-985981536);
        assertThat(hash("a-little-bit-longer-string".getBytes(UTF_8))).isEqualTo(-1486304829);
        assertThat(hash("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8".getBytes(UTF_8)))
                .isEqualTo(-58897971);
        assertThat(hash("abc".getBytes(UTF_8))).isEqualTo(479470107);
    }

    @Test
    void kafkas_own_murmur2_agrees_on_all_lengths_from_0_to_64() {
        Seeds.upTo(50, random -> {
            for (int length = 0; length <= 64; length++) {
                byte[] bytes = Inputs.bytes(random, length);
                assertThat(hash(bytes)).as("%d bytes", length).isEqualTo(Utils.murmur2(bytes));
            }
        });
    }

    @Test
    void kafkas_own_murmur2_agrees_on_about_a_mebibyte() {
        Seeds.upTo(3, random -> {
            for (int length = (1 << 20) - 3; length <= (1 << 20) + 1; length++) {
                byte[] bytes = Inputs.bytes(random, length);
                assertThat(hash(bytes)).as("%d bytes", length).isEqualTo(Utils.murmur2(bytes));
            }
        });
    }

    @Test
    void a_slice_hashes_like_a_copy_of_it() {
        Seeds.upTo(20, random -> {
            byte[] bytes = Inputs.bytes(random, 200);
            for (int length = 0; length <= 64; length++) {
                int offset = random.nextInt(bytes.length - length + 1);
                byte[] copy = java.util.Arrays.copyOfRange(bytes, offset, offset + length);
                assertThat(Murmur2.hash(bytes, offset, length))
                        .as("%d bytes from %d", length, offset)
                        .isEqualTo(hash(copy));
            }
        });
    }

    @Test
    void the_partition_is_the_one_that_kafkas_default_partitioner_chooses() {
        Seeds.upTo(5, random -> {
            for (int i = 0; i < 2_000; i++) {
                byte[] key = Inputs.key(random);
                int partitions = 1 + random.nextInt(5_000);
                assertThat(Murmur2.partition(key, 0, key.length, partitions))
                        .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
            }
        });
    }

    private static int hash(byte[] bytes) {
        return Murmur2.hash(bytes, 0, bytes.length);
    }
}
