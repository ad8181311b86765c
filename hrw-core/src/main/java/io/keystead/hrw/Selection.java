package io.keystead.hrw;

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
