package io.keystead.planner.placement;

import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_ADD;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REMOVAL;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REMOVAL_AT_END;
import static io.keystead.planner.placement.Guarantee.MONOTONE_ON_REWEIGHT;
import static io.keystead.planner.placement.Guarantee.ORDER_INDEPENDENT;
import static io.keystead.planner.placement.Guarantee.RANKED;
import static io.keystead.planner.placement.Guarantee.WEIGHTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What every algorithm must do, and whether it promises what it keeps: where a guarantee is not declared, a violation is
 * looked for and must be found, so that the declarations are neither too bold nor too modest.
 */
abstract class PlacementContract {
    /** The chance that right algorithms fail, over all checks of all of them that count keys at random. */
    private static final double ALPHA = 1e-6;

    private static final int COUNTS = 4 * Algorithm.values().length;
    private static final int N = 12;
    private static final int KEYS = 100_000;
    private static final int GOLDEN_KEYS = 1_000_000;
    private static final long SEED = 7;

    private final Algorithm algorithm;

    PlacementContract(Algorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** The hash of the owners of a million keys among 12 candidates. */
    abstract String golden();

    /** How much a share may differ from its weight's, relative to it: one sigma. 0 where shares are exact. */
    double spread() {
        return 0;
    }

    private KeyPlacement place(List<Candidate> candidates) {
        return algorithm.place(candidates);
    }

    private boolean promises(Guarantee guarantee) {
        return algorithm.guarantees().contains(guarantee);
    }

    /** Candidates of different weights where there are such, since a promise must hold with them too. */
    private List<Candidate> nodes() {
        return promises(WEIGHTED) ? Inputs.nodes(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3) : Inputs.nodes(N);
    }

    /** What is promised is kept, and what is not promised is not kept by accident. Empty, bounded loads keep more. */
    private void assertKept(boolean kept, Guarantee guarantee) {
        if (!promises(Guarantee.BOUNDED_LOAD)) {
            assertThat(kept).as("%s: %s, seed %d", algorithm, guarantee, SEED).isEqualTo(promises(guarantee));
        }
    }

    @Test
    void a_placement_names_its_algorithm_and_its_name_finds_it() {
        assertThat(place(Inputs.nodes(3)).algorithm()).isEqualTo(algorithm);
        assertThat(Algorithm.named(algorithm.toString())).isEqualTo(algorithm);
        assertThat(place(Inputs.nodes(3)).toString()).startsWith(algorithm + " over ");
    }

    @Test
    void every_key_has_an_owner_among_the_candidates() {
        long[] extremes = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE};
        for (int n : new int[] {1, 2, 3, 7, 64}) {
            KeyPlacement placement = place(Inputs.nodes(n));
            assertThat(placement.candidates()).hasSameElementsAs(Inputs.nodes(n));
            LongStream.concat(Arrays.stream(extremes), Arrays.stream(Inputs.keys(SEED, 1_000)))
                    .forEach(key -> assertThat(placement.owner(key)).isBetween(0, n - 1));
            assertThat(placement.owner(new byte[0])).isBetween(0, n - 1);
            assertThat(placement.memoryBytes()).isNotNegative();
        }
    }

    @Test
    void keys_are_shared_out_as_the_shares_say() {
        assertShares(place(Inputs.nodes(N)));
        assertShares(place(Inputs.nodes(7)));
    }

    private void assertShares(KeyPlacement placement) {
        double[] shares = placement.shares();
        int n = shares.length;
        assertThat(Arrays.stream(shares).sum()).isEqualTo(1, within(1e-9));
        double all =
                placement.candidates().stream().mapToDouble(Candidate::weight).sum();
        for (int i = 0; i < n; i++) {
            double ideal = placement.candidates().get(i).weight() / all;
            assertThat(shares[i])
                    .as("share of %s", placement.candidates().get(i))
                    .isCloseTo(ideal, within(ideal * spread() * Bound.sigmasFor(ALPHA, COUNTS * N) + 1e-12));
        }
        long[] loads = new long[n];
        for (long key : Inputs.keys(SEED, KEYS)) {
            loads[placement.owner(key)]++;
        }
        ChiSquare test = ChiSquare.of(loads, shares);
        double sigmas = Bound.sigmasFor(ALPHA, COUNTS);
        assertThat(test.sigmas()).as("%s: %s, seed %d", algorithm, test, SEED).isBetween(-sigmas, sigmas);
    }

