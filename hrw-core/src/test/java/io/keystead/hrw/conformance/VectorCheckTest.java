package io.keystead.hrw.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VectorCheckTest {
    private static final String GOLDEN = "/vectors/hrw-v1.json";

    @Test
    void every_golden_vector_passes() {
        VectorCheck check = VectorCheck.of(golden());

        assertThat(check.failures()).isEmpty();
        assertThat(check.passed()).isEqualTo(780);
        assertThat(check.passedBySection()).isEqualTo(Map.of("rank", 600, "minusLog", 60, "bounded", 40, "based", 80));
    }

    /**
     * Scores whose logarithm fdlibm rounds otherwise than other libraries do, computed by a transliteration of its
     * e_log.c. The golden file has mostly extreme scores and happens to have none of these: it passes with {@code
     * Math.log} too.
     */
    @Test
    void the_logarithm_is_that_of_fdlibm_where_others_differ_in_the_last_bit() {
        Map<String, String> bitsByScore = Map.of(
                "63ca828dd5f4b3b2", "3fee25ac96d227b8",
                "b2221a58008a05a6", "3fd73596a352f95e",
                "9755d4c13a902931", "3fe0d25e35330be0",
                "51431193e6c3f339", "3ff25c2804c75090",
                "da71144896c8da19", "3fc44ee98d4c952e",
                "aa2ca1af6a107b75", "3fda2278c730c136",
                "29e821a4c74803e3", "3ffcf4a7ab2ff12e",
                "5eda92d864ac5db9", "3fefc559c25dbff8");
        List<Map<String, String>> vectors = new ArrayList<>();
        bitsByScore.forEach((score, bits) -> vectors.add(Map.of("score", score, "minusLogBits", bits)));

        VectorCheck check = VectorCheck.of(Map.of("protocol", "hrw-v1", "minusLog", vectors));

        assertThat(check.failures()).isEmpty();
        assertThat(check.passed()).isEqualTo(8);
    }

    /** One field of one vector is made wrong; the failure names the vector and the step, and all others pass. */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("corruptions")
    void a_wrong_vector_is_named_with_its_step(String where, String step, Consumer<Map<String, Object>> corrupt) {
        Map<String, Object> file = small();
        corrupt.accept(vector(file, where));

        VectorCheck check = VectorCheck.of(file);

        assertThat(check.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.where()).isEqualTo(where);
            assertThat(failure.step()).isEqualTo(step);
            assertThat(failure.expected()).isNotEqualTo(failure.actual());
        });
        assertThat(check.passed()).isEqualTo(7);
    }

    static Stream<Arguments> corruptions() {
        return Stream.of(
                corruption("rank[0]", "key hash", v -> v.put("keyHash", "0000000000000000")),
                corruption("rank[0]", "key hash", v -> v.put("key", "00")),
                corruption("rank[0]", "key hash", v -> v.put("seed", "0000000000000001")),
                corruption("rank[0]", "slot", v -> v.put("slot", 0)),
                corruption("rank[1]", "slot", v -> v.put("slot", null)),
                corruption("rank[1]", "slot", v -> v.put("slotBits", (int) get(v, "slotBits") - 1)),
                corruption("rank[0]", "score", v -> v.put("scoreOfFirst", "0000000000000000")),
                corruption("rank[0]", "rank order", v -> Collections.swap(list(v, "rank"), 0, 1)),
                corruption("rank[1]", "rank order", v -> Collections.swap(list(v, "rank"), 1, 2)),
                corruption(
                        "rank[2]",
                        "rank order",
                        v -> candidate(v, "candidates", 0).put("weight", 1e-6)),
                corruption("minusLog[0]", "minus-log bits", v -> v.put("minusLogBits", "3fa09547414d7a97")),
                corruption("minusLog[0]", "minus-log bits", v -> v.put("score", "0000000000000000")),
                corruption("based[0]", "murmur2", v -> v.put("murmur2", "00000000")),
                corruption("based[0]", "base owner", v -> v.put("base", (int) get(v, "base") - 1)),
                corruption("based[0]", "base owner", v -> v.put("owner", "1")),
                corruption("bounded[0]", "bounded owner", VectorCheckTest::swapTwoOwners));
    }

    /** What does not follow the format is a failure by name, never an exception and never skipped. */
    @ParameterizedTest(name = "{0}: {1}, {2}")
    @MethodSource("malformations")
    void a_malformed_vector_is_a_failure_by_name(
            String where, String expected, String actual, Consumer<Map<String, Object>> corrupt) {
        Map<String, Object> file = small();
        corrupt.accept(vector(file, where));

        VectorCheck check = VectorCheck.of(file);

        assertThat(check.failures())
                .extracting(VectorFailure::toString)
                .containsExactly(where + ": malformed: expected " + expected + ", actual " + actual);
        assertThat(check.passed()).isEqualTo(7);
    }

    static Stream<Arguments> malformations() {
        return Stream.of(
                malformation("rank[0]", "the field keyHash", "none", v -> v.remove("keyHash")),
                malformation("rank[0]", "the field slot", "none", v -> v.remove("slot")),
                malformation("rank[0]", "the field key", "null", v -> v.put("key", null)),
                malformation(
                        "rank[0]",
                        "fields of the format only",
                        "the unknown field slotbits",
                        v -> v.put("slotbits", 3)),
                malformation(
                        "rank[0]",
                        "key: an even number of lower-case hexadecimal digits",
                        "\"0g\"",
                        v -> v.put("key", "0g")),
                malformation(
                        "rank[0]",
                        "keyHash: 16 lower-case hexadecimal digits",
                        "\"abc\"",
                        v -> v.put("keyHash", "abc")),
                malformation("rank[0]", "keyHash: 16 lower-case hexadecimal digits", "17", v -> v.put("keyHash", 17)),
                malformation(
                        "rank[0]",
                        "seed: 16 lower-case hexadecimal digits",
                        "\"-000000000000001\"",
                        v -> v.put("seed", "-000000000000001")),
                malformation("rank[0]", "hash: xxh3-64 or siphash-2-4", "\"md5\"", v -> v.put("hash", "md5")),
                malformation("rank[0]", "the field secret", "none", v -> v.put("hash", "siphash-2-4")),
                malformation("rank[0]", "slotBits: an integer from 0 to 20", "21", v -> v.put("slotBits", 21)),
                malformation("rank[0]", "slotBits: an integer from 0 to 20", "0.5", v -> v.put("slotBits", 0.5)),
                malformation("rank[1]", "slot: an integer from 0 to 2147483647", "-1", v -> v.put("slot", -1)),
                malformation("rank[0]", "candidates: a list", "an object", v -> v.put("candidates", Map.of())),
                malformation(
                        "rank[0]", "candidates: at least one candidate", "[]", v -> v.put("candidates", List.of())),
                malformation("rank[0]", "candidates[0]: an object", "\"0\"", v -> v.put("candidates", List.of("0"))),
                malformation(
                        "rank[0]",
                        "candidates[1].weight: a number from 1.0E-6 to 1000000.0",
                        "0.0",
                        v -> candidate(v, "candidates", 1).put("weight", 0.0)),
                malformation(
                        "rank[0]",
                        "the field candidates[1].weight",
                        "none",
                        v -> candidate(v, "candidates", 1).remove("weight")),
                malformation(
                        "rank[0]",
                        "candidates[1].id: non-empty, well-formed Unicode",
                        "\"\"",
                        v -> candidate(v, "candidates", 1).put("id", "")),
                malformation("rank[0]", "candidates[1].id: distinct ids", "\"a\"", v -> {
                    candidate(v, "candidates", 0).put("id", "a");
                    candidate(v, "candidates", 1).put("id", "a");
                }),
                malformation(
                        "rank[0]",
                        "fields of the format only",
                        "the unknown field candidates[0].state",
                        v -> candidate(v, "candidates", 0).put("state", "draining")),
                malformation("rank[0]", "rank: at least one id", "[]", v -> v.put("rank", List.of())),
                malformation("rank[0]", "rank: a list of texts", "3", v -> v.put("rank", List.of(3))),
                malformation(
                        "rank[0]",
                        "rank: the id of a candidate",
                        "\"nobody\"",
                        v -> list(v, "rank").set(0, "nobody")),
                malformation("based[0]", "base: an integer from 1 to 1048576", "0", v -> v.put("base", 0)),
                malformation("based[0]", "owner: the id of an active candidate", "\"77\"", v -> v.put("owner", "77")),
                malformation("based[0]", "owner: a text", "7", v -> v.put("owner", 7)),
                malformation(
                        "based[0]",
                        "what the protocol allows",
                        "the weight 2.0 of partition 1, which is in the base murmur2/12; allowed for base partitions: 1",
                        v -> candidate(v, "active", 0).put("weight", 2.0)),
                malformation("bounded[0]", "slack: a number from 0.0 to 1000.0", "-0.25", v -> v.put("slack", -0.25)),
                malformation("bounded[0]", "slack: a number from 0.0 to 1000.0", "\"0\"", v -> v.put("slack", "0")),
                malformation(
                        "bounded[0]",
                        "owners: an owner for each of the things and for nothing else",
                        "[orders-1]",
                        v -> v.put("owners", Map.of("orders-1", "member-0"))),
                malformation(
                        "bounded[0]",
                        "owners: the id of a member",
                        "\"member-9\"",
                        v -> owners(v).put("orders-1", "member-9")),
                malformation("bounded[0]", "owners: an object", "[]", v -> v.put("owners", List.of())),
                malformation(
                        "bounded[0]",
                        "owners: texts by text",
                        "orders-1=3",
                        v -> v.put("owners", Map.of("orders-1", 3))));
    }

    @Test
    void what_is_no_vector_no_section_or_no_file_is_a_failure_by_name() {
        assertThat(lines(Map.of("protocol", "hrw-v1", "ranks", List.of())))
                .containsExactly("ranks: malformed: expected one of the sections [based, bounded, minusLog, rank],"
                        + " actual an unknown section");
        assertThat(lines(Map.of("protocol", "hrw-v1", "rank", "all")))
                .containsExactly("rank: malformed: expected a list of vectors, actual \"all\"");
        assertThat(lines(Map.of("protocol", "hrw-v1", "rank", Arrays.asList(1, null))))
                .containsExactly(
                        "rank[0]: malformed: expected an object, actual 1",
                        "rank[1]: malformed: expected an object, actual null");
        assertThat(lines(Map.of("protocol", "hrw-v1", "rank", List.of())))
                .containsExactly("file: malformed: expected at least one vector, actual none");
        assertThat(lines(Map.of("protocol", "hrw-v2")))
                .containsExactly("protocol: malformed: expected \"hrw-v1\", actual \"hrw-v2\"");
        assertThat(lines(Map.of())).containsExactly("protocol: malformed: expected \"hrw-v1\", actual null");
    }

    private static List<String> lines(Map<String, ?> file) {
        VectorCheck check = VectorCheck.of(file);
        assertThat(check.passed()).isZero();
        return check.failures().stream().map(VectorFailure::toString).toList();
    }

    /** Eight vectors of the golden file, one of each kind that matters, to be made wrong one field at a time. */
    private static Map<String, Object> small() {
        Map<String, Object> golden = golden();
        Map<String, Object> small = new LinkedHashMap<>();
        small.put("protocol", golden.get("protocol"));
        List<Map<String, Object>> ranks = vectors(golden, "rank");
        small.put(
                "rank",
                new ArrayList<>(List.of(
                        first(ranks, v -> get(v, "slotBits").equals(0) && isXxh3(v) && isPlain(v)),
                        first(ranks, v -> get(v, "slotBits").equals(10) && isXxh3(v) && isPlain(v)),
                        first(ranks, v -> get(v, "slotBits").equals(0) && firstCandidateWins(v)),
                        first(ranks, v -> !isXxh3(v) && get(v, "slotBits").equals(0)))));
        small.put("minusLog", new ArrayList<>(vectors(golden, "minusLog").subList(0, 1)));
        small.put(
                "bounded",
                new ArrayList<>(List.of(first(
                        vectors(golden, "bounded"),
                        v -> list(v, "things").size() == 12
                                && list(v, "members").size() == 3))));
        small.put("based", new ArrayList<>(vectors(golden, "based").subList(0, 2)));
        return small;
    }

    private static boolean isXxh3(Map<String, Object> vector) {
        return get(vector, "hash").equals("xxh3-64");
    }

    private static boolean isPlain(Map<String, Object> vector) {
        return list(vector, "candidates").size() == 12
                && list(vector, "candidates").stream()
                        .allMatch(candidate ->
                                get((Map<?, ?>) candidate, "weight").equals(1.0));
    }

    private static boolean firstCandidateWins(Map<String, Object> vector) {
        List<Object> candidates = list(vector, "candidates");
        return candidates.size() == 3
                && get((Map<?, ?>) candidates.get(0), "id")
                        .equals(list(vector, "rank").get(0));
    }

    private static Map<String, Object> first(List<Map<String, Object>> vectors, Predicate<Map<String, Object>> wanted) {
        return vectors.stream().filter(wanted).findFirst().orElseThrow();
    }

    private static void swapTwoOwners(Map<String, Object> vector) {
        Map<String, Object> owners = owners(vector);
        String other = owners.values().stream()
                .filter(owner -> !owner.equals(owners.get("orders-1")))
                .map(Object::toString)
                .findFirst()
                .orElseThrow();
        owners.put("orders-1", other);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> owners(Map<String, Object> vector) {
        return (Map<String, Object>) get(vector, "owners");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> candidate(Map<String, Object> vector, String field, int place) {
        return (Map<String, Object>) list(vector, field).get(place);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> vector, String field) {
        return (List<Object>) get(vector, field);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> vectors(Map<String, Object> file, String section) {
        return (List<Map<String, Object>>) get(file, section);
    }

    /** The vector at a place such as {@code rank[0]}. */
    private static Map<String, Object> vector(Map<String, Object> file, String where) {
        int bracket = where.indexOf('[');
        int place = Integer.parseInt(where.substring(bracket + 1, where.length() - 1));
        return vectors(file, where.substring(0, bracket)).get(place);
    }

    private static Object get(Map<?, ?> map, String name) {
        return Objects.requireNonNull(map.get(name), name);
    }

    private static Map<String, Object> golden() {
        try (InputStream json = VectorCheckTest.class.getResourceAsStream(GOLDEN)) {
            return new ObjectMapper().readValue(json, new TypeReference<HashMap<String, Object>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Arguments corruption(String where, String step, Consumer<Map<String, Object>> corrupt) {
        return Arguments.of(where, step, corrupt);
    }

    private static Arguments malformation(
            String where, String expected, String actual, Consumer<Map<String, Object>> corrupt) {
        return Arguments.of(where, expected, actual, corrupt);
    }
}
