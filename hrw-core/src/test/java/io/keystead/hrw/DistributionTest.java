package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.hrw.stats.Movement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shares, movement and heirs, against what theory says.
 *
 * <p>Seeds are fixed. Each test allows so many sigmas that, for a seed drawn at random, a right implementation fails it
 * once in {@code 1 / ALPHA} times, however many counts the test compares.
 */
class DistributionTest {
    private static final double ALPHA = 1e-6;
    private static final int KEYS = 200_000;

    /** Keys as people make them, and worst of all for a weak hash: counted up. */
    private enum Keys {
        RANDOM {
            @Override
            IntFunction<byte[]> with(long seed) {
                SplittableRandom random = new SplittableRandom(seed);
                return i -> Inputs.bytes(random, 16);
            }
        },
        BIG_ENDIAN_LONGS_FROM_0 {
            @Override
            IntFunction<byte[]> with(long seed) {
                return Inputs::bigEndian;
            }
        },
        DECIMALS_FROM_0 {
            @Override
            IntFunction<byte[]> with(long seed) {
                return i -> Integer.toString(i).getBytes(US_ASCII);
            }
        },
        MULTIPLES_OF_4096 {
            @Override
            IntFunction<byte[]> with(long seed) {
                return i -> Inputs.bigEndian((long) i << 12);
            }
        };

        abstract IntFunction<byte[]> with(long seed);
    }

    @ParameterizedTest
    @EnumSource(Keys.class)
    void equal_candidates_get_equal_shares(Keys keys) {
        int[] sizes = {2, 3, 12, 33, 100, 1000};
        double sigmas = Bound.sigmasFor(ALPHA, sizes.length);
        for (int n : sizes) {
            ChiSquare test = ChiSquare.uniform(loads(Placement.of(Topology.ofPartitions(n)), keys.with(n), KEYS));
            assertThat(test.sigmas())
                    .as("%d candidates, seed %d: %s", n, n, test)
                    .isBetween(-sigmas, sigmas);
        }
    }

    @ParameterizedTest
    @EnumSource(Keys.class)
    void unequal_candidates_get_shares_in_proportion_to_their_weights(Keys keys) {
        double[][] families = {{1, 3}, {1, 2, 7}, {1e-3, 1, 1, 2.5, 10}, countingUp(40)};
        double sigmas = Bound.sigmasFor(ALPHA, families.length);
        for (double[] weights : families) {
            ChiSquare test =
                    ChiSquare.of(loads(Placement.of(weighted(weights)), keys.with(weights.length), KEYS), weights);
            assertThat(test.sigmas())
                    .as("%s, seed %d: %s", Arrays.toString(weights), weights.length, test)
                    .isBetween(-sigmas, sigmas);
        }
    }

    /** The keys of a lost candidate spread over all others; a ring would give them to one neighbour. */
    @ParameterizedTest
    @EnumSource(Keys.class)
    void the_keys_of_a_candidate_that_goes_are_inherited_by_all_others_evenly(Keys keys) {
        assertHeirs(Topology.ofPartitions(12), keys);
    }

    @ParameterizedTest
    @EnumSource(Keys.class)
    void the_keys_of_a_candidate_that_goes_are_inherited_in_proportion_to_weight(Keys keys) {
        assertHeirs(weighted(1, 2, 2.5, 3, 4, 10), keys);
    }

    private static void assertHeirs(Topology topology, Keys keys) {
        Placement placement = Placement.of(topology);
        int n = placement.active().size();
        long[][] heirs = new long[n][n];
        IntFunction<byte[]> key = keys.with(5);
        for (int i = 0; i < KEYS; i++) {
            List<Bid> two = placement.top(key.apply(i), 2);
            heirs[placement.active().indexOf(two.get(0).candidate())][
                    placement.active().indexOf(two.get(1).candidate())]++;
        }
        double sigmas = Bound.sigmasFor(ALPHA, n);
        for (int gone = 0; gone < n; gone++) {
            int lost = gone;
            int[] left = IntStream.range(0, n).filter(i -> i != lost).toArray();
            ChiSquare test = ChiSquare.of(
                    Arrays.stream(left).mapToLong(i -> heirs[lost][i]).toArray(),
                    Arrays.stream(left)
                            .mapToDouble(i -> placement.active().get(i).weight())
                            .toArray());
            assertThat(test.sigmas()).as("heirs of %d, seed 5: %s", gone, test).isBetween(-sigmas, sigmas);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 12, 100})
    void growth_by_one_moves_its_share_of_keys_and_bytes_and_only_to_the_new_one(int n) {
        Topology before = Topology.ofPartitions(n);
        assertGrowth(before, with(before, Candidate.partition(n)), 1.0 / (n + 1));
    }

    @Test
    void growth_by_a_weighted_candidate_moves_the_share_of_its_weight() {
        Topology before = weighted(1, 2, 7);
        assertGrowth(before, with(before, Candidate.partition(3).withWeight(2.5)), 2.5 / 12.5);
        Topology equal = Topology.ofPartitions(4);
        assertGrowth(equal, with(equal, Candidate.partition(4).withWeight(0.5)), 0.5 / 4.5);
    }

    @Test
    void growth_of_an_adopted_topic_moves_the_share_of_the_new_partitions_weight() {
        Topology adopted =
                Topology.ofPartitions(12).toBuilder().base(Base.murmur2(12)).build();
        assertGrowth(adopted, with(adopted, Candidate.partition(12)), 1.0 / 13);
        assertGrowth(adopted, with(adopted, Candidate.partition(12).withWeight(3)), 3.0 / 15);
    }

