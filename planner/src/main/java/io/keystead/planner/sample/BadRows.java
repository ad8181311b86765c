package io.keystead.planner.sample;

import java.util.List;

/**
 * Rows that hold no key that could be counted. They are in no other number of a sample.
 *
 * @param count how many there are
 * @param first the first {@value #SHOWN} of them, in the order of the source
 */
public record BadRows(long count, List<BadRow> first) {
    /** How many are kept to be shown. */
    public static final int SHOWN = 3;

    /** @param first is copied */
    public BadRows {
        first = List.copyOf(first);
    }

    /**
     * A row that could not be read.
     *
     * @param line the number of its first line, from 1
     * @param reason what is wrong with it and what is allowed, in one line
     */
    public record BadRow(long line, String reason) {}
}
