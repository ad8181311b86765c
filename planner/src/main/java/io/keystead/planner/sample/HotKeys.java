package io.keystead.planner.sample;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * The names of the keys with the most records, or the most bytes, while records come.
 *
 * <p>A key that is among the first {@code k} in the end has at its last record more than the k-th had then, and is noted at
 * the latest there. So no other name need be kept: at most {@code 2k} are. What a named key has must never become less. Not
 * thread-safe.
 */
final class HotKeys {
    private final int most;
    private final LongUnaryOperator countOf;
    private final Map<Long, byte[]> names = new HashMap<>();
    private long threshold;

    /**
     * None yet.
     *
     * @param most how many there will be
     * @param countOf how many records, or bytes, the key of a hash has so far
     */
    HotKeys(int most, LongUnaryOperator countOf) {
        this.most = most;
        this.countOf = countOf;
    }

    /** A key of {@code length} bytes from {@code offset} has now so many. */
    void saw(long hash, long count, byte[] key, int offset, int length) {
        if (count <= threshold || names.containsKey(hash)) {
            return;
        }
        names.put(hash, Arrays.copyOfRange(key, offset, offset + length));
        if (names.size() >= 2 * most) {
            prune();
        }
    }

    private void prune() {
        List<Long> hottest = hottest();
        names.keySet().retainAll(hottest);
        // Of several that are level any will do, so whoever comes later must have more.
        threshold = countOf.applyAsLong(hottest.get(hottest.size() - 1));
    }

    /** The hashes of the keys with the most, most first. */
    List<Long> hottest() {
        Map<Long, Long> counts = new HashMap<>();
        names.keySet().forEach(hash -> counts.put(hash, countOf.applyAsLong(hash)));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether the key's name is kept. */
    boolean names(long hash) {
        return names.containsKey(hash);
    }

    /** The bytes of a key that {@link #hottest()} names. */
    byte[] name(long hash) {
        return names.getOrDefault(hash, new byte[0]);
    }
}
