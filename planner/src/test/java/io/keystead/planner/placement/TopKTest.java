package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Bid;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Score;
import io.keystead.hrw.Topology;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The first candidates of a key in several ways: they must agree, and a shortcut that does not is counted. */
class TopKTest {
    private static final int N = 200;
    private static final int K = 5;

    private final Placement rule =
            Placement.of(Topology.builder().candidates(Inputs.nodes(N)).build());
    private final Hrw hrw = new Hrw(Inputs.nodes(N));
    private final long[] words = hrw.candidates().stream().mapToLong(Draw::of).toArray();

    @Test
    void a_full_sort_a_heap_of_k_and_a_selection_that_is_then_sorted_agree_and_are_timed() {
        long[] nanos = new long[3];
        for (long key : Inputs.keys(26, 3_000)) {
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
            List<String> selected = selectThenSort(hash);
            nanos[0] += afterSort - start;
            nanos[1] += afterHeap - afterSort;
            nanos[2] += System.nanoTime() - afterHeap;

            assertThat(heap).as("key %d of seed 26", key).isEqualTo(sorted);
            assertThat(selected).as("key %d of seed 26", key).isEqualTo(sorted);
        }
        System.out.printf(
                "%d of %d: %d ns by a sort, %d by a heap, %d by a selection, not warmed up%n",
                K, N, nanos[0] / 3_000, nanos[1] / 3_000, nanos[2] / 3_000);
    }

    /** The k-th highest score is found first, and only those at or above it are sorted. */
    private List<String> selectThenSort(long hash) {
        long[] scores = Arrays.stream(words)
                .map(word -> Score.of(hash, word) + Long.MIN_VALUE)
                .toArray();
        long least = select(scores.clone(), N - K);
        return IntStream.range(0, N)
                .filter(i -> scores[i] >= least)
                .boxed()
                .sorted((a, b) -> Long.compare(scores[b], scores[a]))
                .map(i -> hrw.candidates().get(i).id())
                .toList();
    }

    /** Hoare's selection: what stands at this place once the numbers are sorted. */
    private static long select(long[] numbers, int place) {
        int low = 0;
        int high = numbers.length - 1;
        while (low < high) {
            long pivot = numbers[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (numbers[i] < pivot) {
                    i++;
                }
                while (numbers[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    long swapped = numbers[i];
                    numbers[i++] = numbers[j];
                    numbers[j--] = swapped;
                }
            }
            if (place <= j) {
                high = j;
            } else if (place >= i) {
                low = i;
            } else {
                return numbers[place];
            }
        }
        return numbers[low];
    }

    /**
     * A prefilter that compares the upper 8 bits of scores alone and keeps the first of equals: it names another owner where
     * two candidates share the highest byte, which among 200 is often.
     */
    @Test
    void a_prefilter_by_the_upper_byte_of_the_scores_names_another_owner_for_a_good_part_of_the_keys() {
        long[] keys = Inputs.keys(27, 20_000);
        long differ = LongStream.of(keys)
                .filter(key -> byUpperByte(key) != hrw.owner(key))
                .count();
        System.out.printf("a prefilter by 8 bits disagrees on %d of %d keys%n", differ, keys.length);
        assertThat(differ).isBetween(keys.length / 10L, keys.length / 2L);
    }

    private int byUpperByte(long key) {
        int best = 0;
        for (int i = 1; i < words.length; i++) {
            if (Score.of(key, words[i]) >>> 56 > Score.of(key, words[best]) >>> 56) {
                best = i;
            }
        }
        return best;
    }
}
