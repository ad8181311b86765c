package io.keystead.planner.whatif;

import static io.keystead.planner.whatif.EvaluationTest.partitions;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether an estimate from a part of the keys is unbiased, and off by as much as it says. */
class EstimateTest {
    private static final int KEYS = 10_000;
    /** So large a part that the correction for a finite population shows. */
    private static final int PART = 4_000;

    private static final int TRIALS = 1_000;
    private static final long SEED = 43;
    /** By chance a right estimate is off by so much in one of a billion runs. */
    private static final double SIGMAS = 6.1;

    private static final ExecutorService THREADS = Executors.newFixedThreadPool(2);

    @AfterAll
    static void end() {
        THREADS.shutdown();
    }

    /** Pareto with exponent 1.2, as hot keys are: the variance of all of them would have no bound. */
    private static long size(SplittableRandom random) {
        return size(random, 1.2);
    }

    private static long size(SplittableRandom random, double exponent) {
        return exponent == 0
                ? random.nextInt(100) == 0 ? 1_000 : 10
                : (long) (10 * Math.pow(1 - random.nextDouble(), -1 / exponent));
    }

    private static KeySample sample() {
        SplittableRandom random = new SplittableRandom(SEED);
        long[] bytes = random.longs(KEYS).map(any -> size(random)).toArray();
        long[] records = random.longs(KEYS).map(any -> size(random)).toArray();
        return Keys.orders(KEYS, key -> bytes[key], key -> records[key]);
    }

    private static final Members ZERO_AND_ONE = new Members(Scenario.grow(partitions(1), 1));

    /** Owner 0 before, 0 or 1 after. */
    private static Count count(KeySample sample, Part part, BitSet moved) {
        return new Sweep(sample, Totals.of(sample), key -> moved.get(key) ? 1 : 0, ZERO_AND_ONE, new Chunks(THREADS, 2))
                .count(part, key -> 0, key -> moved.get(key) ? 1 : 0, false, keys -> {});
    }

