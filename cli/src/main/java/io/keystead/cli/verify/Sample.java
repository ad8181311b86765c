package io.keystead.cli.verify;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A random sample of different things, each drawn with the same chance however often it was seen.
 *
 * <p>Each thing has a 64-bit hash, and those with the smallest are kept. So a thing that comes again is the same thing, and two
 * threads' samples are joined by keeping the smallest of both. Not thread-safe.
 *
 * @param <T> what is kept of a thing
 */
final class Sample<T> {
    private final int size;
    private final TreeMap<Long, T> smallest = new TreeMap<>();
    private long limit = Long.MAX_VALUE;

    /** @param size how many are kept at most */
    Sample(int size) {
        this.size = size;
    }

    /** Whether a thing of this hash is in the sample once it is added. */
    boolean takes(long hash) {
        return hash <= limit;
    }

    /** What is kept of the thing of this hash, made if it is new; only if the sample {@linkplain #takes takes} it. */
    T add(long hash, Supplier<T> thing) {
        T known = smallest.get(hash);
        if (known != null) {
            return known;
        }
        T made = thing.get();
        smallest.put(hash, made);
        trim();
        return made;
    }

    private void trim() {
        while (smallest.size() > size) {
            smallest.pollLastEntry();
        }
        if (smallest.size() == size) {
            limit = smallest.lastKey();
        }
    }

    /** By hash. */
    Map<Long, T> byHash() {
        return Collections.unmodifiableMap(smallest);
    }

    Collection<T> things() {
        return Collections.unmodifiableCollection(smallest.values());
    }

    /** Keeps the smallest of both; of what both have, this one's. */
    void add(Sample<T> other) {
        other.smallest.forEach((hash, thing) -> add(hash, () -> thing));
    }
}
