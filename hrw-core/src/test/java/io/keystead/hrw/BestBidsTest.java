package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BestBidsTest {
    /** Few different times and scores, so that most bids tie with others in one or both. */
    @Test
    void the_best_k_come_out_as_if_all_had_been_sorted_ties_included() {
        Seeds.upTo(500, random -> {
            int n = 1 + random.nextInt(40);
            double[] times = random.doubles(n, 0, 3).map(Math::floor).toArray();
            long[] scores = random.ints(n, -2, 2).asLongStream().toArray();
            int[] sorted = IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(i -> times[i])
                            .thenComparing((a, b) -> Long.compareUnsigned(scores[b], scores[a]))
                            .thenComparing(Comparator.naturalOrder()))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int k = 0; k <= n + 1; k++) {
                BestBids best = new BestBids(k);
                Inputs.shuffled(random, IntStream.range(0, n).boxed().toList())
                        .forEach(i -> best.offer(times[i], scores[i], i));
                assertThat(best.inRankOrder()).as("%d of %d", k, n).isEqualTo(Arrays.copyOf(sorted, Math.min(k, n)));
            }
        });
    }

    @Test
    void equal_bids_rank_by_id() {
        BestBids best = new BestBids(2);
        best.offer(1.0, 7, 2);
        best.offer(1.0, 7, 0);
        best.offer(1.0, 7, 1);

        assertThat(best.inRankOrder()).containsExactly(0, 1);
    }

    @Test
    void scores_rank_as_unsigned_and_infinite_times_last() {
        BestBids best = new BestBids(4);
        best.offer(Double.POSITIVE_INFINITY, 5, 0);
        best.offer(0.0, Long.MAX_VALUE, 1);
        best.offer(0.0, Long.MIN_VALUE, 2);
        best.offer(Double.POSITIVE_INFINITY, 6, 3);

        assertThat(best.inRankOrder()).containsExactly(2, 1, 3, 0);
    }
}
