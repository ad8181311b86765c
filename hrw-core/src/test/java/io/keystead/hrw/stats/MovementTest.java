package io.keystead.hrw.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MovementTest {
    /** a, b, c become b, c, d. */
    private final Movement movement = new Movement(Set.of("a", "b", "c"), Set.of("b", "c", "d"));

    @Test
    void a_move_is_to_a_new_one_or_from_a_retired_one_or_needless() {
        movement.add("a", "d", 1);
        movement.add("b", "d", 2);
        movement.add("a", "b", 4);
        movement.add("b", "c", 8);
        movement.add("c", "c", 16);

        assertThat(movement.keys()).isEqualTo(5);
        assertThat(movement.bytes()).isEqualTo(31);
        assertThat(movement.movedKeys()).isEqualTo(4);
        assertThat(movement.movedBytes()).isEqualTo(15);
        assertThat(movement.toNew()).isEqualTo(2);
        assertThat(movement.fromRetired()).isEqualTo(1);
        assertThat(movement.needless()).isEqualTo(1);
    }

    /** 3, 4 and 12 bytes: the squares sum to 169. */
    @Test
    void what_should_move_is_a_sum_of_independent_draws() {
        movement.add("b", "b", 3);
        movement.add("b", "b", 4);
        movement.add("b", "b", 12);

        Bound keys = movement.expectedMovedKeys(0.25);
        assertThat(keys.mean()).isEqualTo(0.75);
        assertThat(keys.sigma()).isEqualTo(0.75, within(1e-12));
        Bound bytes = movement.expectedMovedBytes(0.5);
        assertThat(bytes.mean()).isEqualTo(9.5);
        assertThat(bytes.sigma()).isEqualTo(6.5, within(1e-12));
    }

    @Test
    void nothing_counted_is_nothing_moved() {
        assertThat(movement.keys()).isZero();
        assertThat(movement.needless()).isZero();
        assertThat(movement.expectedMovedKeys(0.5).allows(0, 0)).isTrue();
    }

    @Test
    void the_sets_are_copied() {
        Set<String> before = new HashSet<>(Set.of("a"));
        Set<String> after = new HashSet<>(Set.of("a"));
        Movement copied = new Movement(before, after);
        before.add("b");
        after.clear();
        copied.add("a", "b", 1);

        assertThat(copied.toNew()).isEqualTo(1);
    }
}
