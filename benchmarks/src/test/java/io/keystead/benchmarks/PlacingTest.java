package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.benchmarks.OwnerBenchmark.Placing;
import io.keystead.hrw.Placement;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured is right: a wrong answer can be fast. */
class PlacingTest {
    @ParameterizedTest
    @ValueSource(ints = {12, 64, 256})
    void a_cached_owner_is_the_uncached_owner_when_keys_come_first_and_when_they_come_again(int n) {
        Placement uncached = OwnerBenchmark.placement(Placing.UNCACHED, n);
        Placement cached = OwnerBenchmark.placement(Placing.CACHED, n);
        Keys keys = new Keys();
        for (int i = 0; i < 2 * Keys.COUNT; i++) {
            byte[] key = keys.next();
            assertThat(cached.owner(key)).isEqualTo(uncached.owner(key));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 64, 256})
    void a_slotted_owner_is_the_uncached_owner_of_the_slots_number(int n) {
        Placement uncached = OwnerBenchmark.placement(Placing.UNCACHED, n);
        Placement slotted = OwnerBenchmark.placement(Placing.SLOTTED, n);
        Keys keys = new Keys();
        for (int i = 0; i < Keys.COUNT; i++) {
            byte[] key = keys.next();
            String slot = Integer.toString(slotted.slot(key).orElseThrow());
            assertThat(slotted.owner(key)).isEqualTo(uncached.owner(slot.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_owner_is_the_first_of_the_ranking_in_every_mode(Placing placing) {
        Placement placement = OwnerBenchmark.placement(placing, 64);
        Keys keys = new Keys();
        for (int i = 0; i < 5_000; i++) {
            byte[] key = keys.next();
            assertThat(placement.active().get(placement.owner(key)))
                    .isEqualTo(placement.rank(key).get(0).candidate());
        }
    }

    @Test
    void keys_are_the_same_in_every_run_and_come_again_in_the_same_order() {
        Keys keys = new Keys();
        byte[] first = keys.next();
        assertThat(first).hasSize(Keys.LENGTH).isEqualTo(new Keys().next());
        for (int i = 1; i < Keys.COUNT; i++) {
            assertThat(keys.next()).isNotEqualTo(first);
        }
        assertThat(keys.next()).isSameAs(first);
    }
}
