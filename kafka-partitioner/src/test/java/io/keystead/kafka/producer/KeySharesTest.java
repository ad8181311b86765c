package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySharesTest {
    private static final long SEED = 20_261_130;
    private static final int KEYS = 10_000;

    /** The shares of all keys of five runs may all together be out of bounds once in a million times by chance. */
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 5 * KEYS);

    private static final ThreadLocal<SplittableRandom> RANDOM_OF_THREAD = new ThreadLocal<>();

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final AtomicLong clock = new AtomicLong();

    private KeyShares shares(int oneIn) {
        return new KeyShares(KeyHash.xxh3(0), oneIn, true, random::nextInt, clock::get);
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static byte[] text(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** Key 0 has half of all records; the others share the rest by Zipf's law. Sums up to 1 at the last key. */
    private static double[] halfAndZipf() {
        double[] upTo = new double[KEYS];
        double sum = 0;
        for (int i = 1; i < KEYS; i++) {
            sum += 1.0 / i;
        }
        upTo[0] = 0.5;
        for (int i = 1; i < KEYS; i++) {
            upTo[i] = upTo[i - 1] + 0.5 / (i * sum);
        }
        return upTo;
    }

    private static int draw(double[] upTo, double point) {
        int found = Arrays.binarySearch(upTo, point);
        return Math.min(found < 0 ? -found - 1 : found + 1, upTo.length - 1);
    }

    private static double sigma(double share, long sampled) {
        return Math.sqrt(share * (1 - share) / sampled);
    }

    private static void assertWithinBounds(KeyShares shares, double[] upTo) {
        long sampled = shares.sampled();
        double tooLow = KeyWindow.ERROR;
        assertThat(shares.share(1))
                .as("seed %s, %s sampled", SEED, sampled)
                .isBetween(0.5 - tooLow - SIGMAS * sigma(0.5, sampled), 0.5 + SIGMAS * sigma(0.5, sampled));

        double ten = upTo[KeyShares.TOP - 1];
        // Which ten are shown is decided by what was drawn, so each of them may be up by its own sigmas.
        double up = 0;
        for (int i = 0; i < KeyShares.TOP; i++) {
            up += SIGMAS * sigma(i == 0 ? 0.5 : upTo[i] - upTo[i - 1], sampled);
        }
        assertThat(shares.share(KeyShares.TOP))
                .as("seed %s, %s sampled", SEED, sampled)
                .isBetween(ten - KeyShares.TOP * tooLow - SIGMAS * sigma(ten, sampled), ten + up);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100})
    void theSharesShownAreWithinSigmasOfTheTruth(int oneIn) {
        double[] upTo = halfAndZipf();
        KeyShares shares = shares(oneIn);
        int records = 1_000_000;
        for (int i = 0; i < records; i++) {
            shares.placed(key(draw(upTo, random.nextDouble())));
        }
        Bound drawn = Bound.binomial(records, 1.0 / oneIn);
        assertThat(drawn.allows((double) shares.sampled(), SIGMAS))
                .as("seed %s: %s drawn, expected %s", SEED, shares.sampled(), drawn)
                .isTrue();
        assertWithinBounds(shares, upTo);
        assertThat(shares.keys().lines()).first().asString().endsWith(" % hex 0000000000000000");
    }

    @Test
    void manyThreadsCountWithoutWaitingAndTheSharesStayRight() throws Exception {
        double[] upTo = halfAndZipf();
        int threads = 8;
        int each = 250_000;
        int oneIn = 20;
        KeyShares shares = new KeyShares(
                KeyHash.xxh3(0), oneIn, true, () -> RANDOM_OF_THREAD.get().nextInt(), clock::get);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                SplittableRandom own = random.split();
                tasks.add(() -> {
                    RANDOM_OF_THREAD.set(own);
                    for (int i = 0; i < each; i++) {
                        shares.placed(key(draw(upTo, own.nextDouble())));
                        if (i % 10_000 == 9_999) {
                            // Somebody looks, and nobody waits for it.
                            assertThat(shares.share(1)).isLessThanOrEqualTo(1.0);
                        }
                    }
                    return null;
                });
            }
            // A lock that one keeps would make readers wait for ever.
            for (Future<Void> done : pool.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
        Bound drawn = Bound.binomial((long) threads * each, 1.0 / oneIn);
        // One that was left out is missing; none may be counted twice.
        assertThat(drawn.sigmas((double) shares.sampled()))
                .as("seed %s: %s counted, expected %s at most", SEED, shares.sampled(), drawn)
                .isLessThan(SIGMAS);
        // Under a lock that is never given back one thread alone would count; at least two must have, and one draw in
        // four is far below what contention leaves.
        assertThat(shares.sampled() / drawn.mean())
                .as("seed %s: share of the draws that was counted", SEED)
                .isGreaterThan(2.0 / threads);
        assertWithinBounds(shares, upTo);
    }

    @Test
    void withFewerKeysThanCountersAndEveryRecordDrawnTheSharesAreExact() {
        KeyShares shares = shares(1);
        for (int i = 0; i < 1_000; i++) {
            shares.placed(text("customer-" + (i % 4 == 0 ? 17 : i % 100)));
        }
        assertThat(shares.sampled()).isEqualTo(1_000);
        assertThat(shares.share(1)).isCloseTo(0.26, within(1e-12));
        assertThat(shares.keys()).startsWith("26.00 % string customer-17\n1.00 % string customer-");
        assertThat(shares.keys().lines()).hasSize(10);
        assertThat(shares.share(KeyShares.TOP)).isCloseTo(0.35, within(1e-12));
    }

    @Test
    void whereNoKeyIsHotNoneIsShownAsHot() {
        KeyShares shares = shares(1);
        for (int i = 0; i < 100_000; i++) {
            shares.placed(key(i));
        }
        // Every key once: the sketch never shows more than was counted.
        assertThat(shares.share(1)).isLessThanOrEqualTo(1 / 100_000.0);
    }

    @Test
    void theSharesAreThoseOfThisMinuteAndTheOneBefore() {
        KeyShares shares = shares(1);
        count(shares, "first", 30);
        clock.set(KeyShares.WINDOW_NANOS + 1);
        assertThat(shares.share(1)).isEqualTo(1.0);
        count(shares, "second", 10);
        assertThat(shares.share(1)).isEqualTo(0.75);
        assertThat(shares.keys()).isEqualTo("75.00 % string first\n25.00 % string second");
        clock.set(2 * KeyShares.WINDOW_NANOS);
        assertThat(shares.keys()).isEqualTo("100.00 % string second");
        clock.set(4 * KeyShares.WINDOW_NANOS);
        assertThat(shares.share(1)).isNaN();
        assertThat(shares.sampled()).isZero();
        assertThat(shares.keys()).isEmpty();
        count(shares, "third", 1);
        assertThat(shares.keys()).isEqualTo("100.00 % string third");
    }

    private static void count(KeyShares shares, String key, int times) {
        for (int i = 0; i < times; i++) {
            shares.placed(text(key));
        }
    }

    @Test
    void aKeyIsShownAsTheFileSpellsItAndALongOneByItsBeginning() {
        KeyShares shares = shares(1);
        count(shares, "a\nb", 3);
        count(shares, "x".repeat(128), 2);
        count(shares, "y".repeat(129), 1);
        assertThat(shares.keys())
                .isEqualTo("50.00 % hex 610a62\n33.33 % string " + "x".repeat(128) + "\n16.67 % hex " + "79".repeat(128)
                        + "... (129 bytes)");
    }

    @Test
    void keysThatAreNotToBeShownAreNotKept() {
        KeyShares shares = new KeyShares(KeyHash.xxh3(0), 1, false, random::nextInt, clock::get);
        count(shares, "secret", 3);
        assertThat(shares.share(1)).isEqualTo(1.0);
        assertThat(shares.keys()).isEqualTo("100.00 % (key not kept)");
    }

    @ParameterizedTest
    @CsvSource({"10, string HOT", "40, (key not kept)"})
    void aKeyThatIsTheHottestOfTwoMinutesAndOfNeitherIsShownFirst(int hotterOnes, String shown) {
        KeyShares shares = shares(1);
        for (String minute : List.of("A", "C")) {
            clock.addAndGet(KeyShares.WINDOW_NANOS);
            for (int i = 0; i < hotterOnes; i++) {
                count(shares, minute + i, 100);
            }
            count(shares, "HOT", 99);
        }
        assertThat(shares.share(1)).isEqualTo(99.0 / (100 * hotterOnes + 99));
        assertThat(shares.keys()).startsWith(String.format(Locale.ROOT, "%.2f %% %s\n", 100 * shares.share(1), shown));
        assertThat(shares.keys().lines()).hasSize(KeyShares.TOP);
    }

    @Test
    void theFirstLineHasTheShareOfTheHottestKeyWhateverWasDrawn() {
        for (int round = 0; round < 200; round++) {
            KeyShares shares = shares(1);
            for (int i = 0; i < 2_000; i++) {
                clock.addAndGet(random.nextLong(KeyShares.WINDOW_NANOS / 500));
                shares.placed(key((long) (1_000 * Math.pow(random.nextDouble(), 1 + round % 3))));
            }
            String keys = shares.keys();
            if (!keys.isEmpty()) {
                assertThat(keys)
                        .as("seed %s, round %s", SEED, round)
                        .startsWith(String.format(Locale.ROOT, "%.2f %% ", 100 * shares.share(1)));
            }
        }
    }

    @Test
    void nothingIsDrawnWhereNoneIsAskedFor() {
        KeyShares shares = shares(0);
        count(shares, "a", 10_000);
        assertThat(shares.sampled()).isZero();
    }

    @Test
    void whenEveryKeyIsNewTheSketchTakesLessThanHalfAByteARecord() {
        KeyShares shares = shares(100);
        byte[] key = new byte[Long.BYTES];
        ByteBuffer number = ByteBuffer.wrap(key);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int records = 2_000_000;
        long least = Long.MAX_VALUE;
        // Until compiled.
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < records; i++) {
                number.putLong(0, (long) round * records + i);
                shares.placed(key);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / (double) records).isLessThan(0.5);
    }
}
