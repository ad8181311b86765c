package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DxTest extends PlacementContract {
    DxTest() {
        super(Algorithm.DX);
    }

    @Override
    String golden() {
        return "04bba4f924868732";
    }

    /** The number of draws is geometric with the mean A / W, whose sigma is below it. */
    @Test
    void a_look_up_takes_as_many_draws_as_there_are_places_for_a_taken_one() {
        for (int places : new int[] {16, 32, 128}) {
            Dx dx = new Dx(Inputs.nodes(16), places, 1);
            long[] keys = Inputs.keys(8, 50_000);
            double mean = Arrays.stream(keys).mapToInt(dx::steps).average().orElseThrow();
            double expected = places / 16.0;
            assertThat(mean).isEqualTo(expected, within(5 * expected / Math.sqrt(keys.length)));
        }
    }

    @Test
    void too_few_places_and_too_heavy_candidates_are_refused() {
        assertThatThrownBy(() -> new Dx(Inputs.nodes(3), 2, 1))
                .hasMessage("2 places for 3 candidates; allowed: their number to 16777216");
        assertThatThrownBy(() -> new Dx(Inputs.nodes(3), 3, 1).add(Candidate.of("x")))
                .hasMessage("all 3 places are taken; allowed: a placement of more");
        assertThatThrownBy(() -> new Dx(Inputs.nodes(3), 8, 1).reweight("node-1", 2))
                .hasMessage("the weight 2.0 of candidate \"node-1\"; allowed: at most 1.0, the heaviest that this"
                        + " placement was built for");
    }
}
