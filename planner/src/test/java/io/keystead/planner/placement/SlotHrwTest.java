package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SlotHrwTest extends PlacementContract {
    SlotHrwTest() {
        super(Algorithm.HRW_SLOTS);
    }

    @Override
    String golden() {
        return "82d109e880ee5ccf";
    }

    /** 65,536 slots of 12 candidates. */
    @Override
    double spread() {
        return Math.sqrt(12.0 / (1 << SlotHrw.SLOT_BITS));
    }

    @Test
    void no_slots_are_refused_and_few_are_allowed() {
        assertThatThrownBy(() -> new SlotHrw(Inputs.nodes(3), 0))
                .hasMessage("slot bits 0 are out of range; allowed: 1 to 20");
        assertThat(new SlotHrw(Inputs.nodes(3), 4).memoryBytes()).isEqualTo(320);
    }
}
