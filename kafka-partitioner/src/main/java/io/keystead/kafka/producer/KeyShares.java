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
import java.util.stream.LongStream;
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

    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

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
        this.current = new KeyWindow(remembersKeys ? TOP : 0);
        this.previous = new KeyWindow(remembersKeys ? TOP : 0);
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

    /** The keys that are certainly among the hottest, with their shares, a line each, the hottest first. */
    String keys() {
        lock.lock();
        try {
            LongsSketch recent = recent();
            return LongStream.concat(current.remembered(), previous.remembered())
                    .distinct()
                    // Others may not be hotter than a key that the sketch has dropped.
                    .filter(keyHash -> recent.getLowerBound(keyHash) > recent.getMaximumError())
                    .boxed()
                    .sorted(Comparator.comparingLong(keyHash -> -recent.getLowerBound(keyHash)))
                    .limit(TOP)
                    .map(keyHash -> String.format(
                            Locale.ROOT,
                            "%.2f %% %s",
                            100.0 * recent.getLowerBound(keyHash) / recent.getStreamLength(),
                            spelled(keyHash)))
                    .collect(Collectors.joining("\n"));
        } finally {
            lock.unlock();
        }
    }

    private String spelled(long keyHash) {
        String key = current.spelled(keyHash);
        return key.isEmpty() ? previous.spelled(keyHash) : key;
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
