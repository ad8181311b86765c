package io.keystead.kafka.producer;

import io.keystead.kafka.topology.KeySpelling;
import java.util.Arrays;
import org.apache.datasketches.frequencies.LongsSketch;

/**
 * How often each key was drawn in one window, in bounded memory, and the bytes of the most frequent ones.
 *
 * <p>Counts are those of a sketch of frequent items (Anderson et al., <i>A high-performance algorithm for identifying
 * frequent items in data streams</i>, 2017). The estimate of a key never falls while the window lasts, so the keys
 * whose estimate was among the highest when they were counted last are those whose estimate is: remembering the bytes of
 * the highest at each count is enough. Not thread-safe.
 */
final class KeyWindow {
    /** Of the sketch, at most: 9 KB. */
    static final int COUNTERS = 512;

    /** By how much of all that was counted a key's count may be too low at most; it is never too high. */
    static final double ERROR = LongsSketch.getEpsilon(COUNTERS);

    /** Of a longer key the beginning is kept. */
    static final int MAX_KEY_BYTES = 128;

    private final LongsSketch sketch = new LongsSketch(COUNTERS);
    private final long[] hashes;
    private final long[] counts;
    private final int[] lengths;
    private final byte[][] beginnings;

    /** @param remembered of how many keys the bytes are kept */
    KeyWindow(int remembered) {
        this.hashes = new long[remembered];
        this.counts = new long[remembered];
        this.lengths = new int[remembered];
        this.beginnings = new byte[remembered][MAX_KEY_BYTES];
    }

    void add(long keyHash, byte[] key) {
        sketch.update(keyHash);
        remember(keyHash, sketch.getEstimate(keyHash), key);
    }

    private void remember(long keyHash, long count, byte[] key) {
        int least = -1;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && hashes[i] == keyHash) {
                counts[i] = count;
                return;
            }
            if (least < 0 || counts[i] < counts[least]) {
                least = i;
            }
        }
        if (least >= 0 && count > counts[least]) {
            hashes[least] = keyHash;
            counts[least] = count;
            lengths[least] = key.length;
            System.arraycopy(key, 0, beginnings[least], 0, Math.min(key.length, MAX_KEY_BYTES));
        }
    }

    LongsSketch sketch() {
        return sketch;
    }

    /** Whether the bytes of the key with this hash are kept. */
    boolean remembers(long keyHash) {
        return indexOf(keyHash) >= 0;
    }

    /** The key with this hash as it is shown; it must be remembered. */
    String spelled(long keyHash) {
        int i = indexOf(keyHash);
        byte[] beginning = Arrays.copyOf(beginnings[i], Math.min(lengths[i], MAX_KEY_BYTES));
        return lengths[i] > MAX_KEY_BYTES ? KeySpelling.ofBeginning(beginning, lengths[i]) : KeySpelling.of(beginning);
    }

    private int indexOf(long keyHash) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && hashes[i] == keyHash) {
                return i;
            }
        }
        return -1;
    }

    void clear() {
        sketch.reset();
        Arrays.fill(counts, 0);
    }
}
