package io.keystead.planner.whatif;

/** Why a key moves; the names are those of {@link Moved}'s parts. */
enum Cause {
    TO_NEW(0),
    FROM_OLD(1),
    TO_WEIGHT(2),
    NEEDLESS(3);

    /** How many there are. */
    static final int COUNT = 4;

    private final int row;

    Cause(int row) {
        this.row = row;
    }

    /** Where sums by cause have this one, 0 to {@link #COUNT} - 1. */
    int row() {
        return row;
    }
}
