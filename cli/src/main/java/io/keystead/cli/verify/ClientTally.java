package io.keystead.cli.verify;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** What one client has written: counts, and a sample of it. Not thread-safe. */
final class ClientTally {
    /**
     * Of how many different keys at most there is a note. So many tell the share of a writer in a mixture to five percent
     * (two standard deviations), and schemes that put one key in 50 elsewhere apart all but once in 20,000 times.
     */
    static final int SAMPLE = 500;

    private long right;
    private long wrong;
    /** Of all keys. */
    private final Sample<Sighting> keys = new Sample<>(SAMPLE);
    /** Of the wrong ones alone, which may be too few to be in the other sample. */
    private final Sample<Sighting> wrongKeys = new Sample<>(SAMPLE);

    /** A record that was only counted: it lies on one of several partitions that all are right, or its key is empty. */
    void count(boolean isRight) {
        if (isRight) {
            right++;
        } else {
            wrong++;
        }
    }

    /** Whether {@link #add} must follow for a record of this hash and verdict. */
    boolean takes(long hash, boolean isRight) {
        return keys.takes(hash) || (!isRight && wrongKeys.takes(hash));
    }

    /** A counted record for the samples. */
    void add(long hash, Writers writers, byte[] key, int partition, boolean isRight) {
        if (keys.takes(hash)) {
            keys.add(hash, () -> Sighting.of(writers, key, partition, isRight));
        }
        if (!isRight && wrongKeys.takes(hash)) {
            wrongKeys.add(hash, () -> Sighting.of(writers, key, partition, false));
        }
    }

    /** Adds what another thread has seen. */
    void add(ClientTally other) {
        right += other.right;
        wrong += other.wrong;
        keys.add(other.keys);
        wrongKeys.add(other.wrongKeys);
    }

    long right() {
        return right;
    }

    long wrong() {
        return wrong;
    }

    /** Records with a key that was held against the rule. */
    long records() {
        return right + wrong;
    }

    /** A sample of the different keys, a key once for each partition that it lies on. */
    Collection<Sighting> keys() {
        return keys.things();
    }

    /** The same, and a sample of the wrong ones besides. */
    Collection<Sighting> keysAndWrongOnes() {
        Map<Long, Sighting> both = new TreeMap<>(keys.byHash());
        both.putAll(wrongKeys.byHash());
        return both.values();
    }
}
