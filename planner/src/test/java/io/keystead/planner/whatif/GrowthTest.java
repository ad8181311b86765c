package io.keystead.planner.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.planner.placement.Scheme;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void what_is_declared_stands_beside_what_was_counted() {
        Growth hrw = Growth.of(Scheme.named("hrw"), 10, 100);
        assertThat(hrw.name()).isEqualTo("hrw");
        assertThat(hrw.declared().lookup()).isEqualTo("n");
        assertThat(hrw.points()).containsExactly(new Growth.Point(10, 10, 160), new Growth.Point(100, 100, 1_600));
        Growth jump = Growth.of(Scheme.named("jump"), 10, 1_000);
        assertThat(jump.points().get(1).steps()).isBetween(jump.points().get(0).steps() + 4, 10.0);
    }
}
