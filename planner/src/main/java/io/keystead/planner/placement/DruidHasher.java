package io.keystead.planner.placement;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.Utf8;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Known to be skewed, and kept as an example of it: rendezvous hashing with a weak combination of two good hashes.
 *
 * <p>Key and candidate are hashed apart by MurmurHash3 (128 bits), and byte by byte the candidate's hash times 37 is joined
 * with the key's by exclusive or, as Apache Druid's {@code RendezvousHasher} does. So the winner
 * follows from the bits in which candidates differ: where their words part, each side gets half of the keys, however many
 * candidates stand there, and shares are powers of 1/2. {@link Hrw} mixes after joining, and is not
 * skewed. Look-up O(n), memory O(n), a build O(n).
 */
public final class DruidHasher extends ListPlacement {
    private static final Hasher128 MURMUR3 = Hashing.murmur3_128();
    private static final int FACTOR = 37;

    /** The first 8 bytes of each candidate's hash times 37, byte by byte. */
    private final long[] words;

    /** @param candidates at least one, each of weight 1 */
    public DruidHasher(List<Candidate> candidates) {
        super(Algorithm.DRUID, sorted(candidates));
        this.words = candidates().stream()
                .mapToLong(c -> times37(word(Utf8.encode(c.id()))))
                .toArray();
    }

    private static long word(byte[] bytes) {
        HashValue128 hash = MURMUR3.hashBytesTo128Bits(bytes);
        return hash.getAsLong();
    }

    private static long times37(long word) {
        long product = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            product |= ((word >>> shift & 0xff) * FACTOR & 0xff) << shift;
        }
        return product;
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new DruidHasher(next);
    }

    /** For the key of these 8 bytes, the highest first. */
    @Override
    public int owner(long keyHash) {
        return owner(ByteBuffer.allocate(Long.BYTES).putLong(keyHash).array());
    }

    @Override
    public int owner(byte[] key) {
        long word = word(key);
        int owner = 0;
        for (int i = 1; i < words.length; i++) {
            if ((words[i] ^ word) > (words[owner] ^ word)) {
                owner = i;
            }
        }
        return owner;
    }

    @Override
    public int[] top(long keyHash, int count) {
        long word = word(ByteBuffer.allocate(Long.BYTES).putLong(keyHash).array());
        return Ranking.highest(size(), wanted(count), i -> (words[i] ^ word) + Long.MIN_VALUE);
    }

    /** Exactly what the keys get: wherever two candidates' words part, each side has half, however many are there. */
    @Override
    public double[] shares() {
        double[] shares = new double[size()];
        share(IntStream.range(0, size()).toArray(), Long.MIN_VALUE, 1, shares);
        return shares;
    }

    private void share(int[] among, long bit, double share, double[] shares) {
        if (among.length == 1) {
            shares[among[0]] = share;
            return;
        }
        int[] set = Arrays.stream(among).filter(i -> (words[i] & bit) != 0).toArray();
        int[] clear = Arrays.stream(among).filter(i -> (words[i] & bit) == 0).toArray();
        double each = set.length == 0 || clear.length == 0 ? share : share / 2;
        for (int[] side : new int[][] {set, clear}) {
            if (side.length > 0) {
                share(side, bit >>> 1, each, shares);
            }
        }
    }

    @Override
    public long memoryBytes() {
        return (long) size() * Long.BYTES;
    }
}
