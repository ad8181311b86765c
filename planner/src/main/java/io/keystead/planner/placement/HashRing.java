package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Consistent hashing on a ring (Karger, Lehman, Leighton, Panigrahy, Levine and Lewin 1997): each candidate has tokens on
 * the ring of 64-bit words, and a key belongs to the first token at or after its hash, around the end.
 *
 * <p>Intervals are closed on the right: a key whose hash is a token belongs to that token. With V tokens of n candidates
 * look-up is O(log nV), memory O(nV), a build O(nV log nV). A new candidate takes parts of others' arcs and a removed one
 * leaves its arcs to their successors. Tokens depend on the candidate alone, round(V * weight) of them, at least one.
 * Arcs are uneven: the share of a candidate varies by about 1 / sqrt(V) of itself. Replicas are the next different
 * candidates along the ring.
 */
public final class HashRing extends ListPlacement {
    /** The tokens of a candidate of weight 1 where nothing else is said. */
    public static final int TOKENS = 128;

    /** The most tokens of a ring. */
    public static final int MAX_TOKENS = 1 << 24;

    private final int perWeight;
    private final Map<String, long[]> explicit;
    private final Tokens tokens;

    /** With {@value #TOKENS} tokens of a candidate of weight 1. */
    public HashRing(List<Candidate> candidates) {
        this(candidates, TOKENS);
    }

    /**
     * With so many tokens of a candidate of weight 1.
     *
     * @param perWeight 1 or above
     * @throws IllegalArgumentException if two tokens are the same, or there would be more than {@value #MAX_TOKENS}
     */
    public HashRing(List<Candidate> candidates, int perWeight) {
        this(sorted(candidates), perWeight, Map.of());
    }

    private HashRing(List<Candidate> candidates, int perWeight, Map<String, long[]> explicit) {
        super(Algorithm.RING, candidates);
        if (perWeight < 1) {
            throw new IllegalArgumentException(perWeight + " tokens of a candidate; allowed: 1 and above");
        }
        this.perWeight = perWeight;
        this.explicit = explicit;
        SortedMap<Long, Integer> ring = Tokens.ring();
        for (int candidate = 0; candidate < size(); candidate++) {
            place(ring, candidate);
        }
        this.tokens = new Tokens(ring);
    }

    /**
     * A ring with tokens that are given, read as unsigned, as those systems have that store theirs.
     *
     * @param tokens at least one of each candidate
     */
    public static HashRing ofTokens(Map<Candidate, long[]> tokens) {
        List<Candidate> candidates = new ArrayList<>(tokens.keySet());
        candidates.sort(Comparator.comparing(Candidate::id));
        Map<String, long[]> explicit = new LinkedHashMap<>();
        tokens.forEach((candidate, own) -> explicit.put(candidate.id(), own.clone()));
        return new HashRing(candidates, TOKENS, explicit);
    }

    /** This ring with a candidate more, whose tokens are given. */
    public HashRing add(Candidate candidate, long... own) {
        Map<String, long[]> more = new LinkedHashMap<>(explicit);
        more.put(candidate.id(), own.clone());
        List<Candidate> next = new ArrayList<>(candidates());
        next.add(candidate);
        return new HashRing(sorted(next), perWeight, more);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new HashRing(sorted(next), perWeight, explicit);
    }

    private void place(Map<Long, Integer> ring, int candidate) {
        for (long token : tokensOf(candidates().get(candidate), ring.size())) {
            Integer other = ring.put(token, candidate);
            if (other != null) {
                throw new IllegalArgumentException("the token " + Long.toUnsignedString(token) + " is that of \""
                        + candidates().get(other).id() + "\" and of \""
                        + candidates().get(candidate).id() + "\"; allowed: distinct tokens");
            }
        }
    }

    private long[] tokensOf(Candidate candidate, int before) {
        long[] own = explicit.get(candidate.id());
        if (own != null) {
            return own;
        }
        long count = Math.max(1, Math.round(perWeight * candidate.weight()));
        if (before + count > MAX_TOKENS) {
            throw new IllegalArgumentException(count + " tokens of candidate \"" + candidate.id() + "\" beside "
                    + before + " others; allowed: " + MAX_TOKENS + " in all");
        }
        long word = Draw.of(candidate);
        long[] drawn = new long[(int) count];
        Arrays.setAll(drawn, i -> Draw.word(word, i));
        return drawn;
    }

    @Override
    public int owner(long keyHash) {
        return tokens.owner(tokens.place(keyHash));
    }

    @Override
    public int[] top(long keyHash, int count) {
        Chosen chosen = new Chosen(size(), wanted(count));
        int start = tokens.place(keyHash);
        for (int i = 0; !chosen.isFull() && i < tokens.count(); i++) {
            chosen.offer(tokens.owner((start + i) % tokens.count()));
        }
        return chosen.inOrder();
    }

    /** The arcs of each candidate, as parts of the ring. */
    @Override
    public double[] shares() {
        double[] shares = new double[size()];
        for (int place = 0; place < tokens.count(); place++) {
            shares[tokens.owner(place)] += tokens.arc(place);
        }
        return shares;
    }

    @Override
    public int steps(long keyHash) {
        return tokens.comparisons(keyHash);
    }

    @Override
    public long memoryBytes() {
        return tokens.memoryBytes();
    }
}
