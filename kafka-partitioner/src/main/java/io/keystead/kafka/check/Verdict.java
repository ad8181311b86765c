package io.keystead.kafka.check;

/** What can be said of a record's partition under one topology. */
public enum Verdict {
    /** The record lies where a producer of this topology puts its key, or may put it if it is a hot key. */
    RIGHT,

    /**
     * The key has another owner under this topology. So it is too where the topology does not name the record's partition
     * at all, or calls it {@link io.keystead.hrw.CandidateState#FILLING filling}: a key's owner is always an active one.
     */
    WRONG,

    /**
     * The rule says nothing of this record: it has no key, and then any partition will do; or it lies in a partition
     * that is {@link io.keystead.hrw.CandidateState#DRAINING draining} and may be older than the draining.
     */
    UNKNOWN
}
