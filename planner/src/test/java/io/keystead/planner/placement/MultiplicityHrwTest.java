package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MultiplicityHrwTest extends PlacementContract {
    MultiplicityHrwTest() {
        super(Algorithm.HRW_MULTIPLICITY);
    }

    @Override
    String golden() {
        return "32ebb81b7222175e";
    }

    @Test
    void a_weight_that_is_no_whole_number_is_refused() {
        assertThatThrownBy(() -> new MultiplicityHrw(Inputs.nodes(1, 2.5)))
                .hasMessage(
                        "the weight 2.5 of candidate \"node-1\"; allowed for hrw-multiplicity: whole numbers from 1 to"
                                + " 10000");
        assertThatThrownBy(() -> new MultiplicityHrw(Inputs.nodes(1, 10_001))).hasMessageContaining("10001.0");
    }

    @Test
    void its_memory_grows_with_the_weights() {
        assertThat(new MultiplicityHrw(Inputs.nodes(1, 2, 7)).memoryBytes()).isEqualTo(80);
    }
}
