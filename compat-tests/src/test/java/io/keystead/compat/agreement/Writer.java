package io.keystead.compat.agreement;

import java.util.Map;

/** Somebody who writes the key set to topics, each by its plan. */
interface Writer {
    /** What it is called in messages and in the names of tests. */
    @Override
    String toString();

    /**
     * Writes the key set to each of the topics, and returns when all is acknowledged.
     *
     * @param plans by topic, whose partitions are those of the plan or more
     */
    void write(String bootstrapServers, Map<String, Plan> plans, KeySet keys) throws Exception;

    /** Whether its records without a key go to the partitions of the plan, and to those only. */
    default boolean spreadsKeylessByPlan() {
        return true;
    }

    /** What it computes for a key, or {@link Steps.Answer#NONE} if it cannot be asked. */
    default Steps.Answer explain(Plan plan, byte[] key) throws Exception {
        return Steps.Answer.NONE;
    }
}
