package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StickySpreadTest {
    /** Ten tests of this class may all together fail once in a million runs by chance. */
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 10);

    private static final long SEED = 20_261_129;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private StickySpread over(int partitions, int stretch) {
        double[] weights = new double[partitions];
        Arrays.fill(weights, 1.0);
        return new StickySpread(IntStream.range(0, partitions).toArray(), weights, stretch, this::nextDouble);
    }

    private synchronized double nextDouble() {
        return random.nextDouble();
    }

    @Test
    void aPartitionKeepsAboutAStretchOfBytes() {
        StickySpread spread = over(1_000, 16_384);
        List<Integer> runs = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < 100_000; i++) {
            int partition = spread.next(84);
            if (partition == last) {
                runs.set(runs.size() - 1, runs.get(runs.size() - 1) + 1);
            } else {
                runs.add(1);
                last = partition;
            }
        }
        // 84 bytes and 16 for the rest of a record: the 164th reaches 16,384. Two draws in 1,000 agree by chance.
        runs.remove(runs.size() - 1);
        assertThat(runs).allSatisfy(run -> assertThat(run % 164).isZero());
    }

    /** The second ask of one record, which some clients make, must not skip partitions (KAFKA-9965). */
    @ParameterizedTest
    @ValueSource(ints = {2, 12, 13})
    void noPartitionStarvesWhenAClientAsksTwiceForEachRecord(int partitions) {
        StickySpread spread = over(partitions, 1);
        long[] counts = new long[partitions];
        for (int i = 0; i < 120_000; i++) {
            spread.next(100);
            counts[spread.next(100)]++;
        }
        assertThat(Math.abs(ChiSquare.uniform(counts).sigmas()))
                .as("seed %s: %s", SEED, Arrays.toString(counts))
                .isLessThan(SIGMAS);
    }

    @Test
    void sharesFollowTheWeights() {
        StickySpread spread = new StickySpread(new int[] {3, 5, 9}, new double[] {1, 2, 7}, 1, this::nextDouble);
        long[] counts = new long[3];
        for (int i = 0; i < 100_000; i++) {
            switch (spread.next(1)) {
                case 3 -> counts[0]++;
                case 5 -> counts[1]++;
                case 9 -> counts[2]++;
                default -> throw new AssertionError("a partition that is not there");
            }
        }
        assertThat(Math.abs(ChiSquare.of(counts, new double[] {1, 2, 7}).sigmas()))
                .as("seed %s: %s", SEED, Arrays.toString(counts))
                .isLessThan(SIGMAS);
    }

    @Test
    void aHugeRecordDoesNotSpillIntoThePartition() {
        StickySpread spread = over(3, Integer.MAX_VALUE);
        for (int i = 0; i < 1_000; i++) {
            assertThat(spread.next(Integer.MAX_VALUE)).isBetween(0, 2);
            assertThat(spread.next(0)).isBetween(0, 2);
        }
    }

    @Test
    void manyThreadsShareStretchesWithoutLosingBytes() throws Exception {
        int partitions = 12;
        int threads = 8;
        int each = 200_000;
        StickySpread spread = over(partitions, 1_160);
        AtomicLongArray counts = new AtomicLongArray(partitions);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                tasks.add(() -> {
                    for (int i = 0; i < each; i++) {
                        counts.incrementAndGet(spread.next(100));
                    }
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
        // Every stretch is exactly 10 records whichever threads they came from, so counts are sums of whole stretches.
        long[] stretches = IntStream.range(0, partitions)
                .mapToLong(partition -> {
                    assertThat(counts.get(partition) % 10).isZero();
                    return counts.get(partition) / 10;
                })
                .toArray();
        assertThat(Arrays.stream(stretches).sum()).isEqualTo(threads * each / 10);
        assertThat(Math.abs(ChiSquare.uniform(stretches).sigmas()))
                .as("seed %s: %s", SEED, Arrays.toString(stretches))
                .isLessThan(SIGMAS);
    }
}
