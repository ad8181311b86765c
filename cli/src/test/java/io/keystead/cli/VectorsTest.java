package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One vector of each section, of the published file. */
    private static final String VECTORS = """
            {"protocol": "hrw-v1",
             "rank": [{"hash": "siphash-2-4", "secret": "18bec66ca50405acb71aa74b9f8f3928", "slotBits": 0,
               "key": "6f726465722d323033373730", "keyHash": "9c1e1683d75ac511", "slot": null,
               "candidates": [{"id": "0", "weight": 1.0}], "rank": ["0"], "scoreOfFirst": "d1f68d188ed10cef"}],
             "minusLog": [{"score": "f7d75e1fa6d1c178", "minusLogBits": "3fa09547414d7a96"}],
             "bounded": [{"hash": "xxh3-64", "seed": "0000000000000007", "slack": 0.25,
               "things": ["orders-3", "orders-5", "orders-1", "orders-0", "orders-4", "orders-6", "orders-2"],
               "members": [{"id": "member-0", "weight": 2.0}, {"id": "member-1", "weight": 2.0}],
               "owners": {"orders-2": "member-1", "orders-4": "member-0", "orders-6": "member-0", "orders-3": "member-0",
                 "orders-1": "member-1", "orders-5": "member-1", "orders-0": "member-0"}}],
             "based": [{"hash": "xxh3-64", "seed": "0000000000000000", "key": "", "murmur2": "106e08d9", "base": 12,
               "active": [{"id": "9", "weight": 1.0}, {"id": "12", "weight": 1.0}], "owner": "9"}]}
            """;

    @TempDir
    Path directory = Path.of("");

    @Test
    void vectors_that_pass_are_counted_on_the_last_line() throws IOException {
        Path file = write("good.json", VECTORS);

        Command.Result result = Command.run("vectors", "check", file.toString());

        assertThat(result.out())
                .isEqualTo(file + ": passed rank 1, minusLog 1, bounded 1, based 1\n4 passed, 0 failed\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void a_vector_that_fails_is_named_with_its_step_in_one_line_and_the_exit_code_says_so() throws IOException {
        Path good = write("good.json", VECTORS);
        ObjectNode vectors = (ObjectNode) JSON.readTree(VECTORS);
        ((ObjectNode) vectors.path("rank").path(0)).put("keyHash", "9c1e1683d75ac512");
        ((ObjectNode) vectors.path("minusLog").path(0)).put("score", "line\nfeed");
        Path bad = write("bad.json", vectors.toString());

        Command.Result result = Command.run("vectors", "check", good.toString(), bad.toString());

        assertThat(result.out())
                .isEqualTo(good + ": passed rank 1, minusLog 1, bounded 1, based 1\n"
                        + bad + ": passed rank 0, minusLog 0, bounded 1, based 1\n"
                        + bad + ": rank[0]: key hash: expected 9c1e1683d75ac512, actual 9c1e1683d75ac511\n"
                        + bad + ": minusLog[0]: malformed: expected score: 16 lower-case hexadecimal digits, actual"
                        + " \"line?feed\"\n"
                        + "6 passed, 2 failed\n");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void json_has_the_same_in_fields() throws IOException {
        Path file = write("bad.json", VECTORS.replace("106e08d9", "106e08da"));

        Command.Result result = Command.run("vectors", "check", "--json", file.toString());

        JsonNode json = JSON.readTree(result.out());
        assertThat(json.path("passed").asInt()).isEqualTo(3);
        assertThat(json.path("failed").asInt()).isEqualTo(1);
        JsonNode failure = json.path("files").path(0).path("failures").path(0);
        assertThat(failure.path("where").asText()).isEqualTo("based[0]");
        assertThat(failure.path("step").asText()).isEqualTo("murmur2");
        assertThat(failure.path("expected").asText()).isEqualTo("106e08da");
        assertThat(failure.path("actual").asText()).isEqualTo("106e08d9");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void a_file_without_vectors_has_not_passed() throws IOException {
        Path file = write("empty.json", "{\"protocol\": \"hrw-v1\"}");

        Command.Result result = Command.run("vectors", "check", file.toString());

        assertThat(result.out())
                .isEqualTo(file + ": passed none\n" + file
                        + ": file: malformed: expected at least one vector, actual none\n0 passed, 1 failed\n");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }
}
