package io.keystead.hrw;

/** Whether a candidate contends for keys: only {@link #ACTIVE} ones do. */
public enum CandidateState {
    /** Contends: owns the keys it wins. */
    ACTIVE,
    /** Has been created and gets nothing yet. */
    FILLING,
    /** Gets nothing any more and still holds data. */
    DRAINING
}
