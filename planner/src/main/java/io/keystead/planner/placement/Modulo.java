package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.Murmur2;
import java.util.List;

/**
 * The hash of the key modulo the number of candidates: what Kafka's default partitioner does, with murmur2, and most hash
 * tables.
 *
 * <p>Look-up O(1), no memory, nothing to build. Candidate i is the number i, so the order of the list matters. Promises
 * nothing about a change: from n to n + 1 candidates one key in n + 1 stays. The next candidates for a key are the next
 * numbers.
 */
public final class Modulo extends ListPlacement {
    /** @param candidates at least one, each of weight 1; the i-th has the number i */
    public Modulo(List<Candidate> candidates) {
        super(Algorithm.MODULO, candidates);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Modulo(next);
    }

    /** The hash, read as unsigned, modulo the number of candidates. */
    @Override
    public int owner(long keyHash) {
        return (int) Long.remainderUnsigned(keyHash, size());
    }

    /** The partition that Kafka's default partitioner gives the key. */
    @Override
    public int owner(byte[] key) {
        return Murmur2.partition(key, 0, key.length, size());
    }

    @Override
    public int owner(long keyHash, int murmur2, int hashCode) {
        return (murmur2 & Integer.MAX_VALUE) % size();
    }

    @Override
    public int[] top(long keyHash, int murmur2, int hashCode, int count) {
        return from(owner(keyHash, murmur2, hashCode), count);
    }

    @Override
    public int[] top(long keyHash, int count) {
        return from(owner(keyHash), count);
    }

    private int[] from(int owner, int count) {
        int[] top = new int[wanted(count)];
        for (int i = 0; i < top.length; i++) {
            top[i] = (owner + i) % size();
        }
        return top;
    }

    @Override
    public int steps(long keyHash) {
        return 1;
    }

    @Override
    public long memoryBytes() {
        return 0;
    }
}
