package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.hash.Utf8;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way of finding the winner agrees with {@link NaiveRule}, for every number of candidates. */
class ContestTest {
    private static final int[] SIZES = IntStream.concat(IntStream.rangeClosed(1, 70), IntStream.of(100, 256, 1000))
            .toArray();

    private enum Weights {
        EQUAL {
            @Override
            double[] of(SplittableRandom random, int n) {
                return filled(n, 1.0);
            }
        },
        ALL_TWO_AND_A_HALF {
            @Override
            double[] of(SplittableRandom random, int n) {
                return filled(n, 2.5);
            }
        },
        FROM_ONE_MILLIONTH_TO_ONE_MILLION {
            @Override
            double[] of(SplittableRandom random, int n) {
                return IntStream.range(0, n)
                        .mapToDouble(i -> Inputs.weight(random))
                        .toArray();
            }
        },
        ONLY_THE_SMALLEST_AND_THE_LARGEST {
            @Override
            double[] of(SplittableRandom random, int n) {
                return random.ints(n, 0, 2)
                        .mapToDouble(i -> i == 0 ? 1e-6 : 1e6)
                        .toArray();
            }
        },
        ONE_LARGE_AMONG_SMALL {
            @Override
            double[] of(SplittableRandom random, int n) {
                double[] weights = filled(n, 1e-6);
                weights[random.nextInt(n)] = 1e6;
                return weights;
            }
        },
        ONE_BIT_APART {
            @Override
            double[] of(SplittableRandom random, int n) {
                return random.ints(n, 0, 2)
                        .mapToDouble(i -> i == 0 ? 1.0 : Math.nextUp(1.0))
                        .toArray();
            }
        };

        abstract double[] of(SplittableRandom random, int n);

        private static double[] filled(int n, double weight) {
            double[] weights = new double[n];
            Arrays.fill(weights, weight);
            return weights;
        }
    }

    @ParameterizedTest
    @EnumSource(Weights.class)
    void every_contest_finds_the_naive_winner(Weights family) {
        for (int n : SIZES) {
            Seeds.only(n, random -> {
                long[] nodeHashes = random.longs(n).toArray();
                double[] weights = family.of(random, n);
                for (int i = 0; i < (n > 70 ? 40 : 100); i++) {
                    assertWinner(random.nextLong(), nodeHashes, weights);
                }
            });
        }
    }

    /** Equal node hashes cannot come from distinct ids in practice, so they are made here: the smaller id must win. */
    @ParameterizedTest
    @EnumSource(Weights.class)
    void candidates_that_tie_in_score_rank_by_id(Weights family) {
        for (int n : SIZES) {
            Seeds.only(n, random -> {
                long[] few = random.longs(3).toArray();
                long[] nodeHashes =
                        random.ints(n, 0, few.length).mapToLong(i -> few[i]).toArray();
                double[] weights = family.of(random, n);
                for (int i = 0; i < 20; i++) {
                    assertWinner(random.nextLong(), nodeHashes, weights);
                }
            });
        }
    }

    /** Scores that agree in their upper 52 bits have one u and one time; the lower 12 bits decide. */
    @ParameterizedTest
    @EnumSource(Weights.class)
    void candidates_that_tie_in_time_rank_by_score(Weights family) {
        for (int n : SIZES) {
            Seeds.only(n, random -> {
                double[] weights = family.of(random, n);
                for (int i = 0; i < 20; i++) {
                    long keyHash = random.nextLong();
                    long upper = random.nextLong() & -4096;
                    long[] scores = random.longs(n, 0, 4)
                            .map(lower -> upper | lower * 1365)
                            .toArray();
                    assertWinner(keyHash, Injected.nodeHashes(keyHash, scores), weights);
                }
            });
        }
    }

