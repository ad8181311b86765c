package io.keystead.planner.whatif;

/** In what a load is counted. */
public enum Unit {
    /** Different keys. */
    KEYS,
    /** The bytes of their records. */
    BYTES,
    /** Their records: shares of these are shares of the rate. */
    RECORDS
}
