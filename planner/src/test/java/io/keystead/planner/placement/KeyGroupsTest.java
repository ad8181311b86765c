package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

class KeyGroupsTest extends PlacementContract {
    KeyGroupsTest() {
        super(Algorithm.KEY_GROUPS);
    }

    @Override
    String golden() {
        return "5c3d8fa561dfe462";
    }

    /** 128 groups of 12 subtasks: 10 or 11 each. */
    @Override
    double spread() {
        return 0.02;
    }

    @Test
    void subtasks_are_those_that_flink_assigns() {
        long seed = 12;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            int groups = 1 + random.nextInt(KeyGroups.MAX_GROUPS);
            int subtasks = 1 + random.nextInt(Math.min(groups, 300));
            KeyGroups placement = new KeyGroups(Inputs.nodes(subtasks), groups);
            for (int j = 0; j < 20; j++) {
                long key = random.nextLong();
                assertThat(placement.owner(key))
                        .as("key %d, %d groups, %d subtasks, seed %d", key, groups, subtasks, seed)
                        .isEqualTo(KeyGroupRangeAssignment.assignKeyToParallelOperator(key, groups, subtasks));
            }
        }
    }

    @Test
    void the_number_of_groups_is_flinks_default() {
        for (int subtasks : new int[] {1, 2, 85, 86, 128, 171, 300, 1000, 21_845}) {
            assertThat(new KeyGroups(Inputs.nodes(subtasks)).groups())
                    .isEqualTo(KeyGroupRangeAssignment.computeDefaultMaxParallelism(subtasks));
        }
    }

    @Test
    void more_subtasks_than_groups_and_groups_out_of_range_are_refused() {
        assertThatThrownBy(() -> new KeyGroups(Inputs.nodes(9), 8))
                .hasMessage("9 candidates for 8 key groups; allowed: at most one a group");
        assertThatThrownBy(() -> new KeyGroups(Inputs.nodes(1), 0)).hasMessage("0 key groups; allowed: 1 to 32768");
        assertThatThrownBy(() -> new KeyGroups(Inputs.nodes(1), 32_769))
                .hasMessage("32769 key groups; allowed: 1 to 32768");
    }
}
