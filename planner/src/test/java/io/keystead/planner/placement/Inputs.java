package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Candidates and keys of tests. */
final class Inputs {
    private Inputs() {}

    /** {@code n} candidates node-0, node-1 and so on, of weight 1. */
    static List<Candidate> nodes(int n) {
        List<Candidate> nodes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            nodes.add(Candidate.of("node-" + i));
        }
        return nodes;
    }

    /** Candidates node-0, node-1 and so on, of these weights. */
    static List<Candidate> nodes(double... weights) {
        List<Candidate> nodes = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            nodes.add(Candidate.of("node-" + i).withWeight(weights[i]));
        }
        return nodes;
    }

    /** Candidates of one letter each. */
    static List<Candidate> letters(String letters) {
        return letters.chars().mapToObj(Character::toString).map(Candidate::of).collect(Collectors.toList());
    }

    static long[] keys(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.longs(count).toArray();
    }

    /** The id of a key's owner. */
    static String owner(KeyPlacement placement, long key) {
        return placement.candidates().get(placement.owner(key)).id();
    }

    /** The ids of the first candidates for a key. */
    static List<String> top(KeyPlacement placement, long key, int count) {
        List<String> ids = new ArrayList<>();
        for (int candidate : placement.top(key, count)) {
            ids.add(placement.candidates().get(candidate).id());
        }
        return ids;
    }
}
