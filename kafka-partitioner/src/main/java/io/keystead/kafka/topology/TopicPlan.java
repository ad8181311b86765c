package io.keystead.kafka.topology;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** What the properties say of the placement in one topic, before the topic's partitions are known. Immutable. */
final class TopicPlan {
    private final String prefix;
    private final @Nullable Set<Integer> partitions;
    private final Map<Integer, Double> weights;
    private final @Nullable Base base;

    /**
     * @param prefix of the properties, for messages
     * @param partitions the pinned candidates; null for all that the topic has
     */
    TopicPlan(String prefix, @Nullable Set<Integer> partitions, Map<Integer, Double> weights, @Nullable Base base) {
        this.prefix = prefix;
        this.partitions = partitions;
        this.weights = weights;
        this.base = base;
    }

    @Nullable
    Set<Integer> partitions() {
        return partitions;
    }

    @Nullable
    Base base() {
        return base;
    }

    Candidate candidate(int partition) {
        return Candidate.partition(partition).withWeight(weights.getOrDefault(partition, 1.0));
    }

    /** Checks what can be checked without the topic. */
    void checkWeights() {
        weights.forEach((partition, weight) -> {
            String entry = partition + ":" + weight;
            try {
                candidate(partition);
            } catch (IllegalArgumentException e) {
                throw new ConfigException(prefix + "weights", entry, e.getMessage());
            }
            if (base != null && partition < base.partitions() && weight != 1.0) {
                throw new ConfigException(
                        prefix + "weights", entry, "is in the base " + base + "; allowed for base partitions: 1");
            }
            if (partitions != null && !partitions.contains(partition)) {
                throw new ConfigException(
                        prefix + "weights", entry, "is not in " + prefix + "partitions; allowed: weights of those");
            }
        });
    }

    /** Checks that the topic has every partition that is named, so that no record waits for one that never comes. */
    void checkAgainst(String topic, Set<Integer> existing) {
        if (partitions != null) {
            partitions.forEach(partition -> checkExists(topic, existing, partition, "partitions"));
        }
        weights.keySet().forEach(partition -> checkExists(topic, existing, partition, "weights"));
        if (base != null) {
            checkExists(topic, existing, base.partitions() - 1, "base");
        }
    }

    private void checkExists(String topic, Set<Integer> existing, int partition, String name) {
        if (!existing.contains(partition)) {
            throw new IllegalArgumentException(prefix + name + " names partition " + partition + ", which topic "
                    + topic + " does not have; allowed: the topic's partitions " + Ranges.of(existing));
        }
    }
}
