package io.keystead.planner.whatif;

/** In what a load is counted. */
public enum Unit {
    /** Different keys. */
    KEYS(0),
    /** The bytes of their records. */
    BYTES(1),
    /** Their records: shares of these are shares of the rate. */
    RECORDS(2);

    /** How many units there are. */
    static final int COUNT = 3;

    private final int column;

    Unit(int column) {
        this.column = column;
    }

    /** Where sums by unit have this one, 0 to {@link #COUNT} - 1. */
    int column() {
        return column;
    }
}