    @Test
    void a_share_of_keys_bytes_or_records_is_unbiased_and_off_by_as_much_as_its_sigma_says() {
        KeySample sample = sample();
        BitSet moved = new BitSet();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int key = 0; key < KEYS; key++) {
            moved.set(key, random.nextInt(13) == 0);
        }
        Count exact = count(sample, Part.all(sample), moved);
        for (Unit unit : Unit.values()) {
            double truth = exact.after(1, unit);
            assertThat(exact.sigmaOfMoved(unit)).isZero();
            Deviates deviates = new Deviates();
            for (int trial = 0; trial < TRIALS; trial++) {
                Count estimate = count(sample, Part.of(sample, Totals.of(sample), PART, trial), moved);
                deviates.add(estimate.after(1, unit) - truth, estimate.sigmaOfMoved(unit));
                assertThat(estimate.adopted(unit)).isEqualTo(estimate.after(1, unit));
                assertThat(estimate.sigmaOfAdopted(unit)).isEqualTo(estimate.sigmaOfMoved(unit));
                assertThat(estimate.moved(Cause.TO_NEW, unit)).isEqualTo(estimate.after(1, unit));
                assertThat(estimate.received(1, unit)).isEqualTo(estimate.after(1, unit));
                estimate.forEachPair(unit, (pair, share) -> {
                    assertThat(pair).isEqualTo(1);
                    assertThat(share).isEqualTo(estimate.after(1, unit), within(1e-12));
                });
                double sigma = estimate.sigmaOfMoved(unit);
                assertThat(estimate.varianceOfAfter(1, unit)).isEqualTo(sigma * sigma, within(1e-15));
                assertThat(estimate.varianceOfBefore(0, unit)).isZero();
            }
            deviates.check(unit.toString());
        }
    }

    /** A sample of a tenth of the keys, each trial of other keys. */
    @Test
    void where_the_sample_is_a_part_of_its_source_its_own_error_is_in_the_sigma() {
        Deviates keys = new Deviates();
        Deviates bytes = new Deviates();
        for (int trial = 0; trial < TRIALS; trial++) {
            Drawn drawn = Drawn.of("trial", trial, 5_000, 500, (random, i) -> new Weight(random.nextInt(1, 1_000), 1));
            Count truth = count(drawn.all());
            Count estimate = count(drawn.some());
            keys.add(estimate.after(1, Unit.KEYS) - truth.after(1, Unit.KEYS), estimate.sigmaOfMoved(Unit.KEYS));
            bytes.add(estimate.after(1, Unit.BYTES) - truth.after(1, Unit.BYTES), estimate.sigmaOfMoved(Unit.BYTES));
        }
        keys.check("keys");
        bytes.check("bytes");
    }

    /** One key in a hundred has twenty times as much, one in a thousand ten thousand times: most of all in two keys. */
    @Test
    void heavy_keys_of_a_source_stand_for_themselves_and_others_for_the_rest_of_it() {
        Map<Unit, Deviates> deviates = new EnumMap<>(Unit.class);
        for (int trial = 0; trial < TRIALS; trial++) {
            Drawn drawn = Drawn.of("heavy", trial, 2_000, 500, (random, i) -> {
                int records = random.nextInt(1, 100) * (i % 1_000 == 7 ? 10_000 : i % 100 == 7 ? 20 : 1);
                return new Weight(random.nextInt(1, 1_000) * (i % 100 == 13 ? 20L : 1), records);
            });
            KeySample part = drawn.some();
            Count estimate = count(part, Part.of(part, Totals.of(part), 250, trial));
            add(deviates, count(drawn.all()), estimate);
            for (Unit unit : Unit.values()) {
                assertThat(estimate.after(0, unit) + estimate.after(1, unit)).isEqualTo(1, within(1e-12));
                assertThat(estimate.moved(Cause.TO_NEW, unit)).isEqualTo(estimate.after(1, unit));
                assertThat(estimate.adopted(unit)).isEqualTo(estimate.after(1, unit));
            }
        }
        deviates.forEach((unit, each) -> each.check("heavy " + unit));
    }

    /** A sample of 100 keys that misses those that have much is wrong and does not look it. 0 is one in a hundred with a hundredfold. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1.05})
    void a_sigma_is_right_where_few_keys_have_most_and_the_sample_is_small(double exponent) {
        Map<Unit, Deviates> deviates = new EnumMap<>(Unit.class);
        for (int trial = 0; trial < TRIALS; trial++) {
            Drawn drawn = Drawn.of(
                    "tail",
                    trial,
                    2_000,
                    100,
                    (random, i) -> new Weight(size(random, exponent), size(random, exponent)));
            add(deviates, count(drawn.all()), count(drawn.some()));
        }
        deviates.forEach((unit, each) -> each.check("exponent " + exponent + ", " + unit));
    }

    /** By Laplace's rule: of 100 keys none moved, so that one in 102 may. */
    @Test
    void a_small_sample_of_which_nothing_moved_does_not_say_that_nothing_moves() {
        KeySample.Builder builder = KeySample.builder("some", 100);
        for (int i = 0; i < 10_000; i++) {
            builder.add(("still-" + i).getBytes(UTF_8), 10);
        }
        KeySample some = builder.build();
        Count none = count(some, Part.all(some), new BitSet());
        double sigma = Math.sqrt(1 / 102.0 * 101 / 102.0 / 100);
        for (Unit unit : List.of(Unit.KEYS, Unit.BYTES)) {
            assertThat(none.after(1, unit)).isZero();
            assertThat(none.sigmaOfMoved(unit)).isCloseTo(sigma, within(0.05 * sigma));
        }
    }

    /** What a key has. */
    private record Weight(long bytes, long records) {}

    /** A source, and a sample of it. */
    private record Drawn(KeySample all, KeySample some) {
        static Drawn of(
                String name, int trial, int keys, int held, BiFunction<SplittableRandom, Integer, Weight> weights) {
            SplittableRandom random = new SplittableRandom(trial);
            KeySample.Builder all = KeySample.builder("all", keys);
            KeySample.Builder some = KeySample.builder("some", held);
            for (int i = 0; i < keys; i++) {
                byte[] key = (name + "-" + trial + "-" + i).getBytes(UTF_8);
                Weight weight = weights.apply(random, i);
                all.add(key, 0, key.length, weight.bytes(), weight.records());
                some.add(key, 0, key.length, weight.bytes(), weight.records());
            }
            return new Drawn(all.build(), some.build());
        }
    }

    private static void add(Map<Unit, Deviates> deviates, Count truth, Count estimate) {
        for (Unit unit : Unit.values()) {
            deviates.computeIfAbsent(unit, unused -> new Deviates())
                    .add(estimate.after(1, unit) - truth.after(1, unit), estimate.sigmaOfMoved(unit));
        }
    }

    private static Count count(KeySample sample) {
        return count(sample, Part.all(sample));
    }

    private static Count count(KeySample sample, Part part) {
        BitSet moved = new BitSet();
        for (int key = 0; key < sample.size(); key++) {
            moved.set(key, Integer.remainderUnsigned(sample.murmur2(key), 5) == 0);
        }
        return count(sample, part, moved);
    }

    /** Errors beside the sigmas that were said of them. */
    private static final class Deviates {
        private int count;
        private double errors;
        private double squares;
        private double excess;
        private double squaredExcess;
        private int beyondThree;

        void add(double error, double sigma) {
            count++;
            errors += error;
            squares += error * error;
            double over = error * error - sigma * sigma;
            excess += over;
            squaredExcess += over * over;
            beyondThree += Math.abs(error) > 3 * sigma ? 1 : 0;
        }

        /**
         * The mean error is 0 and the mean of its square that of the squared sigmas, each up to SIGMAS times its own error, which
         * the trials tell. The linear part of a ratio's variance is asked for: the rest is of the order of 1 / PART of it. By
         * Chebyshev's inequality a right sigma is exceeded three times in one of 9 trials at most, whatever the distribution.
         */
        void check(String what) {
            double meanSquare = squares / count;
            double sigmaOfExcess = Math.sqrt(squaredExcess / count / count);
            double most = 1 / 9.0;
            System.out.printf(
                    "%s, seeds 0 to %d: bias %.3f of a sigma, squares over what was said %.3f ± %.3f, %.1f %% beyond 3 sigmas%n",
                    what,
                    count - 1,
                    errors / count / Math.sqrt(meanSquare),
                    excess / count / meanSquare,
                    sigmaOfExcess / meanSquare,
                    100.0 * beyondThree / count);
            assertThat(errors / count)
                    .as("bias of %s", what)
                    .isEqualTo(0, within(SIGMAS * Math.sqrt(meanSquare / count)));
            assertThat(excess / count)
                    .as("squared errors over what was said of %s", what)
                    .isEqualTo(0, within(SIGMAS * sigmaOfExcess + 10 * meanSquare / PART));
            assertThat((double) beyondThree / count)
                    .as("beyond three sigmas of %s", what)
                    .isLessThan(most + SIGMAS * Math.sqrt(most * (1 - most) / count));
        }
    }

    @Test
    void a_part_has_the_keys_that_outweigh_others_and_as_many_as_were_wanted() {
        KeySample sample = sample();
        Part part = Part.of(sample, Totals.of(sample), PART, SEED);
        Totals totals = Totals.of(sample);
        BitSet in = new BitSet();
        int certain = 0;
        for (int place = 0; place < part.size(); place++) {
            assertThat(in.get(part.index(place))).isFalse();
            in.set(part.index(place));
            certain += part.isCertain(place) ? 1 : 0;
        }
        assertThat(part.size()).isEqualTo(PART);
        assertThat(certain).isBetween(1, PART / 2);
        assertThat(part.rest()).isEqualTo(KEYS - certain);
        for (int key = 0; key < KEYS; key++) {
            boolean heavy = sample.bytes(key) > 4.0 * totals.bytes() / PART
                    || sample.records(key) > 4.0 * totals.records() / PART;
            assertThat(!heavy || in.get(key)).as("key %d, seed %d", key, SEED).isTrue();
        }
        assertThat(Part.of(sample, Totals.of(sample), KEYS, SEED).isAll()).isTrue();
        assertThat(Part.evenly(KEYS, KEYS + 1, SEED).isAll()).isTrue();
    }

    /** The first key takes so long that another thread would have come with a later one. */
    @Test
    void keys_are_asked_for_in_their_order_by_one_thread_where_that_matters() {
        KeySample sample = Keys.orders(40_000);
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean inOrder = new AtomicBoolean(true);
        Owners watched = key -> {
            inOrder.compareAndSet(true, key == asked.getAndIncrement());
            if (key == 0) {
                LockSupport.parkNanos(200_000_000);
            }
            return 0;
        };
        new Sweep(sample, Totals.of(sample), key -> 0, ZERO_AND_ONE, new Chunks(THREADS, 2))
                .count(Part.all(sample), watched, key -> 0, true, keys -> {});
        assertThat(asked).hasValue(40_000);
        assertThat(inOrder).isTrue();
    }

    /** By modulo, whose loads are even but for chance: of 40,000 keys 12 loads vary by 1.7 %, of 2,000 of them by 7.6 %. */
    @Test
    void a_spread_of_estimates_is_without_their_error_and_the_error_stands_beside_it() {
        KeySample all = orders(40_000);
        KeySample some = orders(2_000);
        for (Unit unit : List.of(Unit.KEYS, Unit.BYTES)) {
            UnitReport exact = byModulo(all, unit);
            assertThat(exact.after().sigma()).isZero();
            assertThat(exact.after().variation()).isEqualTo(rawVariation(exact), within(1e-12));

            UnitReport estimate = byModulo(some, unit);
            Spread spread = estimate.after();
            assertThat(spread.sigma()).isPositive();
            double raw = rawVariation(estimate);
            assertThat(raw).isGreaterThan(3 * exact.after().variation());
            double without = Math.sqrt(Math.max(0, raw * raw - spread.sigma() * spread.sigma()));
            assertThat(spread.variation()).isEqualTo(without, within(1e-12));
            // With 12 degrees of freedom the square of what is seen is off by a factor of 1 + 6 sqrt(2/12) at most.
            assertThat(spread.variation()).isLessThan(spread.sigma() * Math.sqrt(SIGMAS * Math.sqrt(2 / 12.0)));
        }
        Spread spread = byModulo(some, Unit.KEYS).after();
        double fair = 1 / 13.0;
        assertThat(spread.sigma())
                .isEqualTo(Math.sqrt((1 - fair) / fair / 2_000 * (1 - 2_000 / 40_000.0)), within(0.01));
    }

    /** So many of 40,000 keys, drawn by their hash. */
    private static KeySample orders(int most) {
        KeySample.Builder builder = KeySample.builder("orders", most);
        for (int i = 0; i < 40_000; i++) {
            builder.add(Keys.key(i), 1 + i % 100);
        }
        return builder.build();
    }

    private static UnitReport byModulo(KeySample sample, Unit unit) {
        return Evaluation.of(Scenario.grow(partitions(12), 1), sample)
                .schemes(List.of(Scheme.named("modulo")))
                .budget(Duration.ofMillis(20))
                .run()
                .algorithms()
                .get(0)
                .in(unit);
    }

    private static double rawVariation(UnitReport report) {
        return Math.sqrt(report.loads().stream()
                .mapToDouble(load -> load.after() / load.fairAfter() - 1)
                .map(off -> off * off)
                .average()
                .orElseThrow());
    }

    @Test
    void numbers_of_keys_are_rounded_down_to_1_2_or_5() {
        assertThat(Pilot.rounded(99_999)).isEqualTo(50_000);
        assertThat(Pilot.rounded(49_999)).isEqualTo(20_000);
        assertThat(Pilot.rounded(10_001)).isEqualTo(10_000);
    }

    /** SHA-1 of 60 candidates and of 61 takes some 10 microseconds, so there is time for the fewest keys only. */
    @Test
    void a_scheme_that_would_take_too_long_is_looked_at_in_part_and_its_sigma_is_said() {
        Scenario growth = Scenario.grow(partitions(60), 1);
        KeySample sample = Keys.orders(60_000, key -> key, key -> 1 + key % 3);
        WhatIf whatIf = Evaluation.of(growth, sample)
                .schemes(List.of(Scheme.named("permutation")))
                .budget(Duration.ofMillis(40))
                .threads(1)
                .run();
        AlgorithmReport report = whatIf.algorithms().get(0);
        // The share of 60,000 keys themselves; their weights at most double its variance.
        double ofSample = Math.sqrt(2 / 61.0 / 60_000);
        assertThat(report.looked()).isEqualTo(10_000);
        for (Unit unit : Unit.values()) {
            Moved moved = report.in(unit).moved();
            assertThat(moved.sigma()).isPositive();
            assertThat(moved.all()).isEqualTo(1 / 61.0, within(SIGMAS * (moved.sigma() + ofSample)));
        }
    }
}
