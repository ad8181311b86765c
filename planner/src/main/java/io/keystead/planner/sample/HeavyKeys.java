package io.keystead.planner.sample;

import io.keystead.hrw.hash.Murmur2;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys that have the most records or bytes of a stream, of which there may be any number: who has a good part of all is
 * in it for certain.
 *
 * <p>The algorithm of Misra and Gries (Finding Repeated Elements, 1982), for records and for bytes, where many are thrown out
 * at a time: what a key was seen with may miss what came before it was last noted, but of n records (or bytes) never more
 * than n / {@value #KEPT}. It does not ask whether a sample has the key, so the sample of the others stays a uniform one.
 *
 * <p>At most {@value #MOST} keys, about 150 bytes each; O(1) expected steps a record, O(log {@value #MOST}) for one of a new
 * key. Not thread-safe.
 */
final class HeavyKeys {
    /** At least how many of the first by records, and by bytes, stay when others are thrown out. */
    static final int KEPT = 1 << 14;

    private static final int MOST = 1 << 16;
    /** What is missed of a key whose square is told is at most one in so many of what it has: 13 % of the square. */
    private static final int TELLS = 16;

    private final Map<Long, Heavy> keys = new HashMap<>();
    /** Who must stay since others have noted its name. */
    private final LongPredicate named;
    /** No key that is not here has more. */
    private long missedRecords;

    private long missedBytes;

    /** One of them, with what placements ask for and what it was seen with. */
    static final class Heavy {
        private final long hash;
        private final int murmur2;
        private final int javaHash;
        private final long missedRecords;
        private final long missedBytes;
        private long records;
        private long bytes;

        private Heavy(long hash, int murmur2, int javaHash, long missedRecords, long missedBytes) {
            this.hash = hash;
            this.murmur2 = murmur2;
            this.javaHash = javaHash;
            this.missedRecords = missedRecords;
            this.missedBytes = missedBytes;
        }

        long hash() {
            return hash;
        }

        int murmur2() {
            return murmur2;
        }

        int javaHash() {
            return javaHash;
        }

        long records() {
            return records;
        }

        long bytes() {
            return bytes;
        }

        /** Whether nothing, or next to nothing, of its records is missed. */
        boolean tellsRecords() {
            return missedRecords <= records / TELLS;
        }

        /** Whether nothing, or next to nothing, of its bytes is missed. */
        boolean tellsBytes() {
            return missedBytes <= bytes / TELLS;
        }

        private long mostRecords() {
            return KeyTable.sum(records, missedRecords);
        }

        private long mostBytes() {
            return KeyTable.sum(bytes, missedBytes);
        }
    }

    /**
     * Those of a table that has all keys so far.
     *
     * @param named whose hash says that it must not be thrown out; true for few keys
     */
    HeavyKeys(KeyTable all, LongPredicate named) {
        this.named = named;
        boolean fits = all.size() <= 2 * KEPT;
        missedRecords = fits ? 0 : first(KEPT, all.allRecords());
        missedBytes = fits ? 0 : first(KEPT, all.allBytes());
        for (int i = 0; i < all.size(); i++) {
            boolean heavy = all.records(i) > missedRecords || all.bytes(i) > missedBytes;
            if (fits || heavy || named.test(all.hash(i))) {
                Heavy key = new Heavy(all.hash(i), all.murmur2(i), all.javaHash(i), 0, 0);
                key.records = all.records(i);
                key.bytes = all.bytes(i);
                keys.put(key.hash, key);
            }
        }
    }

    /** Counts records of a key of {@code length} bytes from {@code offset}, and returns what it has now. */
    Heavy add(long hash, byte[] key, int offset, int length, long moreBytes, long moreRecords) {
        Heavy heavy = keys.get(hash);
        if (heavy == null) {
            if (keys.size() == MOST) {
                throwOut();
            }
            heavy = new Heavy(
                    hash,
                    Murmur2.hash(key, offset, length),
                    JavaHash.of(key, offset, length),
                    missedRecords,
                    missedBytes);
            keys.put(hash, heavy);
        }
        heavy.records = KeyTable.sum(heavy.records, moreRecords);
        heavy.bytes = KeyTable.sum(heavy.bytes, moreBytes);
        return heavy;
    }

    private void throwOut() {
        missedRecords = Math.max(
                missedRecords,
                first(KEPT, keys.values().stream().mapToLong(Heavy::mostRecords).toArray()));
        missedBytes = Math.max(
                missedBytes,
                first(KEPT, keys.values().stream().mapToLong(Heavy::mostBytes).toArray()));
        keys.values()
                .removeIf(key ->
                        key.mostRecords() <= missedRecords && key.mostBytes() <= missedBytes && !named.test(key.hash));
    }

    /** What comes behind so many that are larger or level. */
    private static long first(int count, long[] numbers) {
        Arrays.sort(numbers);
        return numbers[numbers.length - 1 - count];
    }

    /** How many records of a key were seen; 0 if it is not among them. */
    long recordsOf(long hash) {
        Heavy key = keys.get(hash);
        return key == null ? 0 : key.records;
    }

    /** How many bytes of a key were seen; 0 if it is not among them. */
    long bytesOf(long hash) {
        Heavy key = keys.get(hash);
        return key == null ? 0 : key.bytes;
    }

    /** What is held of a key; null if it is not among them. */
    @Nullable
    Heavy find(long hash) {
        return keys.get(hash);
    }

    /** All of them, in no order that means anything. */
    Collection<Heavy> all() {
        return keys.values();
    }

    /** The keys with more than so many records, or more than so many bytes, by their hash. */
    Map<Long, Heavy> above(double records, double bytes) {
        Map<Long, Heavy> above = new TreeMap<>(keys);
        above.values().removeIf(key -> key.records <= records && key.bytes <= bytes);
        return above;
    }
}
