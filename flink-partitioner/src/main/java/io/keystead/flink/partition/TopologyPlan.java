package io.keystead.flink.partition;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A topology before the number of its partitions is known, held in parts that can be serialized. Immutable.
 *
 * <p>A new one is checked by making its smallest topology, so what does not go together is refused where the job is
 * written and not in its tasks.
 */
final class TopologyPlan implements Serializable {
    static final TopologyPlan PLAIN = new TopologyPlan(0, null, 0, 0, new TreeMap<>(), new TreeSet<>());

    private static final long serialVersionUID = 1;

    private final long seed;
    /** Of siphash-2-4; null for xxh3-64. */
    private final byte @Nullable [] secret;

    private final int slotBits;
    /** The n of murmur2/n; 0 without a base. */
    private final int base;

    private final TreeMap<Integer, Double> weights;
    /** Empty for all that there are. */
    private final TreeSet<Integer> partitions;

    private TopologyPlan(
            long seed,
            byte @Nullable [] secret,
            int slotBits,
            int base,
            SortedMap<Integer, Double> weights,
            SortedSet<Integer> partitions) {
        this.seed = seed;
        this.secret = secret;
        this.slotBits = slotBits;
        this.base = base;
        this.weights = new TreeMap<>(weights);
        this.partitions = new TreeSet<>(partitions);
        checkListed();
        topology(leastPartitions());
    }

    private void checkListed() {
        for (Integer partition : weights.keySet()) {
            if (!partitions.isEmpty() && !partitions.contains(partition)) {
                throw new IllegalArgumentException("the weight " + weights.get(partition) + " of partition " + partition
                        + ", which is not listed; allowed: weights of " + partitions);
            }
        }
    }

    TopologyPlan withSeed(long newSeed) {
        return new TopologyPlan(newSeed, null, slotBits, base, weights, partitions);
    }

    TopologyPlan withSecret(byte[] newSecret) {
        return new TopologyPlan(0, newSecret.clone(), slotBits, base, weights, partitions);
    }

    TopologyPlan withSlotBits(int bits) {
        return new TopologyPlan(seed, secret, bits, base, weights, partitions);
    }

    TopologyPlan withBase(int filledPartitions) {
        return new TopologyPlan(
                seed, secret, slotBits, Base.murmur2(filledPartitions).partitions(), weights, partitions);
    }

    TopologyPlan withWeights(SortedMap<Integer, Double> newWeights) {
        newWeights.keySet().forEach(TopologyPlan::checkNumber);
        return new TopologyPlan(seed, secret, slotBits, base, newWeights, partitions);
    }

    TopologyPlan withPartitions(SortedSet<Integer> candidates) {
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("the list of partitions is empty; allowed: at least one partition");
        }
        candidates.forEach(TopologyPlan::checkNumber);
        return new TopologyPlan(seed, secret, slotBits, base, weights, candidates);
    }

    private static void checkNumber(int partition) {
        if (partition < 0 || partition >= Base.MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "partition " + partition + " is out of range; allowed: 0 to " + (Base.MAX_PARTITIONS - 1));
        }
    }

    /**
     * The topology of so many partitions.
     *
     * @throws IllegalArgumentException if there are fewer than the plan names, as a producer refuses a topic that lacks a
     *     partition which its properties name
     */
    Topology topology(int count) {
        if (count < leastPartitions()) {
            throw new IllegalArgumentException("a parallelism of " + count + " has no partition "
                    + (leastPartitions() - 1) + ", which is named by: " + this + "; allowed: a parallelism of at least "
                    + leastPartitions());
        }
        Set<Integer> candidates = partitions.isEmpty() ? all(count) : partitions;
        Topology.Builder builder = Topology.builder().hash(hash()).slotBits(slotBits);
        if (base > 0) {
            builder.base(Base.murmur2(base));
        }
        for (int partition : candidates) {
            builder.candidate(Candidate.partition(partition).withWeight(weights.getOrDefault(partition, 1.0)));
        }
        return builder.build();
    }

    private static Set<Integer> all(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    private int leastPartitions() {
        int lastWeighted = weights.isEmpty() ? -1 : weights.lastKey();
        int lastListed = partitions.isEmpty() ? -1 : partitions.last();
        return Math.max(Math.max(1, base), 1 + Math.max(lastWeighted, lastListed));
    }

    private KeyHash hash() {
        return secret == null ? KeyHash.xxh3(seed) : KeyHash.sipHash24(secret);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof TopologyPlan)) {
            return false;
        }
        TopologyPlan that = (TopologyPlan) other;
        return seed == that.seed
                && Arrays.equals(secret, that.secret)
                && slotBits == that.slotBits
                && base == that.base
                && weights.equals(that.weights)
                && partitions.equals(that.partitions);
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The parts that are not at their defaults, a secret by its fingerprint. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>(List.of(Topology.ALGORITHM, "hash " + hash()));
        if (slotBits > 0) {
            parts.add("slot bits " + slotBits);
        }
        if (base > 0) {
            parts.add("base " + Base.murmur2(base));
        }
        if (!partitions.isEmpty()) {
            parts.add("partitions " + partitions);
        }
        if (!weights.isEmpty()) {
            parts.add("weights " + weights);
        }
        return String.join(", ", parts);
    }
}
