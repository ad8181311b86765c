package io.keystead.flink.rescale;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * The events of a run: event {@code i} and the watermark before it are functions of {@code i} alone.
 *
 * <p>Times are multiples of ten and out of order by less than {@link #BOUND}. With late events, each 37th is behind the
 * watermark, by up to three seconds.
 *
 * @param count of events
 * @param late whether there are late events
 */
record Events(long count, boolean late) implements Serializable {
    static final int KEYS = 300;
    static final long BOUND = 500;

    private static final long START = 10_000;
    private static final long STEP = 10;
    private static final long SEED = 0x6b65797374656164L;
    /** Events between two watermarks. */
    private static final int BATCH = 10;

    Event at(long index) {
        SplittableRandom random = new SplittableRandom(SEED + index);
        String key = "user-" + random.nextInt(KEYS);
        long value = random.nextInt(1000);
        long behind = STEP * random.nextInt(40);
        if (isLate(index)) {
            behind = BOUND + STEP * (BATCH + random.nextInt(300));
        }
        return new Event(index, key, value, START + STEP * index - behind);
    }

    /** Whether the event is behind the watermark that stands when it arrives. */
    boolean isLate(long index) {
        return late && index % 37 == 36;
    }

    /** The watermark that stands when event {@code index} arrives; all that are not late are after it. */
    static long watermarkBefore(long index) {
        return START + STEP * (index / BATCH * BATCH) - BOUND;
    }

    /** The last event opens the end of the run: what waits for the clock on the wall leaves it out. */
    boolean isLast(Event event) {
        return event.index == count - 1;
    }
}
