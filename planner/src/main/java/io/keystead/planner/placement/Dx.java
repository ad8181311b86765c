package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * DxHash (Dong, Wang and Feng 2021, arXiv:2107.07930): the key draws a pseudo-random sequence of places in an array, and
 * belongs to the first place that is taken.
 *
 * <p>With A places for a sum of weights W, in units of the largest weight allowed, look-up is A / W draws expected, memory
 * O(A), a build O(A), a change O(1) in place and O(A) here. Shares are exact. A place is taken with the probability of its
 * candidate's weight (weighted DxHash), so that weights may be changed. Who has which place depends on the order of
 * changes: a removed candidate's place is given out again, the lowest first. The array does not grow, since
 * draws from a larger one are others.
 */
public final class Dx extends ListPlacement {
    /** How many draws a look-up takes at most for each place; then the first taken place has the key. */
    private static final int DRAWS = 64;

    private static final int MAX_PLACES = 1 << 24;

    private final double heaviest;
    /** The index of the candidate at each place, -1 where it is free. */
    private final int[] places;
    /** With which probability a draw of the candidate counts. */
    private final double[] accepted;

    /** With a power of two of places, so that at least half of them are free, and no heavier candidate to come. */
    public Dx(List<Candidate> candidates) {
        this(candidates, places(candidates.size()), heaviest(candidates));
    }

    /**
     * With so many places and room for so heavy candidates.
     *
     * @param candidates at least one
     * @param places from their number to 2^24
     * @param heaviest the largest weight that there will be
     */
    public Dx(List<Candidate> candidates, int places, double heaviest) {
        this(candidates, heaviest, firstPlaces(candidates.size(), places));
    }

    private Dx(List<Candidate> candidates, double heaviest, int[] places) {
        super(Algorithm.DX, candidates);
        for (Candidate candidate : candidates()) {
            if (candidate.weight() > heaviest) {
                throw new IllegalArgumentException("the weight " + candidate.weight() + " of candidate \""
                        + candidate.id() + "\"; allowed: at most " + heaviest
                        + ", the heaviest that this placement was built for");
            }
        }
        this.heaviest = heaviest;
        this.places = places;
        this.accepted =
                candidates().stream().mapToDouble(c -> c.weight() / heaviest).toArray();
    }

    /** With room for the candidates before a change, and during it, where the new ones come before the old ones go. */
    static Dx roomFor(List<Candidate> candidates, List<Candidate> next) {
        List<Candidate> most = together(candidates, next);
        return new Dx(candidates, places(most.size()), heaviest(most));
    }

    private static int places(int candidates) {
        return Integer.highestOneBit(Math.max(1, 2 * candidates - 1)) << 1;
    }

    private static double heaviest(List<Candidate> candidates) {
        return candidates.stream().mapToDouble(Candidate::weight).max().orElse(1);
    }

    private static int[] firstPlaces(int candidates, int places) {
        if (places < candidates || places > MAX_PLACES) {
            throw new IllegalArgumentException(
                    places + " places for " + candidates + " candidates; allowed: their number to " + MAX_PLACES);
        }
        int[] first = new int[places];
        Arrays.setAll(first, place -> place < candidates ? place : -1);
        return first;
    }

    /** For other weights: the places stay. */
    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Dx(next, heaviest, places);
    }

    @Override
    public int owner(long keyHash) {
        return Counted.result(search(keyHash));
    }

    /** How many draws a look-up takes. */
    @Override
    public int steps(long keyHash) {
        return Counted.steps(search(keyHash));
    }

    private long search(long keyHash) {
        int most = DRAWS * places.length;
        for (int i = 0; i < most; i++) {
            int candidate = drawn(keyHash, i);
            if (candidate >= 0) {
                return Counted.of(candidate, i + 1);
            }
        }
        int first = Arrays.stream(places)
                .filter(candidate -> candidate >= 0)
                .findFirst()
                .orElseThrow();
        return Counted.of(first, most);
    }

    /** The candidate of the i-th draw, -1 where the place is free or its candidate too light for the second number. */
    private int drawn(long keyHash, int i) {
        long word = Draw.word(keyHash, i);
        int candidate = places[Draw.below(word, places.length)];
        return candidate >= 0 && Draw.uniform(Draw.word(word, 0)) < accepted[candidate] ? candidate : -1;
    }

    @Override
    public KeyPlacement change(List<Candidate> next) {
        return changeByOne(next);
    }

    @Override
    public KeyPlacement add(Candidate candidate) {
        int free = 0;
        while (free < places.length && places[free] >= 0) {
            free++;
        }
        if (free == places.length) {
            throw new IllegalArgumentException("all " + free + " places are taken; allowed: a placement of more");
        }
        List<Candidate> next = new ArrayList<>(candidates());
        next.add(candidate);
        int[] more = places.clone();
        more[free] = next.size() - 1;
        return new Dx(next, heaviest, more);
    }

    @Override
    public KeyPlacement remove(String id) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates());
        next.remove(index);
        int[] fewer = Arrays.stream(places)
                .map(candidate -> candidate == index ? -1 : candidate > index ? candidate - 1 : candidate)
                .toArray();
        return new Dx(next, heaviest, fewer);
    }

    @Override
    public long memoryBytes() {
        return (long) places.length * Integer.BYTES + (long) size() * Double.BYTES;
    }
}
