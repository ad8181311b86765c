package io.keystead.kafka.topology;

import io.keystead.avro.AvroKeys;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say of the placement in one topic, before the topic's partitions are known. Immutable.
 *
 * <p>Each part is null where it is not set, and otherwise knows the property that it came from: the topic's or the
 * general one.
 */
final class TopicPlan {
    private final @Nullable Setting<Set<Integer>> partitions;
    private final @Nullable Setting<Map<Integer, Double>> weights;
    private final @Nullable Setting<Base> base;
    private final KeyPlan keys;

    private TopicPlan(
            @Nullable Setting<Set<Integer>> partitions,
            @Nullable Setting<Map<Integer, Double>> weights,
            @Nullable Setting<Base> base,
            KeyPlan keys) {
        this.partitions = partitions;
        this.weights = weights;
        this.base = base;
        this.keys = keys;
    }

    /** The plan of topics without properties of their own. */
    static TopicPlan general(GivenProperties given) {
        return new TopicPlan(
                given.find(TopologyConfig.PARTITIONS, TopologyProperties.PARTITIONS),
                given.find(TopologyConfig.WEIGHTS, TopologyProperties.WEIGHTS),
                given.find(TopologyConfig.BASE, TopologyProperties.BASE),
                KeyPlan.general(given));
    }

    static TopicPlan of(String topic, GivenProperties given) {
        return new TopicPlan(
                given.find(topic, TopologyConfig.PARTITIONS, TopologyProperties.PARTITIONS),
                given.find(topic, TopologyConfig.WEIGHTS, TopologyProperties.WEIGHTS),
                given.find(topic, TopologyConfig.BASE, TopologyProperties.BASE),
                KeyPlan.of(topic, given));
    }

    /** Null where keys are hashed as they stand. */
    @Nullable
    AvroKeys avroKeys() {
        return keys.avroKeys();
    }

    /**
     * Checks what can be checked without the topic.
     *
     * @throws org.apache.kafka.common.config.ConfigException if parts do not go together
     */
    void check(Setting<Integer> slotBits) {
        if (base != null && slotBits.value() > 0) {
            throw slotBits.refused("does not go with a base (" + base + "); allowed with a base: 0");
        }
        if (base != null) {
            keys.refuseBase(base);
        }
        if (weights != null) {
            Setting<Map<Integer, Double>> given = weights;
            given.value().forEach((partition, weight) -> checkWeight(given, partition, weight));
        }
    }

    private void checkWeight(Setting<?> given, int partition, double weight) {
        if (base != null && partition < base.value().partitions() && weight != 1.0) {
            throw given.refused("gives partition " + partition + ", which is in " + base + ", the weight " + weight
                    + "; allowed for base partitions: 1");
        }
        if (partitions != null && !partitions.value().contains(partition)) {
            throw given.refused("names partition " + partition + ", which is not in " + partitions
                    + "; allowed: weights of " + Ranges.of(partitions.value()));
        }
    }

    /**
     * Adds the base and the candidates for a topic with these partitions.
     *
     * @throws IllegalArgumentException if the topic has none, or lacks one that is named, so that no record waits for a
     *     partition that never comes
     */
    void fill(Topology.Builder builder, String topic, Set<Integer> existing) {
        checkAgainst(topic, existing);
        if (base != null) {
            builder.base(base.value());
        }
        AvroKeys encoding = keys.avroKeys();
        if (encoding != null) {
            builder.keyEncoding(encoding.name());
        }
        Map<Integer, Double> weighted = weights == null ? Map.of() : weights.value();
        for (int partition : partitions == null ? existing : partitions.value()) {
            builder.candidate(Candidate.partition(partition).withWeight(weighted.getOrDefault(partition, 1.0)));
        }
    }

    private void checkAgainst(String topic, Set<Integer> existing) {
        if (existing.isEmpty()) {
            throw new IllegalArgumentException(OneLine.of(
                    "topic " + topic + " has no partitions in the client's metadata; allowed: at least one"));
        }
        if (partitions != null) {
            checkExist(topic, existing, partitions, partitions.value());
        }
        if (weights != null) {
            checkExist(topic, existing, weights, weights.value().keySet());
        }
        if (base != null) {
            checkExist(topic, existing, base, Set.of(base.value().partitions() - 1));
        }
    }

    private static void checkExist(String topic, Set<Integer> existing, Setting<?> setting, Set<Integer> named) {
        for (int partition : named) {
            if (!existing.contains(partition)) {
                throw new IllegalArgumentException(OneLine.of(setting + " names partition " + partition
                        + ", which topic " + topic + " does not have; allowed: the topic's partitions "
                        + Ranges.of(existing)));
            }
        }
    }
}
