package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.Utf8;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The permuted ring of Tahoe-LAFS: the servers for a file are all servers in the order of SHA-1 over the file's storage
 * index and the server's seed, and those that are full are skipped.
 *
 * <p>It is rendezvous hashing by the smallest hash, in spite of its name. Look-up O(n) hashes of SHA-1, memory O(n), a build
 * O(n).
 */
public final class Permutation extends ListPlacement {
    private final byte[][] seeds;

    /** @param candidates at least one, each of weight 1; the seed of a server is its id as UTF-8 */
    public Permutation(List<Candidate> candidates) {
        super(Algorithm.PERMUTATION, sorted(candidates));
        this.seeds = candidates().stream().map(c -> Utf8.encode(c.id())).toArray(byte[][]::new);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Permutation(next);
    }

    /** For the storage index of these 8 bytes, the highest first. */
    @Override
    public int owner(long keyHash) {
        return owner(bytes(keyHash));
    }

    @Override
    public int owner(byte[] storageIndex) {
        MessageDigest sha1 = sha1();
        int owner = 0;
        byte[] least = hash(sha1, storageIndex, 0);
        for (int i = 1; i < seeds.length; i++) {
            byte[] hash = hash(sha1, storageIndex, i);
            if (Arrays.compareUnsigned(hash, least) < 0) {
                least = hash;
                owner = i;
            }
        }
        return owner;
    }

    @Override
    public int[] top(long keyHash, int count) {
        return Arrays.copyOf(permutation(bytes(keyHash)), wanted(count));
    }

    /**
     * The first servers of the permutation that have room, fewer where there are not as many.
     *
     * @param count 0 or above
     */
    public List<Candidate> choose(byte[] storageIndex, int count, Predicate<Candidate> hasRoom) {
        List<Candidate> chosen = new ArrayList<>();
        for (int server : permutation(storageIndex)) {
            Candidate candidate = candidates().get(server);
            if (chosen.size() < wanted(count) && hasRoom.test(candidate)) {
                chosen.add(candidate);
            }
        }
        return List.copyOf(chosen);
    }

    private int[] permutation(byte[] storageIndex) {
        MessageDigest sha1 = sha1();
        byte[][] hashes = new byte[seeds.length][];
        Arrays.setAll(hashes, i -> hash(sha1, storageIndex, i));
        Integer[] order = new Integer[seeds.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(hashes[a], hashes[b]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    private byte[] hash(MessageDigest sha1, byte[] storageIndex, int server) {
        sha1.update(storageIndex);
        return sha1.digest(seeds[server]);
    }

    private static byte[] bytes(long word) {
        return ByteBuffer.allocate(Long.BYTES).putLong(word).array();
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-1", e);
        }
    }

    @Override
    public long memoryBytes() {
        return Arrays.stream(seeds).mapToLong(seed -> seed.length).sum();
    }
}
