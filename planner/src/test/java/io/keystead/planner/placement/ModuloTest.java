package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

class ModuloTest extends PlacementContract {
    ModuloTest() {
        super(Algorithm.MODULO);
    }

    @Override
    String golden() {
        return "ad46e8a0e5066222";
    }

    @Test
    void from_3_to_4_buckets_5_moves_from_2_to_1_and_6_from_0_to_2_and_1_stays() {
        KeyPlacement three = Algorithm.MODULO.place(Inputs.nodes(3));
        KeyPlacement four = Algorithm.MODULO.place(Inputs.nodes(4));

        assertThat(LongStream.of(5, 6, 1).map(three::owner)).containsExactly(2L, 0L, 1L);
        assertThat(LongStream.of(5, 6, 1).map(four::owner)).containsExactly(1L, 2L, 1L);
    }

    @Test
    void of_n_times_n_plus_1_consecutive_integers_exactly_n_keep_their_bucket() {
        for (int n = 1; n <= 40; n++) {
            KeyPlacement before = Algorithm.MODULO.place(Inputs.nodes(n));
            KeyPlacement after = Algorithm.MODULO.place(Inputs.nodes(n + 1));
            long first = 1_000_003L * n;
            assertThat(LongStream.range(first, first + (long) n * (n + 1))
                            .filter(key -> before.owner(key) == after.owner(key)))
                    .hasSize(n);
        }
    }

    @Test
    void keys_as_bytes_lie_where_kafkas_own_partitioner_puts_them() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        KeyPlacement placement = Algorithm.MODULO.place(Inputs.nodes(12));
        for (int i = 0; i < 10_000; i++) {
            byte[] key = new byte[random.nextInt(40)];
            random.nextBytes(key);
            assertThat(placement.owner(key))
                    .as("key %d of seed %d", i, seed)
                    .isEqualTo(BuiltInPartitioner.partitionForKey(key, 12));
        }
    }
}
