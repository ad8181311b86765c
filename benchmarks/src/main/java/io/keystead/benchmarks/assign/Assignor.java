package io.keystead.benchmarks.assign;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** An assignor with the workers of one group, as the group's protocol lets them act. Not thread-safe. */
interface Assignor {
    /**
     * One rebalance, with as many rounds as the protocol needs.
     *
     * @param alive the names of the workers that take part; the others are not heard of
     * @return the worker of each partition
     */
    Map<TopicPartition, String> rebalance(List<String> alive);

    /** The worker's process has ended and its session is over: whatever it or the group knew of it is gone. */
    void forget(String worker);

    /** CPU time of the last rebalance's first round, in nanoseconds: what the assignor alone took. */
    long nanos();
}
