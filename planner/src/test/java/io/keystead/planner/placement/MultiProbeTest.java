package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MultiProbeTest extends PlacementContract {
    MultiProbeTest() {
        super(Algorithm.MULTI_PROBE);
    }

    @Override
    String golden() {
        return "0555d05409bada1f";
    }

    /** A short arc wins less, the longest at most 1 + 1/21 of the mean. */
    @Override
    double spread() {
        return 1.0 / MultiProbe.PROBES;
    }

    @Test
    void with_21_probes_the_largest_share_of_1000_is_about_1_05_of_the_mean() {
        double largest = Arrays.stream(new MultiProbe(Inputs.nodes(1_000)).shares())
                        .max()
                        .orElseThrow()
                * 1_000;
        assertThat(largest).isBetween(1.0, 1.1);
        assertThat(Arrays.stream(new MultiProbe(Inputs.nodes(1_000), 1).shares())
                        .max()
                        .orElseThrow())
                .isGreaterThan(3 / 1_000.0);
    }

    @Test
    void no_probes_are_refused() {
        assertThatThrownBy(() -> new MultiProbe(Inputs.nodes(2), 0)).hasMessage("0 probes; allowed: 1 and above");
    }
}
