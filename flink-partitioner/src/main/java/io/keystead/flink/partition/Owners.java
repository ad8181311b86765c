package io.keystead.flink.partition;

import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;

/** The subtask of each key at one parallelism. Immutable, but for a memory that never changes an answer; thread-safe. */
final class Owners {
    /** Of owners to remember where a look-up is costly, as many as a producer remembers: 32 kB. */
    private static final int CACHE_ENTRIES = 4096;

    private final int subtasks;
    private final Placement placement;
    /** From an index of the placement to a subtask. */
    private final int[] numbers;

    Owners(TopologyPlan plan, int subtasks) {
        Topology topology = plan.topology(subtasks);
        Placement exact = Placement.of(topology);
        this.subtasks = subtasks;
        this.placement = exact.isCostly() ? exact.cached(CACHE_ENTRIES) : exact;
        this.numbers = topology.active().stream()
                .mapToInt(subtask -> Integer.parseInt(subtask.id()))
                .toArray();
    }

    boolean isFor(int count) {
        return count == subtasks;
    }

    int owner(byte[] key) {
        return numbers[placement.owner(key)];
    }
}