    /** Where u is nearly 1, so that -log u and the bound 1 - u, by which logarithms are saved, are nearly the same. */
    @Test
    void scores_near_the_top_win_as_the_full_evaluation_says() {
        for (int n : new int[] {2, 3, 10, 33, 100}) {
            Seeds.upTo(300, random -> {
                long keyHash = random.nextLong();
                long[] steps = random.longs(n, 0, 8).toArray();
                long[] scores = Arrays.stream(steps).map(k -> -1 - (k << 12)).toArray();
                // Weights in the proportion of 1 - u, or one bit beside it: all times nearly tie.
                double[] weights = Arrays.stream(steps)
                        .mapToDouble(k -> (k + 0.5) * (1 + random.nextInt(-1, 2) * 0x1p-52))
                        .toArray();
                assertWinner(keyHash, Injected.nodeHashes(keyHash, scores), weights);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Weights.class)
    void the_smallest_and_the_largest_score_contend_like_any_other(Weights family) {
        for (int n : new int[] {1, 2, 3, 32, 33, 64}) {
            Seeds.upTo(20, random -> {
                long keyHash = random.nextLong();
                long[] extremes = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1};
                long[] scores = random.ints(n, 0, extremes.length)
                        .mapToLong(i -> extremes[i])
                        .toArray();
                assertWinner(keyHash, Injected.nodeHashes(keyHash, scores), family.of(random, n));
            });
        }
    }

    /** Weights no topology allows: times that are infinite or 0 tie, and the higher score wins. */
    @Test
    void times_that_overflow_or_underflow_leave_the_order_to_the_score() {
        Seeds.upTo(200, random -> {
            int n = 2 + random.nextInt(40);
            double[] beyond = {Double.MIN_VALUE, 1e-300, 1, 1e308, Double.MAX_VALUE};
            double[] weights =
                    random.ints(n, 0, beyond.length).mapToDouble(i -> beyond[i]).toArray();
            long keyHash = random.nextLong();
            long[] extremes = {0, 1L << 60, -1, -4097, -1L << 60};
            long[] scores = random.ints(n, 0, extremes.length)
                    .mapToLong(i -> extremes[i] + random.nextInt(3))
                    .toArray();
            assertWinner(keyHash, Injected.nodeHashes(keyHash, scores), weights);
        });
    }

    @Test
    void the_whole_ranking_and_its_beginning_are_the_naive_ones() {
        for (Weights family : Weights.values()) {
            for (int n : SIZES) {
                Seeds.only(n, random -> {
                    KeyHash hash = Inputs.hash(random);
                    double[] weights = family.of(random, n);
                    List<String> ids =
                            Inputs.ids(random, n).stream().sorted(Utf8.ORDER).toList();
                    Contenders contenders = new Contenders(
                            IntStream.range(0, n)
                                    .mapToObj(i -> Candidate.of(ids.get(i)).withWeight(weights[i]))
                                    .toList(),
                            hash);
                    long[] nodeHashes = contenders.candidates().stream()
                            .mapToLong(c -> c.nodeHash(hash))
                            .toArray();
                    for (int i = 0; i < 10; i++) {
                        long keyHash = random.nextLong();
                        int[] naive = NaiveRule.rank(keyHash, nodeHashes, weights);
                        int count = random.nextInt(n + 2);
                        assertThat(contenders.top(keyHash, n)).isEqualTo(naive);
                        assertThat(contenders.top(keyHash, count)).isEqualTo(Arrays.copyOf(naive, Math.min(count, n)));
                        assertThat(contenders.contest().winner(keyHash)).isEqualTo(naive[0]);
                    }
                });
            }
        }
    }

    private static void assertWinner(long keyHash, long[] nodeHashes, double[] weights) {
        int expected = NaiveRule.rank(keyHash, nodeHashes, weights)[0];
        contests(nodeHashes, weights)
                .forEach((name, contest) -> assertThat(contest.winner(keyHash))
                        .as("%s among %d", name, nodeHashes.length)
                        .isEqualTo(expected));
    }

    /** All that may be asked: the race gives the order of scores where weights are equal ({@link ScoreTest}). */
    private static Map<String, Contest> contests(long[] nodeHashes, double[] weights) {
        Map<String, Contest> contests = new LinkedHashMap<>();
        contests.put("weighted", new WeightedContest(nodeHashes, weights));
        if (Arrays.stream(weights).distinct().count() == 1) {
            contests.put("one pass", new OnePassContest(nodeHashes));
            contests.put("two passes", new TwoPassContest(nodeHashes));
        }
        return contests;
    }
}
