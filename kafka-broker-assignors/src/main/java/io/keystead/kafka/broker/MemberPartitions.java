package io.keystead.kafka.broker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;

/** One member's partitions, gathered one by one. Not thread-safe. */
final class MemberPartitions implements MemberAssignment {
    private final Map<Uuid, Set<Integer>> partitions = new HashMap<>();

    void add(Uuid topic, int partition) {
        partitions.computeIfAbsent(topic, unseen -> new HashSet<>()).add(partition);
    }

    @Override
    public Map<Uuid, Set<Integer>> partitions() {
        return partitions;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemberPartitions that && that.partitions.equals(partitions);
    }

    @Override
    public int hashCode() {
        return partitions.hashCode();
    }

    @Override
    public String toString() {
        return partitions.toString();
    }
}
