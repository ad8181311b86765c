package io.keystead.planner.whatif;

import java.util.List;
import java.util.Optional;

/**
 * Which algorithm fits, and why.
 *
 * @param fits the algorithm's name; empty where none meets all hard constraints
 * @param why one line
 * @param constraints the hard constraints, in the order in which they were asked
 */
public record Verdict(Optional<String> fits, String why, List<Constraint> constraints) {
    /** The list is copied. */
    public Verdict {
        constraints = List.copyOf(constraints);
    }

    /**
     * A hard constraint and whom it excludes.
     *
     * @param question such as {@code arbitrary removal?}
     * @param asked whether it holds of this change or was asked for
     * @param because from where that is known
     * @param excluded the names of the algorithms that it excludes, which nothing before it did
     */
    public record Constraint(String question, boolean asked, String because, List<String> excluded) {
        /** The list is copied. */
        public Constraint {
            excluded = List.copyOf(excluded);
        }
    }
}
