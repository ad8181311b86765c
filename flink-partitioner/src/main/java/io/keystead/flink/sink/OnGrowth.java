package io.keystead.flink.sink;

/** What a sink does when it sees that a topic's candidates have changed. */
enum OnGrowth {
    /** It goes on with the new ones. */
    REFRESH,
    /** It fails, and the job, restarted, places by the new ones from its last checkpoint on. */
    FAIL
}
