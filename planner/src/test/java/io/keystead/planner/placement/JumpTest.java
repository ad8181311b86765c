package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import io.keystead.hrw.Candidate;
import java.math.BigInteger;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JumpTest extends PlacementContract {
    JumpTest() {
        super(Algorithm.JUMP);
    }

    @Override
    String golden() {
        return "400aa248b59ccd5b";
    }

    /** Guava has the function of the paper. */
    @Test
    void buckets_are_those_of_the_paper() {
        long seed = 14;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextLong();
            int buckets = 1 + random.nextInt(1 << random.nextInt(1, 20));
            assertThat(Jump.bucket(key, buckets))
                    .as("key %d of %d buckets, seed %d", key, buckets, seed)
                    .isEqualTo(Hashing.consistentHash(key, buckets));
        }
    }

    /**
     * Keys whose first state is so small that its part of the quotient, which is 1 more, shows: the first jump of the former
     * leads beyond all buckets, that of the latter to bucket 2^30.
     */
    @Test
    void the_quotient_is_by_one_more_than_the_state() {
        long inverse = BigInteger.valueOf(2862933555777941757L)
                .modInverse(BigInteger.ONE.shiftLeft(Long.SIZE))
                .longValue();
        long zero = (12345 - 1) * inverse;
        long one = ((1L << 33) + 12345 - 1) * inverse;
        assertThat(Jump.bucket(zero, Integer.MAX_VALUE)).isZero();
        assertThat(Jump.bucket(one, 1 << 30)).isZero();
        assertThat(Jump.bucket(one, (1 << 30) + 1)).isEqualTo(1 << 30);
        assertThat(Hashing.consistentHash(one, (1 << 30) + 1)).isEqualTo(1 << 30);
    }

    /** Numbers that ports of the function are tested with. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "42, 57, 43", "3735883980, 1, 0", "3735883980, 666, 361", "256, 1024, 520"})
    void known_keys_are_in_known_buckets(long key, int buckets, int bucket) {
        assertThat(Jump.bucket(key, buckets)).isEqualTo(bucket);
    }

    @Test
    void a_middle_bucket_taken_out_by_a_table_moves_the_keys_of_two_candidates_and_shifted_numbers_move_more() {
        Jump before = new Jump(Inputs.nodes(12));
        KeyPlacement replaced = before.replaceByLast("node-4");
        KeyPlacement shifted = before.remove("node-4");

        assertThat(replaced.candidates()).hasSize(11).extracting(Candidate::id).doesNotContain("node-4");
        assertThat(PlacementContract.moved(before, replaced, Set.of("node-4", "node-11")))
                .isZero();
        assertThat(PlacementContract.moved(before, replaced, Set.of("node-4"))).isPositive();
        assertThat(PlacementContract.moved(before, shifted, Set.of()))
                .isGreaterThan(2 * PlacementContract.moved(before, replaced, Set.of()));
    }

    @Test
    void a_weight_is_a_number_of_buckets_and_costs_a_table_of_them() {
        assertThat(new Jump(Inputs.nodes(3)).memoryBytes()).isZero();
        assertThat(new Jump(Inputs.nodes(1, 2, 7)).memoryBytes()).isEqualTo(40);
        assertThat(new Jump(Inputs.nodes(1, 2, 7)).shares()).containsExactly(0.1, 0.2, 0.7);
        assertThatThrownBy(() -> new Jump(Inputs.nodes(1, 2.5)))
                .hasMessage("the weight 2.5 of candidate \"node-1\"; allowed for jump: whole numbers from 1 to 1000");
        assertThatThrownBy(() -> new Jump(Inputs.nodes(1, 2, 7)).replaceByLast("node-1"))
                .hasMessage(
                        "the weight 2.0 of candidate \"node-1\"; allowed: 7.0, that of the last candidate, which takes"
                                + " over");
    }
}
