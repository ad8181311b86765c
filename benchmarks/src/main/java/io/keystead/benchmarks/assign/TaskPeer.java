package io.keystead.benchmarks.assign;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;

/** An assignor of Streams tasks. */
interface TaskPeer {
    /** One rebalance. */
    Plan assign(List<Streams> alive, Set<TaskId> tasks);

    /**
     * What runs where.
     *
     * @param active by instance
     * @param standby by instance; warm-ups are among them
     * @param followUp whether the assignor asked for another rebalance after the probing interval
     */
    record Plan(Map<String, Set<TaskId>> active, Map<String, Set<TaskId>> standby, boolean followUp) {
        /** What an instance runs. */
        Set<TaskId> active(Streams streams) {
            return Objects.requireNonNull(active.get(streams.name));
        }

        /** What an instance follows. */
        Set<TaskId> standby(Streams streams) {
            return Objects.requireNonNull(standby.get(streams.name));
        }
    }
}
