package io.keystead.planner.placement;

import java.util.SortedMap;
import java.util.TreeMap;

/** The tokens on the ring of 64-bit words, in their unsigned order, and whose they are. Immutable. */
final class Tokens {
    private final long[] tokens;
    private final int[] owners;

    /** @param ring candidates by token, in the order of {@link #ring()} */
    Tokens(SortedMap<Long, Integer> ring) {
        this.tokens = ring.keySet().stream().mapToLong(Long::longValue).toArray();
        this.owners = ring.values().stream().mapToInt(Integer::intValue).toArray();
    }

    /** For tokens of candidates that are to be collected. */
    static SortedMap<Long, Integer> ring() {
        return new TreeMap<>(Long::compareUnsigned);
    }

    int count() {
        return tokens.length;
    }

    long token(int place) {
        return tokens[place];
    }

    int owner(int place) {
        return owners[place];
    }

    /** The place of the first token at or after the hash, around the end. O(log n). */
    int place(long hash) {
        int place = Counted.result(search(hash));
        return place == tokens.length ? 0 : place;
    }

    /** How many tokens the search for {@link #place} compares the hash with. */
    int comparisons(long hash) {
        return Counted.steps(search(hash));
    }

    private long search(long hash) {
        int comparisons = 0;
        int low = 0;
        int high = tokens.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            comparisons++;
            if (Long.compareUnsigned(tokens[middle], hash) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Counted.of(low, comparisons);
    }

    /** How much of the ring lies between the token before this place and its own. */
    double arc(int place) {
        int n = tokens.length;
        return n == 1 ? 1 : Draw.part(tokens[place] - tokens[(place + n - 1) % n]);
    }

    long memoryBytes() {
        return (long) tokens.length * (Long.BYTES + Integer.BYTES);
    }
}
