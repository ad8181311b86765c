package io.keystead.planner.sample;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Keys by their hash, with what is counted of each; columns in the order of the keys' first appearance.
 *
 * <p>40 to 64 bytes a key, where it has grown last decides. A look-up takes O(1) expected steps. Not thread-safe.
 */
final class KeyTable {
    /** The most keys. */
    static final int MAX_SIZE = 1 << 28;

    private static final int FIRST_CAPACITY = 1 << 10;

    /** Columns grow by half, so that at most a third is empty. */
    private static int grown(int capacity) {
        return Math.min(capacity + (capacity >> 1), MAX_SIZE);
    }

    private long[] hashes = new long[FIRST_CAPACITY];
    private int[] murmur2 = new int[FIRST_CAPACITY];
    private int[] javaHashes = new int[FIRST_CAPACITY];
    private long[] bytes = new long[FIRST_CAPACITY];
    private long[] records = new long[FIRST_CAPACITY];
    private int size;
    /** Index + 1 of a key at its hash's place or the next free one; twice as many places as keys or more. */
    private int[] places = new int[2 * FIRST_CAPACITY];

    int size() {
        return size;
    }

    long hash(int index) {
        return hashes[index];
    }

    int murmur2(int index) {
        return murmur2[index];
    }

    int javaHash(int index) {
        return javaHashes[index];
    }

    long bytes(int index) {
        return bytes[index];
    }

    long records(int index) {
        return records[index];
    }

    /** The records of all keys, in their order, as a copy. */
    long[] allRecords() {
        return Arrays.copyOf(records, size);
    }

    /** The bytes of all keys, in their order, as a copy. */
    long[] allBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** The index of a key, -1 if it is not there. */
    int find(long hash) {
        int mask = places.length - 1;
        for (int place = (int) hash & mask; places[place] != 0; place = place + 1 & mask) {
            if (hashes[places[place] - 1] == hash) {
                return places[place] - 1;
            }
        }
        return -1;
    }

    /** Adds a key that is not there, with nothing counted yet, and returns its index. */
    int append(long hash, int murmur2OfKey, int javaHash) {
        if (size == hashes.length) {
            grow();
        }
        if (2 * (size + 1) > places.length) {
            place(2 * places.length);
        }
        int index = size++;
        hashes[index] = hash;
        murmur2[index] = murmur2OfKey;
        javaHashes[index] = javaHash;
        bytes[index] = 0;
        records[index] = 0;
        put(index);
        return index;
    }

    /** Counts more of a key; sums stop at the largest number. */
    void count(int index, long moreBytes, long moreRecords) {
        bytes[index] = sum(bytes[index], moreBytes);
        records[index] = sum(records[index], moreRecords);
    }

    /** The sum of two numbers that are not negative, at most the largest. */
    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Forgets all keys but those whose hash is wanted; these keep their order, not their indices. */
    void retain(LongPredicate wanted) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (wanted.test(hashes[i])) {
                hashes[kept] = hashes[i];
                murmur2[kept] = murmur2[i];
                javaHashes[kept] = javaHashes[i];
                bytes[kept] = bytes[i];
                records[kept] = records[i];
                kept++;
            }
        }
        size = kept;
        place(places.length);
    }

    /** Gives back what only look-ups by hash need. None may come after it. */
    void finish() {
        places = new int[0];
    }

    /** One column after the other, so that no more than one is there twice. */
    private void grow() {
        int capacity = grown(hashes.length);
        hashes = Arrays.copyOf(hashes, capacity);
        murmur2 = Arrays.copyOf(murmur2, capacity);
        javaHashes = Arrays.copyOf(javaHashes, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        records = Arrays.copyOf(records, capacity);
    }

    private void place(int length) {
        places = new int[length];
        for (int i = 0; i < size; i++) {
            put(i);
        }
    }

    private void put(int index) {
        int mask = places.length - 1;
        int place = (int) hashes[index] & mask;
        while (places[place] != 0) {
            place = place + 1 & mask;
        }
        places[place] = index + 1;
    }
}
