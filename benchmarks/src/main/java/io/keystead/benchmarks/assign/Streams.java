package io.keystead.benchmarks.assign;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ProcessId;

/** An instance of a Streams application: what it runs and how much of each task's state its disk has. */
final class Streams {
    static final int THREADS = 2;
    /** The length of every task's changelog. */
    static final long CHANGELOG = 1_000_000;
    /** What is written to a changelog while an instance is down: more than the acceptable lag. */
    private static final long MISSED = 50_000;

    final String name;
    final String rack;
    final ProcessId id;
    final Set<TaskId> active = new HashSet<>();
    final Set<TaskId> standby = new HashSet<>();
    /** How far behind the copy of a task's state is; a task without a copy is not here. */
    private final Map<TaskId, Long> copies = new HashMap<>();

    Streams(String name, String rack) {
        this.name = name;
        this.rack = rack;
        // Kept in the state directory, so the same after a restart.
        this.id = new ProcessId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }

    long lag(TaskId task) {
        return copies.getOrDefault(task, CHANGELOG);
    }

    /** Time until the next rebalance: what runs here catches up, and the state of what does not is deleted. */
    void run(Set<TaskId> newActive, Set<TaskId> newStandby) {
        active.clear();
        active.addAll(newActive);
        standby.clear();
        standby.addAll(newStandby);
        copies.clear();
        newActive.forEach(task -> copies.put(task, 0L));
        newStandby.forEach(task -> copies.put(task, 0L));
    }

    /** The process has ended; its disk stays. */
    void stop(boolean othersWrite) {
        active.clear();
        standby.clear();
        if (othersWrite) {
            copies.replaceAll((task, lag) -> Math.min(CHANGELOG, lag + MISSED));
        }
    }
}
