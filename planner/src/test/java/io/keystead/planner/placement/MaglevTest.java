package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MaglevTest extends PlacementContract {
    MaglevTest() {
        super(Algorithm.MAGLEV);
    }

    @Override
    String golden() {
        return "ebf493958bb393c2";
    }

    /** One slot more or less of 5,461. */
    @Override
    double spread() {
        return 12.0 / Maglev.SLOTS;
    }

    @Test
    void preferences_by_hand_fill_a_table_of_7_slots_with_counts_that_differ_by_at_most_1() {
        int[][] preferences = {{2, 5, 1, 4}, {1, 2, 6, 3}, {2, 3, 5, 0}};
        int[] table = Maglev.fill(7, new double[] {1, 1, 1}, (candidate, turn) -> preferences[candidate][turn]);
        // A 2, B 1, C 3; A 5, B 6, C 0; A 4.
        assertThat(table).containsExactly(2, 1, 0, 2, 0, 0, 1);
    }

    @Test
    void the_numbers_of_slots_differ_by_at_most_1() {
        for (int n : new int[] {2, 3, 12, 100, 1_000}) {
            long[] counts = new long[n];
            for (int owner : new Maglev(Inputs.nodes(n)).table()) {
                counts[owner]++;
            }
            assertThat(Arrays.stream(counts).max().orElseThrow()
                            - Arrays.stream(counts).min().orElseThrow())
                    .isBetween(0L, 1L);
        }
    }

    @Test
    void a_removed_backend_moves_some_slots_between_survivors() {
        Maglev before = new Maglev(Inputs.nodes(12));
        KeyPlacement after = before.remove("node-5");
        long between = IntStream.range(0, Maglev.SLOTS)
                .filter(slot -> !Inputs.owner(before, slot).equals("node-5"))
                .filter(slot -> !Inputs.owner(before, slot).equals(Inputs.owner(after, slot)))
                .count();
        System.out.printf("Maglev without 1 of 12: %d of %d slots moved between survivors%n", between, Maglev.SLOTS);
        assertThat(between).isBetween(1L, Maglev.SLOTS / 10L);
    }

    @Test
    void a_composite_table_size_is_refused_and_so_are_more_candidates_than_slots() {
        assertThatThrownBy(() -> new Maglev(Inputs.nodes(2), 65_536))
                .hasMessage("65536 slots; allowed: a prime from 3 to 16777216");
        assertThatThrownBy(() -> new Maglev(Inputs.nodes(8), 7))
                .hasMessage("8 candidates for 7 slots; allowed: at most one a slot");
    }
}
