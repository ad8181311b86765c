package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change of weight moves, exactly; the shares that weights give are in {@link DistributionTest}. */
class WeightTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void another_weight_moves_keys_only_to_or_from_its_candidate(int slotBits) {
        Seeds.upTo(30, random -> {
            Topology topology = Kind.UNEQUAL_WEIGHTS.topology(random).toBuilder()
                    .slotBits(slotBits)
                    .build();
            assertMovesOnlyOne(random, topology, Inputs.weight(random));
        });
    }

    /**
     * The contest goes from scores to times, and nothing is seen of it: under one weight the order of times is the order of
     * scores, and where rounding makes two times equal the score decides ({@link ScoreTest} has the argument).
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void from_equal_to_unequal_weights_too_and_back(int slotBits) {
        Seeds.upTo(30, random -> {
            Topology equal = Kind.EQUAL_WEIGHTS.topology(random).toBuilder()
                    .slotBits(slotBits)
                    .build();
            assertMovesOnlyOne(random, equal, Inputs.weight(random));
            assertMovesOnlyOne(random, equal, Math.nextUp(1.0));
        });
    }

    @Test
    void equal_weights_of_any_size_give_the_owners_of_no_weights() {
        Seeds.upTo(20, random -> {
            Topology unweighted = Kind.EQUAL_WEIGHTS.topology(random);
            Placement placement = Placement.of(unweighted);
            for (double weight : new double[] {2.5, 1e-6, 1e6}) {
                Placement weighted = Placement.of(withAll(unweighted, c -> c.withWeight(weight)));
                for (byte[] key : Inputs.keys(random, 200)) {
                    assertThat(weighted.owner(key)).isEqualTo(placement.owner(key));
                    assertThat(PlacementTest.ranking(weighted, key)).isEqualTo(PlacementTest.ranking(placement, key));
                }
            }
        });
    }

    /** Exact for a power of two, since it changes no rounding. */
    @Test
    void only_the_proportion_of_weights_counts() {
        Seeds.upTo(20, random -> {
            Topology topology =
                    withAll(Kind.UNEQUAL_WEIGHTS.topology(random), c -> c.withWeight(1e-3 + random.nextDouble() * 1e3));
            Placement placement = Placement.of(topology);
            Placement eightTimes = Placement.of(withAll(topology, c -> c.withWeight(8 * c.weight())));
            for (byte[] key : Inputs.keys(random, 500)) {
                assertThat(PlacementTest.ranking(eightTimes, key)).isEqualTo(PlacementTest.ranking(placement, key));
            }
        });
    }

    private static void assertMovesOnlyOne(SplittableRandom random, Topology topology, double weight) {
        List<Candidate> active = topology.active();
        Candidate changed = active.get(random.nextInt(active.size()));
        boolean more = weight >= changed.weight();
        Placement before = Placement.of(topology);
        Placement after = Placement.of(withAll(topology, c -> c.id().equals(changed.id()) ? c.withWeight(weight) : c));
        for (byte[] key : Inputs.keys(random, 300)) {
            String from = PlacementTest.owner(before, key);
            String to = PlacementTest.owner(after, key);
            assertThat(to).isIn(from, more ? changed.id() : to);
            assertThat(from).isIn(to, more ? from : changed.id());

            List<String> rankedBefore = new ArrayList<>(PlacementTest.ranking(before, key));
            List<String> rankedAfter = new ArrayList<>(PlacementTest.ranking(after, key));
            int placeBefore = rankedBefore.indexOf(changed.id());
            int placeAfter = rankedAfter.indexOf(changed.id());
            assertThat(placeAfter).isBetween(more ? 0 : placeBefore, more ? placeBefore : rankedAfter.size());
            rankedBefore.remove(placeBefore);
            rankedAfter.remove(placeAfter);
            assertThat(rankedAfter).isEqualTo(rankedBefore);
        }
    }

    private static Topology withAll(Topology topology, UnaryOperator<Candidate> change) {
        return topology.toBuilder()
                .candidates(topology.candidates().stream().map(change).toList())
                .build();
    }
}
