package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import io.keystead.hrw.Candidate;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

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
}
