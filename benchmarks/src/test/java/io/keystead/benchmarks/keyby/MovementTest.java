package io.keystead.benchmarks.keyby;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.benchmarks.keyby.Movement.Moved;
import io.keystead.benchmarks.keyby.Movement.Placing;
import org.junit.jupiter.api.Test;

class MovementTest {
    private static final int KEYS = 100_000;

    private final Movement movement = new Movement(KEYS);

    @Test
    void whatMovesIsCountedAndWhetherItMovedBetweenSubtasksThatStay() {
        int[] before = {0, 1, 2, 0, 1, 2};
        int[] grown = {0, 1, 3, 0, 2, 0};

        // To the newcomer one key, between old ones two; three keys of six on one of four subtasks.
        assertThat(Moved.between(before, 3, grown, 4)).isEqualTo(new Moved(3, 2, 3 / 1.5));
        assertThat(Moved.between(grown, 4, before, 3)).isEqualTo(new Moved(3, 2, 1));
    }

    @Test
    void growthByOneMovesAboutHalfWithFlinksOwnKeyByMostlyBetweenSubtasksThatStay() {
        Moved moved = movement.moved(Placing.keyBy(720), 16, 17);

        // Subtask i begins at i/17 instead of i/16 of the key groups: with p subtasks (p - 1) / 2p change, here 0.47 to
        // 0.5.
        assertThat((double) moved.keys() / KEYS).isBetween(0.45, 0.52);
        assertThat(moved.betweenStaying()).isGreaterThan(moved.keys() / 2);
    }

    @Test
    void growthByOneMovesTheNewcomersSlotsAloneWithHrw() {
        int[] before = movement.subtasks(Placing.hrw(4096), 16);
        int[] after = movement.subtasks(Placing.hrw(4096), 17);

        int moved = 0;
        for (int key = 0; key < KEYS; key++) {
            if (before[key] != after[key]) {
                assertThat(after[key]).as("subtask of key %d", key).isEqualTo(16);
                moved++;
            }
        }
        // A slot is the newcomer's with probability 1/17: of 4096 slots 5 standard deviations are 5 * sqrt(16 / 4096) /
        // 17.
        assertThat((double) moved / KEYS).isBetween(1.0 / 17 - 0.0185, 1.0 / 17 + 0.0185);
    }

    @Test
    void aSlackBoundsTheFullestSubtaskAndIsNotPlain() {
        Placing bounded = Placing.hrw(4096, 0.05);

        assertThat(bounded.isPlainHrw()).isFalse();
        assertThat(movement.moved(bounded, 32, 33).maxOverMean())
                .isLessThan(movement.moved(Placing.hrw(4096), 32, 33).maxOverMean());
    }
}