    /** Slots move as a whole, so the share of slots is what varies. */
    @Test
    void growth_with_slots_moves_the_new_ones_share_of_slots() {
        Topology before = Topology.ofPartitions(12).toBuilder().slotBits(16).build();
        Placement old = Placement.of(before);
        Placement grown = old.evolve(with(before, Candidate.partition(12)));
        int moved = 0;
        boolean[] seen = new boolean[1 << 16];
        IntFunction<byte[]> key = Keys.RANDOM.with(3);
        int slots = 0;
        for (int i = 0; i < KEYS; i++) {
            byte[] bytes = key.apply(i);
            int slot = old.slot(bytes).orElseThrow();
            if (!seen[slot]) {
                seen[slot] = true;
                slots++;
                moved += PlacementTest.owner(grown, bytes).equals("12") ? 1 : 0;
            }
        }
        Bound bound = Bound.binomial(slots, 1.0 / 13);
        assertThat(bound.allows(moved, Bound.sigmasFor(ALPHA, 1)))
                .as("%d of %d slots, expected %s", moved, slots, bound)
                .isTrue();
    }

    private static void assertGrowth(Topology before, Topology after, double share) {
        Placement old = Placement.of(before);
        Placement grown = Placement.of(after);
        Movement movement = new Movement(ids(before), ids(after));
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < KEYS; i++) {
            byte[] key = Inputs.bytes(random, 16);
            movement.add(PlacementTest.owner(old, key), PlacementTest.owner(grown, key), 1 + random.nextInt(1_000));
        }
        double sigmas = Bound.sigmasFor(ALPHA, 2);
        Bound keys = movement.expectedMovedKeys(share);
        Bound bytes = movement.expectedMovedBytes(share);

        assertThat(movement.needless()).isZero();
        assertThat(movement.fromRetired()).isZero();
        assertThat(movement.toNew()).isEqualTo(movement.movedKeys());
        assertThat(keys.allows((double) movement.movedKeys(), sigmas))
                .as("%d keys moved, expected %s, seed 11", movement.movedKeys(), keys)
                .isTrue();
        assertThat(bytes.allows((double) movement.movedBytes(), sigmas))
                .as("%d bytes moved, expected %s, seed 11", movement.movedBytes(), bytes)
                .isTrue();
    }

    /**
     * With m keys on n candidates the squared coefficient of variation times m is Pearson's statistic on n - 1 degrees of
     * freedom, so its mean is n - 1 whatever m: the coefficient is sqrt((n - 1) / m).
     */
    @Test
    void the_coefficient_of_variation_of_load_falls_as_one_over_the_root_of_the_number_of_keys() {
        int n = 50;
        int[] counts = {1_000, 4_000, 16_000, 64_000, 256_000, 1_024_000};
        double sigmas = Bound.sigmasFor(ALPHA, counts.length);
        Placement placement = Placement.of(Topology.ofPartitions(n));
        for (int m : counts) {
            long[] loads = loads(placement, Keys.RANDOM.with(m), m);
            double mean = (double) m / n;
            double variance = Arrays.stream(loads)
                            .mapToDouble(load -> (load - mean) * (load - mean))
                            .sum()
                    / n;
            double coefficient = Math.sqrt(variance) / mean;
            ChiSquare test = ChiSquare.uniform(loads);

            assertThat(coefficient * coefficient * m).isCloseTo(test.statistic(), withinPercentage(1e-6));
            assertThat(test.sigmas())
                    .as("%d keys: %.5f, expected %.5f, seed %d", m, coefficient, Math.sqrt((n - 1.0) / m), m)
                    .isBetween(-sigmas, sigmas);
        }
    }

    /** The price of slots: a candidate's share is that of 2^b draws, not of the keys. */
    @ParameterizedTest
    @ValueSource(ints = {12, 1000})
    void slots_are_shared_out_as_evenly_as_so_many_keys(int n) {
        int slotBits = 16;
        Topology topology = Topology.ofPartitions(n);
        SlotTable table = SlotTable.of(new Contenders(topology.active(), topology.hash()), slotBits, topology.hash());
        long[] slots = new long[n];
        for (long slot = 0; slot < 1 << slotBits; slot++) {
            slots[table.winner(slot << (64 - slotBits))]++;
        }
        ChiSquare test = ChiSquare.uniform(slots);
        double sigmas = Bound.sigmasFor(ALPHA, 1);
        assertThat(test.sigmas()).as("%s", test).isBetween(-sigmas, sigmas);
    }

    @Test
    void a_secret_hash_shares_out_as_evenly() {
        int secrets = 5;
        double sigmas = Bound.sigmasFor(ALPHA, secrets);
        Seeds.upTo(secrets, random -> {
            KeyHash hash = KeyHash.sipHash24(Inputs.bytes(random, 16));
            Placement placement = Placement.of(
                    Topology.ofPartitions(12).toBuilder().hash(hash).build());
            ChiSquare test = ChiSquare.uniform(loads(placement, Keys.DECIMALS_FROM_0.with(0), KEYS));
            assertThat(test.sigmas()).as("%s", test).isBetween(-sigmas, sigmas);
        });
    }

    private static long[] loads(Placement placement, IntFunction<byte[]> keys, int count) {
        long[] loads = new long[placement.active().size()];
        for (int i = 0; i < count; i++) {
            loads[placement.owner(keys.apply(i))]++;
        }
        return loads;
    }

    private static Topology weighted(double... weights) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            // Letters, so that the order of ids is that of the weights.
            candidates.add(Candidate.of(Character.toString('A' + i)).withWeight(weights[i]));
        }
        return Topology.builder().candidates(candidates).build();
    }

    private static double[] countingUp(int n) {
        return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    }

    private static Topology with(Topology topology, Candidate more) {
        return topology.toBuilder().candidate(more).build();
    }

    private static Set<String> ids(Topology topology) {
        return topology.active().stream().map(Candidate::id).collect(Collectors.toSet());
    }
}
