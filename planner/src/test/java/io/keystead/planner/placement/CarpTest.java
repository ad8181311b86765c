package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CarpTest extends PlacementContract {
    CarpTest() {
        super(Algorithm.CARP);
    }

    @Override
    String golden() {
        return "58fdf12f6871c394";
    }

    /** Load factors 1, 1, 2 and 3, as in Wessels, Web Caching (2001), table C-1. */
    @Test
    void the_multipliers_are_those_of_the_draft() {
        double[] factors = Carp.factors(1 / 7.0, 1 / 7.0, 2 / 7.0, 3 / 7.0);
        assertThat(factors[0]).isEqualTo(0.869442, within(1e-6));
        assertThat(factors[1]).isEqualTo(0.869442, within(1e-6));
        assertThat(factors[2]).isEqualTo(1.064844, within(1e-6));
        assertThat(factors[3]).isEqualTo(1.242318, within(1e-6));
    }

    @Test
    void one_weight_changed_moves_keys_between_candidates_that_nobody_touched() {
        KeyPlacement before = new Carp(Inputs.nodes(1, 2, 3));
        KeyPlacement after = before.reweight("node-0", 2);
        assertThat(PlacementContract.moved(before, after, Set.of("node-0"))).isGreaterThan(500);
        KeyPlacement race = new Hrw(Inputs.nodes(1, 2, 3));
        assertThat(PlacementContract.moved(race, race.reweight("node-0", 2), Set.of("node-0")))
                .isZero();
    }
}
