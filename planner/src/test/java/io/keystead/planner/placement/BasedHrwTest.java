package io.keystead.planner.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Base;
import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Murmur2;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BasedHrwTest {
    private static final int BASE = 6;

    private static List<Candidate> partitions(int... numbers) {
        return IntStream.of(numbers).mapToObj(Candidate::partition).toList();
    }

    private static final List<List<Candidate>> SETS = List.of(
            partitions(0, 1, 2, 3, 4, 5),
            partitions(0, 1, 2, 3, 4, 5, 6, 10),
            partitions(0, 2, 3, 5, 6),
            partitions(7, 9),
            List.of(Candidate.partition(1), Candidate.partition(6).withWeight(2.5)));

    /** hrw-core has the rule. */
    @Test
    void owners_and_ranks_are_those_of_the_rule() {
        for (List<Candidate> candidates : SETS) {
            BasedHrw based = new BasedHrw(candidates, BASE);
            Placement rule = Placement.of(Topology.builder()
                    .candidates(candidates)
                    .base(Base.murmur2(BASE))
                    .build());
            for (int i = 0; i < 2_000; i++) {
                byte[] key = ("order-" + i).getBytes(UTF_8);
                List<String> ranked = rule.rank(key).stream()
                        .map(Bid::candidate)
                        .map(Candidate::id)
                        .toList();
                long hash = KeyHash.xxh3(0).hash(key);
                int murmur2 = Murmur2.hash(key, 0, key.length);
                assertThat(based.candidates().get(based.owner(key)).id()).isEqualTo(ranked.get(0));
                assertThat(based.owner(hash, murmur2, 0)).isEqualTo(based.owner(key));
                assertThat(Arrays.stream(based.top(hash, murmur2, 0, ranked.size()))
                                .mapToObj(candidate ->
                                        based.candidates().get(candidate).id()))
                        .isEqualTo(ranked);
            }
        }
    }

    @Test
    void keys_are_shared_out_as_the_shares_say() {
        double sigmas = Bound.sigmasFor(1e-6, SETS.size());
        for (List<Candidate> candidates : SETS) {
            BasedHrw based = new BasedHrw(candidates, BASE);
            long[] loads = new long[candidates.size()];
            for (long key : Inputs.keys(11, 100_000)) {
                loads[based.owner(key)]++;
            }
            ChiSquare test = ChiSquare.of(loads, based.shares());
            assertThat(Arrays.stream(based.shares()).sum()).isEqualTo(1, within(1e-9));
            assertThat(test.sigmas()).as("%s of %s, seed 11", test, based).isBetween(-sigmas, sigmas);
        }
    }

    @Test
    void a_partition_more_takes_keys_and_nothing_else_moves() {
        KeyPlacement before = new BasedHrw(partitions(0, 1, 2, 3, 4, 5), BASE);
        KeyPlacement after = before.add(Candidate.partition(6));
        assertThat(PlacementContract.moved(before, after, Set.of("6"))).isZero();
        assertThat(after.toString()).startsWith("hrw murmur2/6 over ");
        assertThat(after.memoryBytes()).isPositive();
    }

    @Test
    void what_the_rule_refuses_is_refused_in_its_words() {
        assertThatThrownBy(() -> new BasedHrw(Inputs.letters("AB"), BASE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BasedHrw(List.of(Candidate.partition(1).withWeight(2)), BASE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void schemes_are_found_by_their_names() {
        assertThat(Scheme.named("hrw murmur2/12")).isEqualTo(Scheme.based(12)).hasToString("hrw murmur2/12");
        assertThat(Scheme.named("murmur2/12")).isEqualTo(Scheme.based(12));
        assertThat(Scheme.named("hrw")).isEqualTo(Scheme.of(Algorithm.HRW)).hasToString("hrw");
        assertThat(Scheme.based(6).place(partitions(0, 6))).isInstanceOf(BasedHrw.class);
        assertThatThrownBy(() -> Scheme.named("hrv"))
                .hasMessageStartingWith("there is no algorithm \"hrv\"; allowed: modulo, ")
                .hasMessageEndingWith(", hrw murmur2/N");
        assertThatThrownBy(() -> Scheme.named("murmur2/0")).hasMessageContaining("murmur2/0");
        assertThatThrownBy(() -> new Scheme(Algorithm.JUMP, OptionalInt.of(3)))
                .hasMessage("the base murmur2/3 for jump; allowed: for hrw");
    }

    /** Kafka's murmur2, and hashCode() where Flink and Ignite take it. */
    @Test
    void by_its_hashes_a_key_is_where_it_is_by_its_bytes() {
        Modulo modulo = new Modulo(Inputs.nodes(7));
        KeyGroups groups = new KeyGroups(Inputs.nodes(7));
        TwoLevel ignite = new TwoLevel(Inputs.nodes(7));
        for (int i = 0; i < 2_000; i++) {
            String text = "order-" + i;
            byte[] key = text.getBytes(UTF_8);
            long hash = KeyHash.xxh3(0).hash(key);
            int murmur2 = Murmur2.hash(key, 0, key.length);
            int hashCode = text.hashCode();
            int inModulo = modulo.owner(key);
            assertThat(modulo.owner(hash, murmur2, hashCode)).isEqualTo(inModulo);
            assertThat(modulo.top(hash, murmur2, hashCode, 3))
                    .containsExactly(inModulo, (inModulo + 1) % 7, (inModulo + 2) % 7);
            assertThat(groups.owner(hash, murmur2, hashCode)).isEqualTo(groups.ownerOfHashCode(hashCode));
            assertThat(groups.top(hash, murmur2, hashCode, 7))
                    .hasSize(7)
                    .doesNotHaveDuplicates()
                    .startsWith(groups.ownerOfHashCode(hashCode));
            String primary = ignite.assign(ignite.partitionOfHashCode(hashCode), 0, (a, b) -> true)
                    .get(0)
                    .id();
            int owner = ignite.owner(hash, murmur2, hashCode);
            assertThat(ignite.candidates().get(owner).id()).isEqualTo(primary);
            assertThat(ignite.top(hash, murmur2, hashCode, 2)[0]).isEqualTo(owner);
        }
    }

    @Test
    void where_an_algorithm_must_know_how_far_it_grows_it_is_told_the_change() {
        for (Scheme scheme :
                List.of(Scheme.of(Algorithm.ANCHOR), Scheme.of(Algorithm.DX), Scheme.of(Algorithm.BOUNDED_JUMPS))) {
            KeyPlacement before = scheme.placeFor(Inputs.nodes(3), Inputs.nodes(100));
            assertThat(before.change(Inputs.nodes(100)).candidates()).hasSize(100);
            assertThatThrownBy(() -> scheme.place(Inputs.nodes(3)).change(Inputs.nodes(100)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_change_that_an_algorithm_remembers_adds_reweights_and_removes_in_this_order() {
        List<Candidate> next =
                List.of(Candidate.of("node-0"), Candidate.of("node-2").withWeight(2), Candidate.of("new"));
        for (Algorithm algorithm : List.of(Algorithm.ANCHOR, Algorithm.DX)) {
            KeyPlacement before = Scheme.of(algorithm).placeFor(Inputs.nodes(3), next);
            KeyPlacement byHand =
                    before.add(Candidate.of("new")).reweight("node-2", 2).remove("node-1");
            assertThat(PlacementContract.moved(before.change(next), byHand, Set.of()))
                    .isZero();
        }
    }
}
