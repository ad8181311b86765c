package io.keystead.hrw;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Several candidates chosen for one key, and what had to be given up to choose them. Immutable and thread-safe.
 */
public final class Selection {
    private final List<Candidate> chosen;
    private final List<Constraint> relaxed;
    private final int wanted;

    Selection(List<Candidate> chosen, List<Constraint> relaxed, int wanted) {
        this.chosen = Collections.unmodifiableList(chosen);
        this.relaxed = Collections.unmodifiableList(relaxed);
        this.wanted = wanted;
    }

    /**
     * Chooses under constraints, walking down an order: a key's ranking, or one that puts a candidate before its rank.
     *
     * <p>A candidate that breaks a constraint is skipped; a choice is never taken back. If the end comes before enough are
     * chosen, the last constraint is given up, those chosen stay, and the walk starts again for the seats still free. With n
     * candidates and c constraints: O(n count c) time for each constraint given up.
     *
     * @param order distinct candidates, the best first
     * @param count how many to choose, 0 or above
     * @param constraints the last one is given up first
     */
    public static Selection inOrder(List<Candidate> order, int count, List<Constraint> constraints) {
        if (count < 0) {
            throw new IllegalArgumentException("the count " + count + " is negative; allowed: 0 and above");
        }
        List<Constraint> binding = new ArrayList<>(constraints);
        List<Constraint> relaxed = new ArrayList<>();
        List<Candidate> chosen = new ArrayList<>();
        walk(order, binding, chosen, count);
        while (chosen.size() < Math.min(count, order.size()) && !binding.isEmpty()) {
            relaxed.add(binding.remove(binding.size() - 1));
            walk(order, binding, chosen, count);
        }
        return new Selection(chosen, relaxed, count);
    }

    private static void walk(List<Candidate> order, List<Constraint> binding, List<Candidate> chosen, int count) {
        for (Candidate next : order) {
            int seatsAfter = count - chosen.size() - 1;
            if (seatsAfter < 0) {
                return;
            }
            if (!chosen.contains(next) && binding.stream().allMatch(c -> c.allows(chosen, next, seatsAfter))) {
                chosen.add(next);
            }
        }
    }

    /** The chosen candidates in the order in which they were chosen; the first is the key's owner if it was eligible. */
    public List<Candidate> chosen() {
        return chosen;
    }

    /** The constraints that could not be met, in the order in which they were given up; empty when all hold. */
    public List<Constraint> relaxed() {
        return relaxed;
    }

    /** Whether as many were found as were asked for; false when there are fewer eligible candidates than that. */
    public boolean isComplete() {
        return chosen.size() == wanted;
    }

    @Override
    public String toString() {
        return chosen + (relaxed.isEmpty() ? "" : " without " + relaxed) + (isComplete() ? "" : " of " + wanted);
    }
}
