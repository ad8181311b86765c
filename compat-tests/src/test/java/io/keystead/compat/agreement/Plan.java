package io.keystead.compat.agreement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.flink.partition.HrwPartitioner;
import io.keystead.flink.partition.KeyEncoder;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.text.TopologyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One rule of placement, spelled for each of those who are to follow it.
 *
 * @param name a part of the names of topics
 * @param partitions the candidates, such as {@code 0-11,14}
 * @param pinned whether the Java clients are told the candidates; if not, they take the topic's partitions, which then
 *     must be the same
 * @param weights such as {@code 8-11:2.5}; empty for none
 * @param base such as {@code murmur2/12}; empty for none
 * @param slotBits 0 to 20
 * @param seed of XXH3
 * @param secret the file of SipHash's; null for XXH3
 */
record Plan(
        String name,
        String partitions,
        boolean pinned,
        String weights,
        String base,
        int slotBits,
        long seed,
        @Nullable Path secret) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Equal candidates, all that the topic has. */
    static Plan of(String name, String partitions) {
        return new Plan(name, partitions, false, "", "", 0, 0, null);
    }

    Plan pinnedTo(String list) {
        return new Plan(name, list, true, weights, base, slotBits, seed, secret);
    }

    /** With one partition more, and as many weights. */
    Plan with(String partition, String weight) {
        String list = weights.isEmpty() ? "" : weights + "," + partition + ":" + weight;
        return new Plan(name, partitions + "," + partition, pinned, list, base, slotBits, seed, secret);
    }

    Plan weighing(String list) {
        return new Plan(name, partitions, pinned, list, base, slotBits, seed, secret);
    }

    Plan basedOn(String newBase) {
        return new Plan(name, partitions, pinned, weights, newBase, slotBits, seed, secret);
    }

    Plan slotted(int bits) {
        return new Plan(name, partitions, pinned, weights, base, bits, seed, secret);
    }

    Plan seeded(long number) {
        return new Plan(name, partitions, pinned, weights, base, slotBits, number, secret);
    }

    Plan keyedBy(Path file) {
        return new Plan(name, partitions, pinned, weights, base, slotBits, seed, file);
    }

    @Override
    public String toString() {
        return name;
    }

    /** For those who know the rule itself. */
    Topology topology() {
        Topology.Builder builder = Topology.builder().hash(hash()).slotBits(slotBits);
        if (!base.isEmpty()) {
            builder.base(TopologyText.base(base));
        }
        NavigableMap<Integer, Double> weightOf = weightOf();
        for (int partition : TopologyText.partitions(partitions)) {
            builder.candidate(Candidate.partition(partition).withWeight(weightOf.getOrDefault(partition, 1.0)));
        }
        return builder.build();
    }

    private NavigableMap<Integer, Double> weightOf() {
        return weights.isEmpty() ? new TreeMap<>() : TopologyText.weights(weights);
    }

    private KeyHash hash() {
        return secret == null ? KeyHash.xxh3(seed) : KeyHash.sipHash24(read(secret));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The owner of each key by the rule itself; -1 where there is no key. */
    int[] owners(KeySet keys) {
        Placement placement = Placement.of(topology());
        return keys.partitions(key ->
                Integer.parseInt(placement.active().get(placement.owner(key)).id()));
    }

    /** For Java's clients and Flink's sink. */
    List<String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        if (pinned) {
            properties.put("keystead.partitions", partitions);
        }
        properties.put("keystead.weights", weights);
        properties.put("keystead.base", base);
        properties.put("keystead.slot.bits", Integer.toString(slotBits));
        if (secret == null) {
            properties.put("keystead.seed", Long.toUnsignedString(seed));
        } else {
            properties.put("keystead.hash", "siphash-2-4");
            properties.put("keystead.secret.file", secret.toString());
        }
        return properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue())
                .toList();
    }

    /** For the command. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of("--partitions", partitions));
        if (!weights.isEmpty()) {
            options.addAll(List.of("--weights", weights));
        }
        if (!base.isEmpty()) {
            options.addAll(List.of("--base", base));
        }
        if (slotBits > 0) {
            options.addAll(List.of("--slot-bits", Integer.toString(slotBits)));
        }
        if (secret == null) {
            options.addAll(List.of("--seed", Long.toUnsignedString(seed)));
        } else {
            options.addAll(List.of("--hash", "siphash-2-4", "--secret-file", secret.toString()));
        }
        return options;
    }

    /** For Flink's {@code partitionCustom}. */
    HrwPartitioner<byte[]> ofFlink() {
        HrwPartitioner<byte[]> partitioner = HrwPartitioner.of(KeyEncoder.bytes())
                .withPartitions(TopologyText.partitions(partitions))
                .withSlotBits(slotBits);
        if (!weights.isEmpty()) {
            partitioner = partitioner.withWeights(weightOf());
        }
        if (!base.isEmpty()) {
            Base adopted = TopologyText.base(base);
            partitioner = partitioner.withBase(adopted);
        }
        return secret == null ? partitioner.withSeed(seed) : partitioner.withSecret(read(secret));
    }

    /** For the ports. */
    Path json(Path file) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("algorithm", Topology.ALGORITHM);
        fields.put("hash", secret == null ? "xxh3-64" : "siphash-2-4");
        fields.put("seed", "%016x".formatted(seed));
        if (secret != null) {
            fields.put("secretFile", secret.toString());
        }
        fields.put("slotBits", slotBits);
        fields.put("base", base.isEmpty() ? null : base);
        List<Map<String, Object>> candidates = new ArrayList<>();
        for (Candidate candidate : topology().candidates()) {
            candidates.add(Map.of("id", candidate.id(), "weight", candidate.weight(), "state", "active"));
        }
        fields.put("candidates", candidates);
        try {
            return Files.writeString(file, JSON.writeValueAsString(fields));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
