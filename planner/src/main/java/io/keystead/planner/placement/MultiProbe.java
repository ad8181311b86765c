package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Multi-probe consistent hashing (Appleton and O'Reilly 2015): each candidate has one token on the ring, the key is hashed
 * several times, and belongs to the token that is closest after any of its hashes.
 *
 * <p>With P probes look-up is O(P log n), memory O(n), a build O(n log n). The largest share is about 1 + 1/P of the mean,
 * 1.05 with the {@value #PROBES} probes by default, without virtual nodes.
 */
public final class MultiProbe extends ListPlacement {
    /** The probes where nothing else is said, as in the paper. */
    public static final int PROBES = 21;

    private final int probes;
    private final Tokens tokens;

    /** With {@value #PROBES} probes. */
    public MultiProbe(List<Candidate> candidates) {
        this(candidates, PROBES);
    }

    /**
     * With so many probes.
     *
     * @param candidates at least one, each of weight 1
     * @param probes 1 or above
     */
    public MultiProbe(List<Candidate> candidates, int probes) {
        super(Algorithm.MULTI_PROBE, sorted(candidates));
        if (probes < 1) {
            throw new IllegalArgumentException(probes + " probes; allowed: 1 and above");
        }
        this.probes = probes;
        SortedMap<Long, Integer> ring = Tokens.ring();
        for (int i = 0; i < size(); i++) {
            Integer other = ring.put(Draw.of(candidates().get(i)), i);
            if (other != null) {
                throw new IllegalArgumentException(
                        "the candidates \"" + candidates().get(other).id() + "\" and \""
                                + candidates().get(i).id() + "\" have one token; allowed: distinct tokens");
            }
        }
        this.tokens = new Tokens(ring);
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new MultiProbe(next, probes);
    }

    @Override
    public int owner(long keyHash) {
        int closest = 0;
        long least = -1;
        for (int i = 0; i < probes; i++) {
            long probe = Draw.word(keyHash, i);
            int place = tokens.place(probe);
            long distance = tokens.token(place) - probe;
            if (Long.compareUnsigned(distance, least) < 0) {
                least = distance;
                closest = place;
            }
        }
        return tokens.owner(closest);
    }

    /**
     * By the arcs before the tokens: the part S(x) of the ring that is farther than x from its token is linear between the
     * lengths of arcs, and a token wins at the distance x with the density P S(x)^(P-1).
     */
    @Override
    public double[] shares() {
        int n = tokens.count();
        double[] arcs = new double[n];
        Arrays.setAll(arcs, tokens::arc);
        Integer[] byLength = new Integer[n];
        Arrays.setAll(byLength, i -> i);
        Arrays.sort(byLength, (a, b) -> Double.compare(arcs[a], arcs[b]));
        double[] shares = new double[n];
        double previous = 0;
        double farther = 1;
        double share = 0;
        for (int k = 0; k < n; k++) {
            double arc = arcs[byLength[k]];
            int open = n - k;
            double next = Math.max(0, farther - open * (arc - previous));
            share += (Math.pow(farther, probes) - Math.pow(next, probes)) / open;
            shares[tokens.owner(byLength[k])] = share;
            farther = next;
            previous = arc;
        }
        return shares;
    }

    @Override
    public int steps(long keyHash) {
        int comparisons = 0;
        for (int i = 0; i < probes; i++) {
            comparisons += tokens.comparisons(Draw.word(keyHash, i));
        }
        return comparisons;
    }

    @Override
    public long memoryBytes() {
        return tokens.memoryBytes();
    }
}
