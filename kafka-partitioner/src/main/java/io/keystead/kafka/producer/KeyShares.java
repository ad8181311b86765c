package io.keystead.kafka.producer;

import io.keystead.hrw.hash.KeyHash;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.LongsSketch;
import org.apache.datasketches.frequencies.LongsSketch.Row;

/**
 * Estimates which share of a topic's keyed records its hottest keys have, over the last one to two minutes.
 *
 * <p>One record in so many is drawn, each by itself at random, and counted in the sketch of the minute; what is shown is
 * of this minute and the one before. With m records drawn, a key whose true share is s is shown within a few of
 * sqrt(s (1 - s) / m), and besides up to {@link KeyWindow#ERROR} too low and never too high for what was drawn.
 *
 * <p>A record that is not drawn costs a random number. One that is drawn while another thread counts, or while somebody
 * reads, is left out: no record waits. Nothing is allocated but what the sketch needs to make room, about 3 KB for each
 * few hundred new keys drawn. Thread-safe.
 */
final class KeyShares {
    /** How many keys the share of the hottest few is about. */
    static final int TOP = 10;

    /**
     * Of how many keys a minute keeps the bytes. More than are shown, as a key that is among the hottest of two minutes
     * together may be among those of neither.
     */
    static final int REMEMBERED = 4 * TOP;

    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** In place of a key. Not a format that a file of hot keys may have. */
    static final String NOT_KEPT = "(key not kept)";

    private static final Comparator<Row> HOTTEST_FIRST =
            Comparator.comparingLong(Row::getLowerBound).reversed();

    private static final double EVERY = 0x1p32;

    private final KeyHash hash;
    private final long below;
    private final IntSupplier random;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private KeyWindow current;
    private KeyWindow previous;
    private long began;

    /**
     * @param oneIn one record in so many is drawn; 0: none
     * @param remembersKeys whether the keys themselves are kept, for {@link #keys}
     */
    KeyShares(KeyHash hash, int oneIn, boolean remembersKeys) {
        this(hash, oneIn, remembersKeys, () -> ThreadLocalRandom.current().nextInt(), System::nanoTime);
    }

    /**
     * @param random all ints alike, thread-safe
     * @param clock in nanoseconds
     */
    KeyShares(KeyHash hash, int oneIn, boolean remembersKeys, IntSupplier random, LongSupplier clock) {
        this.hash = hash;
        this.below = oneIn == 0 ? 0 : Math.round(EVERY / oneIn);
        this.random = random;
        this.clock = clock;
        this.current = new KeyWindow(remembersKeys ? REMEMBERED : 0);
        this.previous = new KeyWindow(remembersKeys ? REMEMBERED : 0);
        this.began = clock.getAsLong();
    }

    /** A record with this key is placed. */
    void placed(byte[] key) {
        if (below > 0 && Integer.toUnsignedLong(random.getAsInt()) < below) {
            count(key);
        }
    }

    private void count(byte[] key) {
        if (lock.tryLock()) {
            try {
                turn();
                current.add(hash.hash(key), key);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Begins another minute when it is time. */
    private void turn() {
        long windows = (clock.getAsLong() - began) / WINDOW_NANOS;
        if (windows == 0) {
            return;
        }
        began += windows * WINDOW_NANOS;
        KeyWindow oldest = previous;
        previous = current;
        current = oldest;
        current.clear();
        if (windows > 1) {
            previous.clear();
        }
    }

    /** How many records what is shown is drawn from. */
    long sampled() {
        return recent().getStreamLength();
    }

    /** The share of the {@code count} hottest keys, 0 to 1; NaN if no record was drawn. */
    double share(int count) {
        LongsSketch recent = recent();
        long records = Arrays.stream(recent.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES))
                .limit(count)
                .mapToLong(Row::getLowerBound)
                .sum();
        return records / (double) recent.getStreamLength();
    }

    /**
     * The keys that are certainly among the hottest, with their shares, a line each, the hottest first. A key whose bytes
     * were not kept has its line all the same: a colder one in its place would look like the hottest.
     */
    String keys() {
        lock.lock();
        try {
            LongsSketch recent = recent();
            // Others may not be hotter than a key that the sketch has dropped.
            return Arrays.stream(recent.getFrequentItems(ErrorType.NO_FALSE_POSITIVES))
                    .sorted(HOTTEST_FIRST.thenComparing(row -> !isKept(row.getItem())))
                    .limit(TOP)
                    .map(row -> String.format(
                            Locale.ROOT,
                            "%.2f %% %s",
                            100.0 * row.getLowerBound() / recent.getStreamLength(),
                            spelled(row.getItem())))
                    .collect(Collectors.joining("\n"));
        } finally {
            lock.unlock();
        }
    }

    private boolean isKept(long keyHash) {
        return current.remembers(keyHash) || previous.remembers(keyHash);
    }

    private String spelled(long keyHash) {
        if (!isKept(keyHash)) {
            return NOT_KEPT;
        }
        return current.remembers(keyHash) ? current.spelled(keyHash) : previous.spelled(keyHash);
    }

    private LongsSketch recent() {
        lock.lock();
        try {
            turn();
            // Room for both, so that bringing them together loses nothing.
            LongsSketch recent = new LongsSketch(2 * KeyWindow.COUNTERS);
            return recent.merge(previous.sketch()).merge(current.sketch());
        } finally {
            lock.unlock();
        }
    }
}
