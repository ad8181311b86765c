package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import io.keystead.hrw.hash.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A placement that is made anew from the list of candidates when that changes. */
abstract class ListPlacement implements KeyPlacement {
    /** After so many draws for each candidate whoever has not come up comes in order: its share is next to nothing. */
    private static final int DRAWS = 16;

    private final Algorithm algorithm;
    private final List<Candidate> candidates;

    ListPlacement(Algorithm algorithm, List<Candidate> candidates) {
        this.algorithm = algorithm;
        this.candidates = List.copyOf(candidates);
        check();
    }

    /** The same algorithm with the same parameters for other candidates. */
    abstract KeyPlacement rebuild(List<Candidate> next);

    /** Only what a load balancer keeps in its table while it changes is not active. */
    boolean allows(CandidateState state) {
        return state == CandidateState.ACTIVE;
    }

    private void check() {
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("no candidates for " + algorithm + "; allowed: at least one");
        }
        Set<String> ids = new HashSet<>();
        boolean weighted = algorithm.guarantees().contains(Guarantee.WEIGHTED);
        for (Candidate candidate : candidates) {
            if (!ids.add(candidate.id())) {
                throw new IllegalArgumentException(
                        "the candidate id \"" + candidate.id() + "\" stands twice; allowed: distinct ids");
            }
            if (!allows(candidate.state())) {
                throw new IllegalArgumentException("candidate \"" + candidate.id() + "\" is " + candidate.state()
                        + "; allowed for " + algorithm + ": active candidates");
            }
            if (!weighted && candidate.weight() != 1.0) {
                throw new IllegalArgumentException("the weight " + candidate.weight() + " of candidate \""
                        + candidate.id() + "\"; allowed for " + algorithm + ", which knows no weights: 1");
            }
        }
    }

    /** By id as UTF-8 bytes: for algorithms whose result must not depend on the order. */
    static List<Candidate> sorted(List<Candidate> candidates) {
        List<Candidate> sorted = new ArrayList<>(candidates);
        sorted.sort((a, b) -> Utf8.ORDER.compare(a.id(), b.id()));
        return sorted;
    }

    @Override
    public final Algorithm algorithm() {
        return algorithm;
    }

    @Override
    public final List<Candidate> candidates() {
        return candidates;
    }

    final int size() {
        return candidates.size();
    }

    /** A score of each candidate: declared, since such a loop has no other end; algorithms with fewer steps count them. */
    @Override
    public int steps(long keyHash) {
        return size();
    }

    /** Draws owners of other keys until there are enough; algorithms with an order of their own say so. */
    @Override
    public int[] top(long keyHash, int count) {
        return drawn(this, keyHash, wanted(count));
    }

    /** So many different candidates: the owner, and those of further hashes of the key. */
    static int[] drawn(KeyPlacement placement, long keyHash, int wanted) {
        int n = placement.candidates().size();
        Chosen chosen = new Chosen(n, wanted);
        chosen.offer(placement.owner(keyHash));
        for (int i = 0; !chosen.isFull() && i < DRAWS * n; i++) {
            chosen.offer(placement.owner(Draw.word(keyHash, i)));
        }
        for (int i = 0; !chosen.isFull(); i++) {
            chosen.offer(i);
        }
        return chosen.inOrder();
    }

    /** The count, checked, and no more than there are candidates. */
    final int wanted(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("the count " + count + " is negative; allowed: 0 and above");
        }
        return Math.min(count, size());
    }

    /** Each candidate's part of the sum of weights. */
    @Override
    public double[] shares() {
        double all = candidates.stream().mapToDouble(Candidate::weight).sum();
        return candidates.stream().mapToDouble(c -> c.weight() / all).toArray();
    }

    /** Each candidate's part of the places in a table. */
    static double[] shares(int[] table, int candidates) {
        double[] shares = new double[candidates];
        for (int candidate : table) {
            shares[candidate] += 1.0 / table.length;
        }
        return shares;
    }

    @Override
    public KeyPlacement add(Candidate candidate) {
        List<Candidate> next = new ArrayList<>(candidates);
        next.add(candidate);
        return rebuild(next);
    }

    @Override
    public KeyPlacement remove(String id) {
        List<Candidate> next = new ArrayList<>(candidates);
        next.remove(index(id));
        return rebuild(next);
    }

    @Override
    public KeyPlacement reweight(String id, double weight) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates);
        next.set(index, next.get(index).withWeight(weight));
        return rebuild(next);
    }

    @Override
    public KeyPlacement change(List<Candidate> next) {
        return rebuild(next);
    }

    /** The candidates of both sides, each with the larger of its weights: what stands together while a change goes on. */
    static List<Candidate> together(List<Candidate> before, List<Candidate> next) {
        Map<String, Candidate> all = new LinkedHashMap<>();
        for (Candidate candidate : before) {
            all.put(candidate.id(), candidate);
        }
        for (Candidate candidate : next) {
            all.merge(candidate.id(), candidate, (a, b) -> a.weight() > b.weight() ? a : b);
        }
        return List.copyOf(all.values());
    }

    /** The change, candidate by candidate: for algorithms that remember the changes before. */
    final KeyPlacement changeByOne(List<Candidate> next) {
        Map<String, Candidate> left = new LinkedHashMap<>();
        candidates.forEach(candidate -> left.put(candidate.id(), candidate));
        KeyPlacement changed = this;
        List<Candidate> reweighted = new ArrayList<>();
        for (Candidate candidate : next) {
            Candidate known = left.remove(candidate.id());
            if (known == null) {
                changed = changed.add(candidate);
            } else if (known.weight() != candidate.weight()) {
                reweighted.add(candidate);
            }
        }
        for (Candidate candidate : reweighted) {
            changed = changed.reweight(candidate.id(), candidate.weight());
        }
        for (String gone : left.keySet()) {
            changed = changed.remove(gone);
        }
        return changed;
    }

    /** The index of the candidate with this id. */
    final int index(String id) {
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).id().equals(id)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no candidate \"" + id + "\"; allowed: one of "
                + candidates.size() + " from \"" + candidates.get(0).id() + "\" to \""
                + candidates.get(candidates.size() - 1).id() + "\"");
    }

    /** The weight of a candidate, where it stands for so many places. */
    final int copies(int candidate, int most) {
        double weight = candidates.get(candidate).weight();
        if (weight != Math.rint(weight) || weight < 1 || weight > most) {
            throw new IllegalArgumentException("the weight " + weight + " of candidate \""
                    + candidates.get(candidate).id() + "\"; allowed for " + algorithm + ": whole numbers from 1 to "
                    + most);
        }
        return (int) weight;
    }

    @Override
    public String toString() {
        return algorithm + " over " + candidates;
    }
}
