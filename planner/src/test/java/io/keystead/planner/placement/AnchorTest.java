package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnchorTest extends PlacementContract {
    AnchorTest() {
        super(Algorithm.ANCHOR);
    }

    @Override
    String golden() {
        return "4aff7e374fc6f5e3";
    }

    /** Buckets 0 to 6, of which 6, 5 and 1 were removed in this order. */
    @Test
    void a_key_that_hits_5_is_hashed_again_hits_1_and_ends_on_4() {
        KeyPlacement worked =
                new Anchor(Inputs.nodes(7), 7).remove("node-6").remove("node-5").remove("node-1");
        Anchor anchor = (Anchor) worked;
        long key = Arrays.stream(Inputs.keys(5, 10_000))
                .filter(k -> anchor.path(k).equals(List.of(5, 1, 4)))
                .findFirst()
                .orElseThrow();
        assertThat(Inputs.owner(anchor, key)).isEqualTo("node-4");
        // A bucket that works still is never left, and 5 is never hit from 1.
        for (long k : Inputs.keys(5, 10_000)) {
            List<Integer> path = anchor.path(k);
            assertThat(path.subList(0, path.size() - 1)).isSubsetOf(6, 5, 1).isSortedAccordingTo((a, b) -> b - a);
        }
    }

    /** The mean of 1 + ln 2 hashes at most, where half of the buckets are removed; the sigma is below 1. */
    @Test
    void with_half_of_the_buckets_removed_a_look_up_takes_1_69_hashes_at_most_on_average() {
        Anchor anchor = new Anchor(Inputs.nodes(500), 1_000);
        long[] keys = Inputs.keys(6, 100_000);
        double mean = Arrays.stream(keys)
                .mapToInt(key -> anchor.path(key).size())
                .average()
                .orElseThrow();
        assertThat(mean).isBetween(1.5, 1 + Math.log(2) + 5 / Math.sqrt(keys.length));
    }

    @Test
    void a_client_that_missed_one_removal_diverges() {
        KeyPlacement start = new Anchor(Inputs.nodes(12), 24);
        KeyPlacement informed = start.remove("node-3").remove("node-7").add(Candidate.of("x"));
        KeyPlacement late = start.remove("node-7").remove("node-3").add(Candidate.of("x"));
        assertThat(informed.candidates()).hasSameElementsAs(late.candidates());
        assertThat(PlacementContract.moved(informed, late, Set.of())).isPositive();
    }

    @Test
    void removals_undone_in_reverse_order_restore_every_owner() {
        KeyPlacement start = new Anchor(Inputs.nodes(12), 24);
        KeyPlacement restored = start.remove("node-3")
                .remove("node-7")
                .add(Candidate.of("node-7"))
                .add(Candidate.of("node-3"));
        assertThat(PlacementContract.moved(start, restored, Set.of())).isZero();
        KeyPlacement otherwise = start.remove("node-3")
                .remove("node-7")
                .add(Candidate.of("node-3"))
                .add(Candidate.of("node-7"));
        assertThat(PlacementContract.moved(start, otherwise, Set.of())).isPositive();
    }

    @Test
    void more_buckets_than_the_capacity_are_refused() {
        assertThatThrownBy(() -> new Anchor(Inputs.nodes(3), 2))
                .hasMessage("the capacity 2 for 3 buckets; allowed: their number to 16777216");
        assertThatThrownBy(() -> new Anchor(Inputs.nodes(3), 3).add(Candidate.of("x")))
                .hasMessage("all 3 buckets work already; allowed: a capacity for more");
    }
}
