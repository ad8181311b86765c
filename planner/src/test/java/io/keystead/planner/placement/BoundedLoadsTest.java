package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoundedLoadsTest {
    /** The ways of finding somebody with room. */
    private enum Way {
        RING,
        JUMPS,
        HRW;

        BoundedLoads of(List<Candidate> candidates, double epsilon) {
            return switch (this) {
                case RING -> BoundedLoads.onRing(candidates, HashRing.TOKENS, epsilon);
                case JUMPS -> BoundedLoads.byJumps(candidates, epsilon);
                case HRW -> BoundedLoads.onHrw(candidates, epsilon);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void no_candidate_ever_has_more_than_its_capacity(Way way) {
        for (double epsilon : new double[] {0.1, 0.25, 0.5, 1}) {
            assertNeverOver(way.of(Inputs.nodes(20), epsilon), epsilon);
            assertNeverOver(way.of(Inputs.nodes(1, 2, 7, 3, 1, 5), epsilon), epsilon);
        }
    }

    private static void assertNeverOver(BoundedLoads bounded, double epsilon) {
        double all =
                bounded.candidates().stream().mapToDouble(Candidate::weight).sum();
        long[] keys = Inputs.keys(20, 2_000);
        for (int i = 0; i < keys.length; i++) {
            int owner = bounded.acquire(keys[i]);
            double weight = bounded.candidates().get(owner).weight();
            assertThat(bounded.load(owner))
                    .as("key %d, epsilon %s, seed 20", i, epsilon)
                    .isLessThanOrEqualTo((long) Math.ceil(weight * (1 + epsilon) * (i + 1) / all));
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void the_sum_of_loads_is_what_was_acquired_and_not_released(Way way) {
        long seed = 21;
        SplittableRandom random = new SplittableRandom(seed);
        BoundedLoads bounded = way.of(Inputs.nodes(8), 0.25);
        Deque<Integer> held = new ArrayDeque<>();
        for (int i = 0; i < 5_000; i++) {
            if (held.isEmpty() || random.nextInt(3) > 0) {
                int next = bounded.owner(i);
                assertThat(bounded.acquire(i)).isEqualTo(next);
                held.add(next);
            } else {
                bounded.release(held.removeFirst());
            }
        }
        long[] loads = new long[8];
        held.forEach(candidate -> loads[candidate]++);
        for (int candidate = 0; candidate < 8; candidate++) {
            assertThat(bounded.load(candidate)).as("seed %d", seed).isEqualTo(loads[candidate]);
        }
    }

    /** The price of the bound: who is full depends on all keys, so a new candidate moves keys between others too. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void a_new_candidate_moves_keys_between_others(Way way) {
        BoundedLoads before = way.of(Inputs.nodes(12), 0.1);
        BoundedLoads after = (BoundedLoads) before.add(Candidate.of("x"));
        long between = 0;
        for (long key : Inputs.keys(25, 5_000)) {
            String from = before.candidates().get(before.acquire(key)).id();
            String to = after.candidates().get(after.acquire(key)).id();
            between += from.equals(to) || to.equals("x") ? 0 : 1;
        }
        assertThat(between).isPositive();
    }

    /** Ten candidates, epsilon 0.25: the eleventh key finds rooms of ceil(1.25 * 11 / 10) = 2. */
    @Test
    void the_capacity_is_1_plus_epsilon_times_the_load_over_n_rounded_up() {
        BoundedLoads bounded = BoundedLoads.onRing(Inputs.nodes(10), 1, 0.25);
        for (int i = 0; i < 10; i++) {
            bounded.acquire(i);
        }
        assertThat(bounded.capacity(3)).isEqualTo(2);
        assertThat(BoundedLoads.onHrw(Inputs.nodes(1, 3), 1).capacity(1)).isEqualTo(2);
    }

    /** On a ring of one token each, as in the paper, full neighbours form chains; jumps do not walk along them. */
    @Test
    void the_chains_of_skipped_candidates_are_shorter_by_jumps_than_along_the_ring() {
        long ring = chain(BoundedLoads.onRing(Inputs.nodes(200), 1, 0.1));
        long jumps = chain(BoundedLoads.byJumps(Inputs.nodes(200), 0.1));
        System.out.printf("99th percentile of skipped candidates: %d along the ring, %d by jumps%n", ring, jumps);
        assertThat(jumps).isLessThan(ring);
    }

    private static long chain(BoundedLoads bounded) {
        long[] keys = Inputs.keys(22, 20_000);
        long[] skipped = Arrays.stream(keys)
                .map(key -> {
                    int before = bounded.skipped(key);
                    bounded.acquire(key);
                    return before;
                })
                .sorted()
                .toArray();
        return skipped[skipped.length * 99 / 100];
    }

    @Test
    void what_is_out_of_range_is_refused() {
        assertThatThrownBy(() -> BoundedLoads.onRing(Inputs.nodes(2), 1, 0))
                .hasMessage("epsilon 0.0; allowed: above 0 to 1000.0");
        assertThatThrownBy(() -> BoundedLoads.onRing(Inputs.nodes(2), 1, Double.NaN))
                .hasMessage("epsilon NaN; allowed: above 0 to 1000.0");
        assertThatThrownBy(() -> BoundedLoads.onHrw(Inputs.nodes(2), 1).release(0))
                .hasMessage("candidate \"node-0\" has no keys to release; allowed: one that acquired a key");
    }
}
