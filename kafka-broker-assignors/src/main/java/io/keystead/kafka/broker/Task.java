package io.keystead.kafka.broker;

/** One task of a Streams group. */
record Task(String subtopology, int partition) {
    /** As the protocol spells it, and under which it is ranked. */
    String name() {
        return subtopology + "_" + partition;
    }
}
