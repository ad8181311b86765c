package io.keystead.flink.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Base;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** The partitioner beside the golden vectors of the core, which an independent implementation made. */
class GoldenVectorsTest {
    private static final JsonNode VECTORS = read();

    private static JsonNode read() {
        try {
            return new ObjectMapper()
                    .readTree(Path.of("../hrw-core/src/test/resources/vectors/hrw-v1.json")
                            .toFile());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theFirstOfEachRankIsTheSubtask() {
        int checked = 0;
        for (JsonNode vector : VECTORS.get("rank")) {
            Map<String, Double> candidates = weights(vector.get("candidates"));
            if (candidates.keySet().stream().allMatch(id -> id.matches("0|[1-9]\\d{0,8}"))) {
                HrwPartitioner<byte[]> partitioner = partitioner(vector, candidates)
                        .withSlotBits(vector.get("slotBits").intValue());
                assertOwner(partitioner, vector, vector.get("rank").get(0).textValue());
                checked++;
            }
        }
        assertThat(checked).as("vectors whose candidates are numbers").isGreaterThan(400);
    }

    @Test
    void theOwnerOnABaseIsTheSubtask() {
        int checked = 0;
        for (JsonNode vector : VECTORS.get("based")) {
            HrwPartitioner<byte[]> partitioner = partitioner(vector, weights(vector.get("active")))
                    .withBase(Base.murmur2(vector.get("base").intValue()));
            assertOwner(partitioner, vector, vector.get("owner").textValue());
            checked++;
        }
        assertThat(checked).isEqualTo(80);
    }

    private static void assertOwner(HrwPartitioner<byte[]> partitioner, JsonNode vector, String owner) {
        byte[] key = HexFormat.of().parseHex(vector.get("key").textValue());
        // More subtasks than any vector names, so that those which are not listed must get nothing.
        assertThat(partitioner.partition(key, 300)).as("%s", vector).hasToString(owner);
    }

    private static HrwPartitioner<byte[]> partitioner(JsonNode vector, Map<String, Double> candidates) {
        Map<Integer, Double> weights = new TreeMap<>();
        candidates.forEach((id, weight) -> weights.put(Integer.valueOf(id), weight));
        HrwPartitioner<byte[]> listed = HrwPartitioner.of(KeyEncoder.bytes())
                .withPartitions(weights.keySet())
                .withWeights(weights);
        return vector.has("secret")
                ? listed.withSecret(HexFormat.of().parseHex(vector.get("secret").textValue()))
                : listed.withSeed(Long.parseUnsignedLong(vector.get("seed").textValue(), 16));
    }

    private static Map<String, Double> weights(JsonNode candidates) {
        Map<String, Double> weights = new TreeMap<>();
        candidates.forEach(candidate -> weights.put(
                candidate.get("id").textValue(), candidate.get("weight").doubleValue()));
        return weights;
    }
}
