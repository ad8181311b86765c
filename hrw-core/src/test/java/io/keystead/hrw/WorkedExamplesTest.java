package io.keystead.hrw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The small examples of the literature, with its numbers.
 *
 * <p>The constraint example (A, C, D) is in {@link SelectionTest}; extremes are in {@link ScoreTest}; insertion and
 * deletion in whole rankings are in {@link PlacementTest}; the coefficient of variation is in {@link DistributionTest}.
 */
class WorkedExamplesTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int D = 3;

    /** Scores of key1 to key4 for the nodes A, B and C. */
    private static final long[][] INJECTED = {{12, 81, 44}, {90, 17, 33}, {40, 55, 70}, {61, 28, 50}};

    private static final long[] OF_D = {30, 95, 20, 10};

    @Test
    void injected_scores_12_81_44_and_so_on_give_the_owners_b_a_c_a() {
        assertThat(owners(INJECTED)).containsExactly(B, A, C, A);
    }

    @Test
    void a_new_node_d_with_scores_30_95_20_10_takes_key2_alone() {
        long[][] withD = new long[INJECTED.length][];
        for (int key = 0; key < INJECTED.length; key++) {
            withD[key] = Arrays.copyOf(INJECTED[key], 4);
            withD[key][D] = OF_D[key];
        }
        assertThat(owners(withD)).containsExactly(B, D, C, A);
    }

    @Test
    void without_b_key1_goes_to_c_and_no_other_key_moves() {
        long[][] withoutB = Arrays.stream(INJECTED)
                .map(scores -> new long[] {scores[A], scores[C]})
                .toArray(long[][]::new);
        int a = 0;
        int c = 1;
        assertThat(owners(withoutB)).containsExactly(c, a, c, a);
    }

    /** By every contest there is: node hashes are made so that the key gets these very scores. */
    private static int[] owners(long[][] scoresByKey) {
        return Arrays.stream(scoresByKey)
                .mapToInt(scores -> {
                    long keyHash = Arrays.hashCode(scores);
                    long[] nodeHashes = Injected.nodeHashes(keyHash, scores);
                    double[] weights = new double[scores.length];
                    Arrays.fill(weights, 1.0);
                    BestBids best = new BestBids(1);
                    for (int node = 0; node < scores.length; node++) {
                        best.offer(0.0, scores[node], node);
                    }
                    int owner = best.inRankOrder()[0];
                    for (Contest contest : List.of(
                            new OnePassContest(nodeHashes),
                            new TwoPassContest(nodeHashes),
                            new WeightedContest(nodeHashes, weights))) {
                        assertThat(contest.winner(keyHash)).isEqualTo(owner);
                    }
                    return owner;
                })
                .toArray();
    }

    /** t = 0.223 against 0.536: the small one wins this key. */
    @Test
    void a_with_u_0_8_beats_b_with_u_0_2_though_b_is_three_times_as_big() {
        long ofA = (long) (0.8 * 0x1p52) << 12;
        long ofB = (long) (0.2 * 0x1p52) << 12;

        assertThat(Score.time(ofA, 1)).isEqualTo(0.223, within(0.0005));
        assertThat(Score.time(ofB, 3)).isEqualTo(0.536, within(0.0005));
        Contest contest = new WeightedContest(Injected.nodeHashes(7, ofA, ofB), new double[] {1, 3});
        assertThat(contest.winner(7)).isEqualTo(A);
    }

    @Test
    void weights_1_and_3_win_a_quarter_and_three_quarters() {
        assertShares(200_000, 1, 3);
    }

    @Test
    void weights_1_2_and_7_win_10_20_and_70_percent_of_a_million_keys() {
        assertShares(1_000_000, 1, 2, 7);
    }

    private static void assertShares(int keys, double... weights) {
        Topology.Builder builder = Topology.builder();
        for (int i = 0; i < weights.length; i++) {
            builder.candidate(Candidate.of(Character.toString('A' + i)).withWeight(weights[i]));
        }
        Placement placement = Placement.of(builder.build());
        long seed = 1;
        SplittableRandom random = new SplittableRandom(seed);
        long[] loads = new long[weights.length];
        for (int i = 0; i < keys; i++) {
            loads[placement.owner(Inputs.bytes(random, 16))]++;
        }
        double all = Arrays.stream(weights).sum();
        double sigmas = Bound.sigmasFor(1e-6, weights.length);
        for (int i = 0; i < weights.length; i++) {
            Bound bound = Bound.binomial(keys, weights[i] / all);
            String line = String.format(
                    "weight %s of %s: %d of %d keys; %.0f to %.0f allowed (%s, %.2f sigmas, seed %d)",
                    weights[i],
                    all,
                    loads[i],
                    keys,
                    bound.mean() - sigmas * bound.sigma(),
                    bound.mean() + sigmas * bound.sigma(),
                    bound,
                    sigmas,
                    seed);
            System.out.println(line);
            assertThat(bound.allows((double) loads[i], sigmas)).as(line).isTrue();
        }
    }

    /** What would collide if key and node were joined with "#", or with nothing. */
    @Test
    void no_two_pairs_of_key_and_node_are_one_input() {
        assertThat(score("a#b", "c")).isNotEqualTo(score("a", "b#c"));
        assertThat(score("ab", "c")).isNotEqualTo(score("a", "bc"));
        assertThat(score("a", "b")).isNotEqualTo(score("b", "a"));
    }

    /** Without the extra mix of the node hash every such pair would have the score mix(0) = 0. */
    @Test
    void key_3_does_not_cancel_candidate_3() {
        assertThat(score("3", "3")).isNotZero();
        Set<Long> scores = new HashSet<>();
        Placement placement = Placement.of(Topology.ofPartitions(1_000));
        int own = 0;
        for (int i = 0; i < 1_000; i++) {
            String number = Integer.toString(i);
            scores.add(score(number, number));
            own += PlacementTest.owner(placement, number.getBytes(UTF_8)).equals(number) ? 1 : 0;
        }
        assertThat(scores).hasSize(1_000);
        assertThat(Bound.binomial(1_000, 1e-3).allows(own, Bound.sigmasFor(1e-6, 1)))
                .as("%d keys are owned by the candidate of their name", own)
                .isTrue();
    }

    private static long score(String key, String id) {
        KeyHash hash = KeyHash.xxh3(0);
        return Score.of(hash.hash(key.getBytes(UTF_8)), Candidate.of(id).nodeHash(hash));
    }

    /** A quarter is what is expected, not what is promised. */
    @Test
    void of_5000_orders_some_1250_but_not_exactly_1250_move_from_a_b_c_to_d() {
        Topology three = Topology.builder()
                .candidate(Candidate.of("A"))
                .candidate(Candidate.of("B"))
                .candidate(Candidate.of("C"))
                .build();
        Placement before = Placement.of(three);
        Placement after =
                Placement.of(three.toBuilder().candidate(Candidate.of("D")).build());
        int moved = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] key = ("order-" + i).getBytes(UTF_8);
            String from = PlacementTest.owner(before, key);
            String to = PlacementTest.owner(after, key);
            if (!to.equals(from)) {
                assertThat(to).isEqualTo("D");
                moved++;
            }
        }
        Bound bound = Bound.binomial(5_000, 0.25);
        assertThat(moved).isNotEqualTo(1_250).isEqualTo(1_235);
        assertThat(bound.allows(moved, Bound.sigmasFor(1e-6, 1)))
                .as("%d, expected %s", moved, bound)
                .isTrue();
    }
}
