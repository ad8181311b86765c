package io.keystead.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.stats.Bound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final long SEED = 20261130;
    private static final int SIZE = 100;

    @Test
    void what_is_joined_is_the_sample_of_all_in_whatever_order() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 200; round++) {
            List<Long> things = new ArrayList<>();
            int different = 1 + random.nextInt(400);
            for (int i = 0; i < 1000; i++) {
                things.add(hash(round, random.nextInt(different)));
            }
            Sample<Long> all = sample(things);
            Collections.shuffle(things, new Random(round));
            int half = random.nextInt(1000);
            Sample<Long> joined = sample(things.subList(0, half));
            joined.add(sample(things.subList(half, 1000)));

            assertThat(joined.byHash()).as("seed %d, round %d", SEED, round).isEqualTo(all.byHash());
            assertThat(all.things())
                    .hasSize((int) Math.min(SIZE, things.stream().distinct().count()));
        }
    }

    @Test
    void how_often_a_thing_comes_does_not_change_its_chance() {
        double often = 0;
        int rounds = 2000;
        for (int round = 0; round < rounds; round++) {
            List<Long> things = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                // A thing in ten comes a hundred times.
                things.addAll(Collections.nCopies(i % 10 == 0 ? 100 : 1, hash(round, i)));
            }
            Sample<Long> sample = sample(things);
            for (int i = 0; i < 1000; i += 10) {
                often += sample.byHash().containsKey(hash(round, i)) ? 1 : 0;
            }
        }

        // Drawing without putting back varies less than this.
        assertThat(Bound.binomial((long) rounds * SIZE, 0.1).allows(often, Bound.sigmasFor(1e-6, 1)))
                .as("%.0f of %d", often, rounds * SIZE)
                .isTrue();
    }

    @Test
    void what_is_kept_of_a_thing_is_made_once() {
        Sample<List<Integer>> sample = new Sample<>(SIZE);
        for (int i = 0; i < 5; i++) {
            sample.add(7, ArrayList::new).add(i);
        }

        assertThat(sample.things()).containsExactly(List.of(0, 1, 2, 3, 4));
    }

    private static Sample<Long> sample(List<Long> things) {
        Sample<Long> sample = new Sample<>(SIZE);
        for (long thing : things) {
            if (sample.takes(thing)) {
                assertThat(sample.add(thing, () -> thing)).isEqualTo(thing);
            }
        }
        return sample;
    }

    private static long hash(int round, int thing) {
        return new SplittableRandom(SEED ^ (((long) round << 32) | thing)).nextLong();
    }
}
