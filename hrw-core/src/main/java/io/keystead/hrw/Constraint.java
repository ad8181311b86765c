package io.keystead.hrw;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What several candidates chosen for one key must satisfy together, by one of their labels.
 *
 * <p>{@link #distinct distinct rack}: no two have the same rack. {@link #atLeast at least 2 zone}: they are spread over
 * two zones or more. A constraint never touches a score; it only makes the walk down the ranking skip a candidate.
 * Immutable and thread-safe.
 */
public final class Constraint {
    private static final int DISTINCT = 0;

    private final String label;
    private final int minimum;

    private Constraint(String label, int minimum) {
        this.label = label;
        this.minimum = minimum;
    }

    /** No two chosen candidates have the same value of the label. */
    public static Constraint distinct(String label) {
        return new Constraint(label, DISTINCT);
    }

    /**
     * The chosen candidates have at least so many different values of the label.
     *
     * @param minimum at least 2: one value is always there
     */
    public static Constraint atLeast(int minimum, String label) {
        if (minimum < 2) {
            throw new IllegalArgumentException(
                    "at least " + minimum + " " + label + " asks for nothing; allowed: at least 2 or more");
        }
        return new Constraint(label, minimum);
    }

    /** The name of the label that counts. */
    public String label() {
        return label;
    }

    /** Whether the constraint can still be met when {@code next} joins and {@code seatsAfter} seats stay free. */
    boolean allows(List<Candidate> chosen, Candidate next, int seatsAfter) {
        Set<@Nullable String> values = new HashSet<>();
        for (Candidate candidate : chosen) {
            values.add(candidate.labels().get(label));
        }
        boolean isNew = values.add(next.labels().get(label));
        return minimum == DISTINCT ? isNew : values.size() + seatsAfter >= minimum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Constraint
                && ((Constraint) other).label.equals(label)
                && ((Constraint) other).minimum == minimum;
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, minimum);
    }

    /** As the protocol spells it: {@code distinct rack}, {@code at least 2 zone}. */
    @Override
    public String toString() {
        return minimum == DISTINCT ? "distinct " + label : "at least " + minimum + " " + label;
    }
}