    @Test
    void weights_are_kept_or_refused() {
        if (promises(WEIGHTED)) {
            assertShares(place(Inputs.nodes(1, 2, 7, 1, 3, 5, 1)));
        } else {
            assertThatThrownBy(() -> place(Inputs.nodes(1, 2)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the weight 2.0 of candidate \"node-1\"; allowed for " + algorithm
                            + ", which knows no weights: 1");
        }
    }

    @Test
    void keys_have_the_owners_that_they_always_had() {
        KeyPlacement placement = place(Inputs.nodes(N));
        int[] ids = placement.candidates().stream()
                .mapToInt(c -> Integer.parseInt(c.id().substring("node-".length())))
                .toArray();
        long hash = 0;
        for (long key : Inputs.keys(SEED, GOLDEN_KEYS)) {
            hash = hash * 31 + ids[placement.owner(key)];
        }
        assertThat(String.format("%016x", hash)).isEqualTo(golden());
    }

    @Test
    void the_order_of_the_candidates_matters_if_and_only_if_nothing_else_is_promised() {
        List<Candidate> shuffled = new ArrayList<>(Inputs.nodes(N));
        Collections.shuffle(shuffled, new Random(SEED));
        long differ = moved(place(Inputs.nodes(N)), place(shuffled), Set.of());
        assertKept(differ == 0, ORDER_INDEPENDENT);
    }

    @Test
    void a_new_candidate_takes_keys_and_nothing_else_moves_if_that_is_promised() {
        KeyPlacement before = place(nodes());
        KeyPlacement after = before.add(Candidate.of("node-" + N));

        assertThat(after.candidates()).hasSize(N + 1);
        assertThat(before.candidates()).hasSize(N);
        assertMonotone(before, after, "node-" + N, MONOTONE_ON_ADD);
    }

    @Test
    void a_removed_candidate_gives_its_keys_and_nothing_else_moves_if_that_is_promised() {
        KeyPlacement before = place(nodes());
        boolean monotone = true;
        for (int i = 0; i < N - 1; i++) {
            monotone &= moved(before, before.remove("node-" + i), Set.of("node-" + i), KEYS / 10) == 0;
        }
        assertKept(monotone, MONOTONE_ON_REMOVAL);
        Guarantee guarantee = promises(MONOTONE_ON_REMOVAL) ? MONOTONE_ON_REMOVAL : MONOTONE_ON_REMOVAL_AT_END;
        assertMonotone(before, before.remove("node-" + (N - 1)), "node-" + (N - 1), guarantee);
    }

    @Test
    void another_weight_moves_keys_only_to_or_from_its_candidate_if_that_is_promised() {
        assumeThat(promises(WEIGHTED)).isTrue();
        KeyPlacement before = place(Inputs.nodes(1, 2, 3, 1, 2, 3, 1));
        KeyPlacement heavier = before.reweight("node-1", 3);
        KeyPlacement lighter = heavier.reweight("node-1", 1);

        assertMonotone(before, heavier, "node-1", MONOTONE_ON_REWEIGHT);
        assertMonotone(heavier, lighter, "node-1", MONOTONE_ON_REWEIGHT);
        for (long key : Inputs.keys(SEED, promises(MONOTONE_ON_REWEIGHT) ? KEYS : 0)) {
            boolean was = Inputs.owner(before, key).equals("node-1");
            assertThat(was && !Inputs.owner(heavier, key).equals("node-1")).isFalse();
        }
    }

    /** Whether no key moves but from or to that candidate, and as many as the shares say. */
    private void assertMonotone(KeyPlacement before, KeyPlacement after, String changed, Guarantee guarantee) {
        assertKept(moved(before, after, Set.of(changed)) == 0, guarantee);
        if (promises(guarantee)) {
            double moves = Math.abs(share(after, changed) - share(before, changed));
            Bound bound = Bound.binomial(KEYS, moves);
            long moved = moved(before, after, Set.of());
            assertThat(bound.allows((double) moved, Bound.sigmasFor(ALPHA, COUNTS)))
                    .as("%d keys moved, %s expected, seed %d", moved, bound, SEED)
                    .isTrue();
        }
    }

    private static double share(KeyPlacement placement, String id) {
        List<String> ids = placement.candidates().stream().map(Candidate::id).collect(Collectors.toList());
        return ids.contains(id) ? placement.shares()[ids.indexOf(id)] : 0;
    }

    /** How many keys moved, but for those from or to one of the excepted. */
    static long moved(KeyPlacement before, KeyPlacement after, Set<String> excepted) {
        return moved(before, after, excepted, KEYS);
    }

    private static long moved(KeyPlacement before, KeyPlacement after, Set<String> excepted, int keys) {
        return Arrays.stream(Inputs.keys(SEED, keys))
                .filter(key -> {
                    String from = Inputs.owner(before, key);
                    String to = Inputs.owner(after, key);
                    return !from.equals(to) && !excepted.contains(from) && !excepted.contains(to);
                })
                .count();
    }

    @Test
    void the_first_candidates_are_different_and_the_owner_is_the_first() {
        KeyPlacement placement = place(nodes());
        for (long key : Inputs.keys(SEED, 300)) {
            int[] all = placement.top(key, N + 5);
            assertThat(all).hasSize(N).doesNotHaveDuplicates();
            assertThat(all[0]).isEqualTo(placement.owner(key));
            for (int count = 0; count < N; count++) {
                assertThat(placement.top(key, count)).isEqualTo(Arrays.copyOf(all, count));
            }
        }
        assertThatThrownBy(() -> placement.top(0, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the count -1 is negative; allowed: 0 and above");
    }

    @Test
    void a_removed_candidate_is_left_out_of_every_ranking_and_the_rest_stays_if_that_is_promised() {
        KeyPlacement before = place(nodes());
        boolean ranked = true;
        for (String removed : List.of("node-3", "node-8")) {
            KeyPlacement after = before.remove(removed);
            for (long key : Inputs.keys(SEED, 2_000)) {
                List<String> rest = new ArrayList<>(Inputs.top(before, key, N));
                rest.remove(removed);
                ranked &= rest.equals(Inputs.top(after, key, N));
            }
        }
        assertKept(ranked, RANKED);
    }

    @Test
    void what_cannot_be_placed_is_refused_in_one_line() {
        assertThatThrownBy(() -> place(List.of()))
                .hasMessage("no candidates for " + algorithm + "; allowed: at least one");
        List<Candidate> twice = List.of(Candidate.of("a"), Candidate.of("a"));
        assertThatThrownBy(() -> place(twice)).hasMessage("the candidate id \"a\" stands twice; allowed: distinct ids");
        KeyPlacement placement = place(Inputs.nodes(3));
        assertThatThrownBy(() -> placement.remove("x"))
                .hasMessageStartingWith("there is no candidate \"x\"; allowed: one of 3 from ");
        assertThatThrownBy(() -> placement.reweight("x", 1))
                .hasMessageStartingWith("there is no candidate \"x\"; allowed: one of 3 from ");
        assertThatThrownBy(() -> placement.add(Candidate.of("node-1")))
                .hasMessage("the candidate id \"node-1\" stands twice; allowed: distinct ids");
        Candidate filling = Candidate.of("f").withState(CandidateState.FILLING);
        if (algorithm != Algorithm.GLB) {
            assertThatThrownBy(() -> place(List.of(filling)))
                    .hasMessage("candidate \"f\" is FILLING; allowed for " + algorithm + ": active candidates");
        }
    }

    @Test
    void a_b_c_d_with_e_and_without_b_keep_their_candidates_and_their_shares() {
        KeyPlacement changed =
                place(Inputs.letters("ABCD")).add(Candidate.of("E")).remove("B");
        Set<String> ids = new HashSet<>();
        changed.candidates().forEach(candidate -> ids.add(candidate.id()));
        assertThat(ids).containsExactlyInAnyOrder("A", "C", "D", "E");
        assertThat(Arrays.stream(changed.shares()).sum()).isEqualTo(1, within(1e-9));
    }
}
