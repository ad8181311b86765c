package io.keystead.hrw.balance;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which member each partition went to. Immutable and thread-safe. */
public final class PartitionOwners {
    private final Map<String, List<String>> byTopic;
    private final boolean overfull;

    PartitionOwners(Map<String, String[]> byTopic, boolean overfull) {
        this.byTopic = byTopic.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, topic -> Collections.unmodifiableList(Arrays.asList(topic.getValue()))));
        this.overfull = overfull;
    }

    /**
     * The owners of a topic's partitions.
     *
     * @return the owner of partition p at index p; every partition has one
     * @throws IllegalArgumentException if the topic was not there to be assigned
     */
    public List<String> owners(String topic) {
        List<String> owners = byTopic.get(topic);
        if (owners == null) {
            throw new IllegalArgumentException(
                    "topic \"" + topic + "\" was not assigned; allowed: " + byTopic.keySet());
        }
        return owners;
    }

    /**
     * Whether a partition found every member that may read it full, and went to the one with the smallest load relative to
     * its room all the same. Never where all members subscribe to the same topics.
     */
    public boolean isOverfull() {
        return overfull;
    }

    @Override
    public String toString() {
        return byTopic + (overfull ? " overfull" : "");
    }
}
