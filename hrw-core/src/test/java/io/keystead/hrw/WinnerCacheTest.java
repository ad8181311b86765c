package io.keystead.hrw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WinnerCacheTest {
    /** Far more keys than entries, each asked often, so that entries are overwritten all the time. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_cached_placement_answers_like_the_one_it_was_made_from(Kind kind) {
        Seeds.upTo(6, random -> {
            Placement placement = Placement.of(kind.topology(random));
            byte[][] keys = Inputs.keys(random, 300);
            for (int entries : new int[] {1, 2, 64}) {
                Placement cached = placement.cached(entries);
                for (int i = 0; i < 3_000; i++) {
                    byte[] key = keys[random.nextInt(random.nextBoolean() ? 10 : keys.length)];
                    assertThat(cached.owner(key)).as("%d entries", entries).isEqualTo(placement.owner(key));
                }
                assertThat(cached.topology()).isEqualTo(placement.topology());
                assertThat(cached.rank(keys[0]).toString())
                        .isEqualTo(placement.rank(keys[0]).toString());
            }
        });
    }

    /** Words that differ in one bit only, so that each pair shares its entry or all the rest of it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 31, 32, 33, 100})
    void all_64_bits_of_a_word_tell_it_from_others(int contenders) {
        Seeds.upTo(20, random -> {
            Contest contest = new TwoPassContest(random.longs(contenders).toArray());
            Contest cached = WinnerCache.of(contest, contenders, 1);
            for (long word : new long[] {0, -1, random.nextLong()}) {
                for (int bit = 0; bit < 64; bit++) {
                    long other = word ^ 1L << bit;
                    assertThat(cached.winner(word)).isEqualTo(contest.winner(word));
                    assertThat(cached.winner(other)).isEqualTo(contest.winner(other));
                    assertThat(cached.winner(word)).isEqualTo(contest.winner(word));
                }
            }
        });
    }

    @Test
    void a_word_that_comes_again_is_not_contested_again() {
        AtomicInteger contests = new AtomicInteger();
        Contest cached = WinnerCache.of(
                word -> {
                    contests.incrementAndGet();
                    return 2;
                },
                3,
                16);
        for (int i = 0; i < 100; i++) {
            assertThat(cached.winner(0)).isEqualTo(2);
            assertThat(cached.winner(5)).isEqualTo(2);
        }
        assertThat(contests).hasValue(2);
    }

    /**
     * With half the entries free a set of 16 holds 8 words on average (binomial, so at most sigma 2.83), and more than 16 in
     * 0.4 % of the sets, whose surplus is less than 2 words: below 0.2 % of the words even ten sigmas off.
     */
    @Test
    void next_to_no_word_is_left_out_while_half_the_entries_are_free() {
        AtomicInteger contests = new AtomicInteger();
        Contest cached = WinnerCache.of(word -> contests.incrementAndGet() & 1, 2, 1 << 15);
        long[] words = new SplittableRandom(3).longs(1 << 14).toArray();
        for (int round = 0; round < 3; round++) {
            contests.set(0);
            for (long word : words) {
                cached.winner(word);
            }
        }
        assertThat(contests.get()).isLessThan(words.length / 200);
    }

    @Test
    void slots_are_a_table_already_and_are_returned_as_they_are() {
        Placement slotted =
                Placement.of(Topology.ofPartitions(3).toBuilder().slotBits(4).build());

        assertThat(slotted.cached(64)).isSameAs(slotted);
    }

    /**
     * Threads ask one shared cached placement of few entries while the epoch, and with it the placement, is swapped under
     * them; every answer must be the uncached one of the placement that was asked.
     */
    @Test
    void threads_that_share_a_cache_get_exact_answers_while_epochs_change() throws Exception {
        long seed = 77;
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] keys = Inputs.keys(random, 256);
        List<Epoch> epochs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Kind[] unslotted = {
                Kind.EQUAL_WEIGHTS,
                Kind.UNEQUAL_WEIGHTS,
                Kind.ONE_OTHER_WEIGHT,
                Kind.BASE,
                Kind.BASE_AND_UNEQUAL_WEIGHTS
            };
            epochs.add(new Epoch(Placement.of(unslotted[i % unslotted.length].topology(random)), keys));
        }
        Published published = new Published(epochs.get(0));
        int threads = 8;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Long>> answers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long start = thread;
                answers.add(executor.submit(() -> {
                    SplittableRandom choice = new SplittableRandom(seed + start);
                    long asked = 0;
                    while (System.nanoTime() < end) {
                        Epoch epoch = published.current;
                        for (int i = 0; i < 200; i++) {
                            int key = choice.nextInt(keys.length);
                            int owner = epoch.cached.owner(keys[key]);
                            if (owner != epoch.owners[key]) {
                                throw new AssertionError("key " + key + " has owner " + owner + ", not "
                                        + epoch.owners[key] + ", by " + epoch.cached + ", seed " + seed);
                            }
                            asked++;
                        }
                    }
                    return asked;
                }));
            }
            long swaps = 0;
            while (System.nanoTime() < end) {
                published.current = epochs.get((int) (swaps++ % epochs.size())).withEmptyCache();
                Thread.sleep(1);
            }
            for (Future<Long> asked : answers) {
                assertThat(asked.get()).isPositive();
            }
            assertThat(swaps).isGreaterThan(100);
        } finally {
            executor.shutdownNow();
        }
    }

    private static final class Published {
        volatile Epoch current;

        Published(Epoch first) {
            current = first;
        }
    }

    private static final class Epoch {
        final Placement uncached;
        final Placement cached;
        final int[] owners;

        Epoch(Placement uncached, byte[][] keys) {
            this.uncached = uncached;
            this.cached = uncached.cached(2);
            this.owners = new int[keys.length];
            for (int i = 0; i < keys.length; i++) {
                owners[i] = uncached.owner(keys[i]);
            }
        }

        private Epoch(Epoch other) {
            this.uncached = other.uncached;
            this.cached = uncached.cached(2);
            this.owners = other.owners;
        }

        Epoch withEmptyCache() {
            return new Epoch(this);
        }
    }
}
