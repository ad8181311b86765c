package io.keystead.hrw.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** docs/protocol.md shows a vector of each section; with -Dkeystead.docs.write=true this test writes them. */
class ProtocolVectorsTest {
    private static final ReferencePage PAGE = new ReferencePage("protocol.md", ProtocolVectorsTest.class);

    @Test
    void the_page_shows_the_shortest_telling_vector_of_each_section_and_how_many_there_are() throws IOException {
        JsonNode file = new ObjectMapper()
                .readTree(Path.of("src", "test", "resources", "vectors", "hrw-v1.json")
                        .toFile());
        PAGE.checkPart(
                "vectors",
                shown(file, "rank", ProtocolVectorsTest::isTellingRank)
                        + shown(file, "minusLog", vector -> true)
                        + shown(file, "based", vector -> vector.path("active").size() > 1)
                        + shown(
                                file,
                                "bounded",
                                vector -> vector.path("members").size() > 1
                                        && vector.path("things").size() > 2));
    }

    /** With slots, a key and weights that differ. */
    private static boolean isTellingRank(JsonNode vector) {
        Set<Double> weights = new HashSet<>();
        vector.path("candidates")
                .forEach(candidate -> weights.add(candidate.path("weight").asDouble()));
        return vector.path("slotBits").asInt() > 0
                && !vector.path("key").asText().isEmpty()
                && weights.size() > 1;
    }

    private static String shown(JsonNode file, String section, Predicate<JsonNode> telling) {
        List<JsonNode> vectors =
                StreamSupport.stream(file.path(section).spliterator(), false).toList();
        JsonNode shortest = vectors.stream()
                .filter(telling)
                .min(Comparator.comparingInt(vector -> vector.toString().length()))
                .orElseThrow();
        return "\nOne of " + vectors.size() + " of `" + section + "`:\n\n```json\n" + spaced(shortest) + "\n```\n";
    }

    /** On one line, as people write it. */
    private static String spaced(JsonNode vector) {
        return vector.toPrettyString().replaceAll("\\s+", " ");
    }
}
