package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first candidates of a key in several ways: they must agree, and a shortcut that does not is counted. */
class TopKTest {
    private static final int N = 200;
    private static final int K = 5;
    private static final int KEYS = 2_000;
    private static final int ROUNDS = 3;

    private final Placement rule =
            Placement.of(Topology.builder().candidates(Inputs.nodes(N)).build());
    private final Hrw hrw = new Hrw(Inputs.nodes(N));
    private final FirstByRank ranking = new FirstByRank(Inputs.nodes(N));

    /** Timed in the last round, when the code is compiled: for numbers side by side, not for a bound. */
    @Test
    void a_full_sort_a_heap_of_k_and_a_selection_that_is_then_sorted_agree_and_are_timed() {
        long[] nanos = new long[3];
        for (int round = 0; round < ROUNDS; round++) {
            Arrays.fill(nanos, 0);
            for (long key : Inputs.keys(26, KEYS)) {
                byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(key).array();
                long hash = rule.topology().hash().hash(bytes);
                long start = System.nanoTime();
                List<String> sorted = Inputs.top(hrw, hash, K);
                long afterSort = System.nanoTime();
                List<String> heap = rule.top(bytes, K).stream()
                        .map(Bid::candidate)
                        .map(Candidate::id)
                        .toList();
                long afterHeap = System.nanoTime();
                List<String> selected = ids(ranking.first(FirstByRank.Way.SELECT, hash, K));
                nanos[0] += afterSort - start;
                nanos[1] += afterHeap - afterSort;
                nanos[2] += System.nanoTime() - afterHeap;

                assertThat(heap).as("key %d of seed 26", key).isEqualTo(sorted);
                assertThat(selected).as("key %d of seed 26", key).isEqualTo(sorted);
                assertThat(ids(ranking.first(FirstByRank.Way.SORT, hash, K))).isEqualTo(sorted);
                assertThat(ids(ranking.first(FirstByRank.Way.HEAP, hash, K))).isEqualTo(sorted);
            }
        }
        System.out.printf(
                "%d of %d: %d ns by a sort, %d by a heap, %d by a selection%n",
                K, N, nanos[0] / KEYS, nanos[1] / KEYS, nanos[2] / KEYS);
    }

    /**
     * A prefilter that compares the upper bits of scores alone and keeps the first of equals names another owner where the best
     * two share these bits. The distance of the best two of N is exponential with mean 1/N, and the best is anywhere in its
     * cell of width h: they share it with the probability 1 - (1 - exp(-Nh)) / Nh, and the first of two is the wrong one in
     * half of these cases, in more of them where three share it.
     */
    @ParameterizedTest
    @ValueSource(ints = {8, 12, 16})
    void a_prefilter_by_few_bits_of_the_scores_names_another_owner_as_often_as_the_best_two_share_them(int bits) {
        int keys = 20_000;
        double cells = N / Math.pow(2, bits);
        double shared = 1 - (1 - Math.exp(-cells)) / cells;
        long differ = LongStream.of(Inputs.keys(27, keys))
                .filter(key -> ranking.ownerByUpperBits(key, bits) != hrw.owner(key))
                .count();
        System.out.printf("a prefilter by %d bits names another owner for %d of %d keys%n", bits, differ, keys);
        double sigma = Math.sqrt(keys * shared);
        assertThat((double) differ).as("seed 27").isBetween(keys * shared / 2 - 5 * sigma, keys * shared + 5 * sigma);
    }

    private List<String> ids(int[] indices) {
        return Arrays.stream(indices)
                .mapToObj(i -> ranking.candidates().get(i).id())
                .toList();
    }

    @Test
    void all_of_few_and_the_first_alone_are_found_in_each_way() {
        FirstByRank few = new FirstByRank(Inputs.nodes(3));
        for (long key : Inputs.keys(28, 200)) {
            int[] sorted = few.first(FirstByRank.Way.SORT, key, 3);
            assertThat(sorted).containsExactlyInAnyOrder(0, 1, 2);
            for (FirstByRank.Way way : FirstByRank.Way.values()) {
                assertThat(few.first(way, key, 3)).as("%s of %d", way, key).isEqualTo(sorted);
                assertThat(few.first(way, key, 1)).as("%s of %d", way, key).containsExactly(sorted[0]);
            }
            assertThat(new FirstByRank(Inputs.nodes(1)).ownerByUpperBits(key, 8))
                    .isZero();
        }
    }
}
