package io.keystead.planner.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class DruidHasherTest extends PlacementContract {
    DruidHasherTest() {
        super(Algorithm.DRUID);
    }

    @Override
    String golden() {
        return "8237449cf0a2756f";
    }

    /** What is wrong with it: the powers of 1/2 next to a twelfth. */
    @Override
    double spread() {
        return 1;
    }

    @Test
    void owners_are_those_of_the_combination_that_guava_makes() {
        DruidHasher ours = new DruidHasher(Inputs.nodes(12));
        HashFunction murmur3 = Hashing.murmur3_128();
        for (long key : Inputs.keys(17, 5_000)) {
            byte[] bytes = Long.toHexString(key).getBytes(UTF_8);
            String best = ours.candidates().stream()
                    .map(Candidate::id)
                    .max(Comparator.comparingLong(id -> Hashing.combineOrdered(
                                    List.of(murmur3.hashString(id, UTF_8), murmur3.hashBytes(bytes)))
                            .asLong()))
                    .orElseThrow();
            assertThat(ours.candidates().get(ours.owner(bytes)).id()).isEqualTo(best);
        }
    }

    /** The largest load above the mean, of 12 nodes. */
    @Test
    void the_weak_combination_is_skewed_by_more_than_20_percent_and_a_mixed_score_by_less_than_5() {
        long[] keys = Inputs.keys(18, 200_000);
        double weak = skew(new DruidHasher(Inputs.nodes(12)), keys);
        double mixed = skew(new Hrw(Inputs.nodes(12)), keys);
        System.out.printf("largest load above the mean: %.1f %% weak, %.1f %% mixed%n", 100 * weak, 100 * mixed);
        assertThat(weak).isGreaterThan(0.2);
        assertThat(mixed).isLessThan(0.05);
    }

    private static double skew(KeyPlacement placement, long[] keys) {
        long[] loads = new long[placement.candidates().size()];
        for (long key : keys) {
            loads[placement.owner(key)]++;
        }
        return Arrays.stream(loads).max().orElseThrow() * (double) loads.length / keys.length - 1;
    }
}
