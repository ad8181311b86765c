package io.keystead.planner.placement;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hierarchical, or skeleton-based, rendezvous hashing (Yao, Ravishankar and Tripathi, Hash-Based Virtual Hierarchies for
 * Caching in Hybrid Content-Delivery Networks, 2001; Wang and Ravishankar, Hash-Based Virtual Hierarchies for Scalable
 * Location Service in Mobile Ad-hoc Networks, 2009): candidates live in the leaves of a fixed tree, the key runs a contest at
 * each branch on its way down, and a last one among the candidates of the leaf.
 *
 * <p>With leaves of m candidates and f branches look-up is O(f log n + m), memory O(n), a build O(n). Only branches with
 * candidates below contend, and all of them alike, so shares are exact only where the tree is full: a leaf with half the
 * candidates gives each of them twice as much, and the first candidate below a new branch has all that the branch gets. So
 * the largest share is 3 times the mean of 9 candidates, 6.5 times of 13 and 8.3 times of 25; whenever the tree becomes a
 * level higher, with 4 * 3^k + 1 candidates, the last of them has half of all keys. Branches that weigh what is below them
 * would be even, but each new candidate would move keys between others. A candidate keeps its leaf while it lives, and a new
 * one gets the first free place, so who has which leaf depends on the order of changes. The papers build their trees for
 * caches and for areas of a network; the leaves that fill up from the first are ours.
 */
public final class Skeleton extends ListPlacement {
    /** The branches at each node of the tree. */
    public static final int BRANCHES = 3;

    /** The candidates of a leaf. */
    public static final int LEAF = 4;

    /** With three branches room for 1.7 million leaves. */
    private static final int HEIGHT = 13;

    /** The place of each candidate: its leaf is {@code place / LEAF}. */
    private final List<Integer> places;

    private final Branch root;

    /** Candidates fill the leaves in the order in which they are given. */
    public Skeleton(List<Candidate> candidates) {
        this(candidates, places(candidates.size()));
    }

    private Skeleton(List<Candidate> candidates, List<Integer> places) {
        super(Algorithm.HRW_SKELETON, candidates);
        this.places = places;
        int leaves = 1;
        for (int level = 0; level < HEIGHT; level++) {
            leaves *= BRANCHES;
        }
        this.root = Branch.of(candidates(), byLeaf(), 0, leaves);
    }

    private static List<Integer> places(int count) {
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            places.add(place);
        }
        return places;
    }

    private SortedMap<Integer, List<Integer>> byLeaf() {
        SortedMap<Integer, List<Integer>> leaves = new TreeMap<>();
        for (int candidate = 0; candidate < size(); candidate++) {
            leaves.computeIfAbsent(places.get(candidate) / LEAF, leaf -> new ArrayList<>())
                    .add(candidate);
        }
        return leaves;
    }

    @Override
    KeyPlacement rebuild(List<Candidate> next) {
        return new Skeleton(next, places);
    }

    @Override
    public KeyPlacement change(List<Candidate> next) {
        return changeByOne(next);
    }

    @Override
    public KeyPlacement add(Candidate candidate) {
        int free = 0;
        while (places.contains(free)) {
            free++;
        }
        List<Candidate> next = new ArrayList<>(candidates());
        next.add(candidate);
        List<Integer> more = new ArrayList<>(places);
        more.add(free);
        return new Skeleton(next, more);
    }

    @Override
    public KeyPlacement remove(String id) {
        int index = index(id);
        List<Candidate> next = new ArrayList<>(candidates());
        next.remove(index);
        List<Integer> fewer = new ArrayList<>(places);
        fewer.remove(index);
        return new Skeleton(next, fewer);
    }

    @Override
    public int owner(long keyHash) {
        return root.owner(keyHash);
    }

    /** How many scores a look-up computes. */
    @Override
    public int steps(long keyHash) {
        return root.scores(keyHash);
    }

    @Override
    public double[] shares() {
        double[] shares = new double[size()];
        root.share(1, shares);
        return shares;
    }

    @Override
    public long memoryBytes() {
        return root.memoryBytes();
    }

    /** A node of the tree: either branches contend, or at a leaf candidates do. */
    private static final class Branch {
        private final long[] words;
        private final List<Branch> below;
        private final List<Integer> candidates;

        private Branch(long[] words, List<Branch> below, List<Integer> candidates) {
            this.words = words;
            this.below = below;
            this.candidates = candidates;
        }

        /** The branch over {@code span} leaves from the first one. */
        static Branch of(List<Candidate> all, SortedMap<Integer, List<Integer>> leaves, int first, int span) {
            if (span == 1) {
                List<Integer> own = leaves.values().iterator().next();
                return new Branch(
                        own.stream().mapToLong(i -> Draw.of(all.get(i))).toArray(), List.of(), own);
            }
            int step = span / BRANCHES;
            List<Branch> below = new ArrayList<>();
            List<Long> words = new ArrayList<>();
            for (int start = first; start < first + span; start += step) {
                SortedMap<Integer, List<Integer>> part = leaves.subMap(start, start + step);
                if (!part.isEmpty()) {
                    below.add(of(all, part, start, step));
                    words.add(Draw.word(Draw.word(step, 0), start));
                }
            }
            // A branch without a rival is no contest.
            return below.size() == 1
                    ? below.get(0)
                    : new Branch(words.stream().mapToLong(Long::longValue).toArray(), below, List.of());
        }

        private int best(long keyHash) {
            int best = 0;
            for (int i = 1; i < words.length; i++) {
                if (Long.compareUnsigned(Score.of(keyHash, words[i]), Score.of(keyHash, words[best])) > 0) {
                    best = i;
                }
            }
            return best;
        }

        int owner(long keyHash) {
            int best = best(keyHash);
            return below.isEmpty() ? candidates.get(best) : below.get(best).owner(keyHash);
        }

        int scores(long keyHash) {
            return words.length
                    + (below.isEmpty() ? 0 : below.get(best(keyHash)).scores(keyHash));
        }

        void share(double share, double[] shares) {
            double each = share / words.length;
            candidates.forEach(candidate -> shares[candidate] += each);
            below.forEach(branch -> branch.share(each, shares));
        }

        long memoryBytes() {
            long own = (long) words.length * (Long.BYTES + Integer.BYTES);
            return own + below.stream().mapToLong(Branch::memoryBytes).sum();
        }
    }
}
