package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SkeletonTest extends PlacementContract {
    SkeletonTest() {
        super(Algorithm.HRW_SKELETON);
    }

    @Override
    String golden() {
        return "4a03bd872c1f6fc3";
    }

    /** Of 7 candidates 4 share one leaf and 3 another. */
    @Override
    double spread() {
        return 0.05;
    }

    /** 3 branches at each of 5 contests, then the 4 candidates of a leaf, where one level would take 972. */
    @Test
    void a_full_tree_of_972_candidates_is_even_and_takes_19_scores_a_look_up() {
        Skeleton skeleton = new Skeleton(Inputs.nodes(972));
        assertThat(skeleton.shares()).containsOnly(skeleton.shares()[0]);
        for (long key : Inputs.keys(9, 1_000)) {
            assertThat(skeleton.steps(key)).isEqualTo(19);
        }
    }

    @Test
    void a_leaf_with_half_the_candidates_gives_each_of_them_twice_as_much() {
        double[] shares = new Skeleton(Inputs.nodes(6)).shares();
        assertThat(shares[5]).isEqualTo(2 * shares[0]);
    }

    @Test
    void the_first_candidate_below_a_new_branch_has_all_that_the_branch_gets() {
        assertThat(largestToMean(9)).isCloseTo(9 / 3.0, within(1e-9));
        assertThat(largestToMean(13)).isCloseTo(13 / 2.0, within(1e-9));
        assertThat(largestToMean(25)).isCloseTo(25 / 3.0, within(1e-9));
        for (int full = 4; full < 1_000; full *= 3) {
            assertThat(largestToMean(full)).isCloseTo(1, within(1e-9));
            assertThat(largestToMean(full + 1)).isCloseTo((full + 1) / 2.0, within(1e-9));
        }
    }

    private static double largestToMean(int candidates) {
        return candidates
                * Arrays.stream(new Skeleton(Inputs.nodes(candidates)).shares())
                        .max()
                        .orElseThrow();
    }

    @Test
    void a_candidate_keeps_its_leaf_when_others_go_and_a_new_one_takes_the_free_place() {
        KeyPlacement full = new Skeleton(Inputs.nodes(12));
        KeyPlacement replaced = full.remove("node-2").add(Candidate.of("x"));
        assertThat(replaced.shares()).containsOnly(full.shares()[0]);
        assertThat(PlacementContract.moved(full, replaced, Set.of("node-2", "x")))
                .isZero();
    }
}
