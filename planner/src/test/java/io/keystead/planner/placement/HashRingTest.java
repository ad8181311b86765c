package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Constraint;
import io.keystead.hrw.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HashRingTest extends PlacementContract {
    private static final Candidate A = Candidate.of("A");
    private static final Candidate B = Candidate.of("B");
    private static final Candidate C = Candidate.of("C");
    private static final Candidate D = Candidate.of("D");

    /** The ring of the textbooks, over 0 to 99. */
    private static final HashRing TEXTBOOK =
            HashRing.ofTokens(Map.of(A, new long[] {20}, B, new long[] {60}, C, new long[] {90}));

    HashRingTest() {
        super(Algorithm.RING);
    }

    @Override
    String golden() {
        return "918506ff21ecd1c8";
    }

    /** Arcs are almost exponential, so a sum of 128 has a sigma of 1 / sqrt(128). */
    @Override
    double spread() {
        return 1 / Math.sqrt(HashRing.TOKENS);
    }

    @Test
    void with_tokens_a_20_b_60_and_c_90_20_is_as_and_21_bs_and_99_wraps_to_a() {
        assertThat(Inputs.owner(TEXTBOOK, 20)).isEqualTo("A");
        assertThat(Inputs.owner(TEXTBOOK, 21)).isEqualTo("B");
        assertThat(Inputs.owner(TEXTBOOK, 99)).isEqualTo("A");
    }

    @Test
    void a_new_token_d_40_takes_exactly_the_20_positions_from_21_to_40() {
        HashRing with = TEXTBOOK.add(D, 40);
        assertThat(LongStream.range(0, 100)
                        .filter(key -> !Inputs.owner(TEXTBOOK, key).equals(Inputs.owner(with, key))))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(21, 40).boxed().collect(Collectors.toList()));
    }

    /** Replica sets change where owners do not. */
    @Test
    void the_replicas_of_10_go_from_a_b_to_a_d_though_its_owner_stays() {
        assertThat(Inputs.top(TEXTBOOK, 10, 2)).containsExactly("A", "B");
        assertThat(Inputs.top(TEXTBOOK.add(D, 40), 10, 2)).containsExactly("A", "D");
    }

    @Test
    void replicas_skip_further_tokens_of_the_same_node() {
        HashRing ring = HashRing.ofTokens(Map.of(A, new long[] {20, 40}, B, new long[] {60}, C, new long[] {90}));
        assertThat(Inputs.top(ring, 10, 3)).containsExactly("A", "B", "C");
    }

    @Test
    void on_the_ring_a_10_b_35_c_60_d_85_the_key_42_belongs_to_c() {
        HashRing ring = HashRing.ofTokens(
                Map.of(A, new long[] {10}, B, new long[] {35}, C, new long[] {60}, D, new long[] {85}));
        assertThat(Inputs.owner(ring, 42)).isEqualTo("C");
    }

    /** What a candidate leaves is spread over all others by HRW, and not by a ring with few tokens. */
    @Test
    void a_node_of_one_token_leaves_all_its_keys_to_its_successor_where_hrw_spreads_them() {
        long[] keys = Inputs.keys(3, 50_000);
        assertThat(receivers(new HashRing(Inputs.nodes(8), 1), keys)).isEqualTo(1);
        assertThat(receivers(new Hrw(Inputs.nodes(8)), keys)).isEqualTo(7);
    }

    private static long receivers(KeyPlacement before, long[] keys) {
        KeyPlacement after = before.remove("node-2");
        return Arrays.stream(keys)
                .filter(key -> Inputs.owner(before, key).equals("node-2"))
                .mapToObj(key -> Inputs.owner(after, key))
                .distinct()
                .count();
    }

    @Test
    void replicas_follow_a_rack_constraint_along_the_ring() {
        HashRing ring = HashRing.ofTokens(Map.of(
                A.withLabel("rack", "r1"), new long[] {20},
                B.withLabel("rack", "r1"), new long[] {60},
                C.withLabel("rack", "r2"), new long[] {90}));
        List<Candidate> order =
                Arrays.stream(ring.top(10, 3)).mapToObj(ring.candidates()::get).collect(Collectors.toList());
        assertThat(Selection.inOrder(order, 2, List.of(Constraint.distinct("rack")))
                        .chosen())
                .extracting(Candidate::id)
                .containsExactly("A", "C");
    }

    @Test
    void a_token_that_stands_twice_is_refused_and_so_are_no_tokens_and_too_many() {
        assertThatThrownBy(() -> TEXTBOOK.add(D, 60))
                .hasMessage("the token 60 is that of \"B\" and of \"D\"; allowed: distinct tokens");
        assertThatThrownBy(() -> new HashRing(Inputs.nodes(2), 0))
                .hasMessage("0 tokens of a candidate; allowed: 1 and above");
        assertThatThrownBy(() -> new HashRing(Inputs.nodes(1, 1e6)))
                .hasMessage("128000000 tokens of candidate \"node-1\" beside 128 others; allowed: 16777216 in all");
    }
}
