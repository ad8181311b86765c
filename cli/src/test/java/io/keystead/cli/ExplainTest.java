package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest {
    @Test
    void an_explanation_is_short_and_aligned() {
        assertThat(explain("order-1", "--partitions", "12", "--top", "3")).isEqualTo("""
                key       order-1  7 bytes
                key hash  5fc46503368e2876  xxh3-64:0000000000000000
                owner     9: highest score of 12

                rank  candidate  score
                   1  9          fc6750211555b8aa
                   2  6          c1ade99525c1e5fe
                   3  3          b6e36cb972fb2de3
                      and 9 more (--top)
                """);
    }

    @Test
    void weights_show_the_times_that_decide() {
        assertThat(explain("order-1", "--partitions", "0-2,14", "--weights", "14:2.5"))
                .isEqualTo("""
                key       order-1  7 bytes
                key hash  5fc46503368e2876  xxh3-64:0000000000000000
                owner     14: smallest time of 4

                rank  candidate  score                 weight  time
                   1  14         fc1e7f78876c5497         2.5  0.00611029
                   2  1          89cb1afbc1d94db8           1  0.619422
                   3  0          73f6e7b9dc3e9b66           1  0.791894
                   4  2          62eb0af7cd41be10           1  0.950885
                """);
    }

    @Test
    void slots_show_the_slot_that_is_ranked_in_the_key_s_place() {
        assertThat(explain("order-1", "--partitions", "3", "--slot-bits", "4", "--seed", "0x7", "--top", "1"))
                .isEqualTo("""
                key       order-1  7 bytes
                key hash  2b5c2c4da46cd226  xxh3-64:0000000000000007
                slot      2 of 16
                owner     2: highest score of 3 for the key's slot

                rank  candidate  score
                   1  2          e6feeda0a63cff41
                      and 2 more (--top)
                """);
    }

    @Test
    void a_base_tells_murmur2_s_partition_and_why_the_key_stays_moves_or_is_taken_over() {
        String[] growth = {"--base", "murmur2/12", "--partitions", "14"};
        assertThat(explain("order-1", growth))
                .contains("murmur2   48d1d1f6  partition 10 of murmur2/12\n")
                .contains(
                        "owner     10: the key is there already, and no later partition won it (the contest went to 9, of"
                                + " the base)\n");
        assertThat(explain("order-2", growth))
                .contains("owner     12: it came after the base and won the key from partition 3\n");
        assertThat(explain("order-1", "--base", "murmur2/12", "--partitions", "0-9,11-13"))
                .contains("murmur2   48d1d1f6  partition 10 of murmur2/12, not active\n")
                .contains(
                        "owner     9: the key's home, partition 10, is not active; the first of the rank over the active"
                                + " ones takes over\n");
    }

    @ParameterizedTest
    @CsvSource({"string,order-1", "hex,6f726465722D31", "base64,b3JkZXItMQ==", "base64,b3JkZXItMQ"})
    void a_key_is_the_same_however_it_is_spelled(String format, String key) {
        assertThat(explain(key, "--partitions", "12", "--key-format", format))
                .isEqualTo(explain("order-1", "--partitions", "12"));
    }

    @Test
    void a_long_is_eight_bytes_big_endian_as_kafka_s_serializer_writes_it() {
        assertThat(explain("258", "--partitions", "12", "--key-format", "long"))
                .isEqualTo(explain("0000000000000102", "--partitions", "12", "--key-format", "hex"))
                .startsWith("key       0x0000000000000102  8 bytes\n");
        assertThat(Command.run("explain", "--partitions", "3", "--key-format", "long", "--", "-2")
                        .out())
                .startsWith("key       0xfffffffffffffffe  8 bytes\n");
    }

    @Test
    void what_cannot_be_printed_is_shown_as_digits() {
        assertThat(explain("0a", "--partitions", "3", "--key-format", "hex")).startsWith("key       0x0a  1 byte\n");
        assertThat(explain("", "--partitions", "3")).startsWith("key       0x  0 bytes\n");
        assertThat(explain("ff".repeat(50), "--partitions", "3", "--key-format", "hex"))
                .startsWith("key       0x" + "ff".repeat(40) + "...  50 bytes\n");
    }

    @Test
    void json_says_the_same_in_words_of_sixteen_digits() throws IOException {
        JsonNode json = json("order-1", "--partitions", "0-2,14", "--weights", "14:2.5", "--json");

        assertThat(json.path("key").asText()).isEqualTo("6f726465722d31");
        assertThat(json.path("keyText").asText()).isEqualTo("order-1");
        assertThat(json.path("keyHash").asText()).isEqualTo("5fc46503368e2876");
        assertThat(json.path("slot").isNull()).isTrue();
        assertThat(json.path("home").isNull()).isTrue();
        assertThat(json.path("owner").asText()).isEqualTo("14");
        assertThat(json.path("topology").path("hash").asText()).isEqualTo("xxh3-64");
        assertThat(json.path("topology").path("active").asInt()).isEqualTo(4);
        assertThat(json.path("ranking")).hasSize(4);
        assertThat(json.path("ranking").path(0).path("score").asText()).isEqualTo("fc1e7f78876c5497");
        assertThat(json.path("ranking").path(0).path("weight").asDouble()).isEqualTo(2.5);
    }

    @Test
    void json_of_a_base_tells_home_and_winner() throws IOException {
        JsonNode home = json("order-1", "--partitions", "13", "--base", "murmur2/12", "--json")
                .path("home");

        assertThat(home.path("murmur2").asText()).isEqualTo("48d1d1f6");
        assertThat(home.path("partition").asInt()).isEqualTo(10);
        assertThat(home.path("active").asBoolean()).isTrue();
        assertThat(home.path("winner").asText()).isEqualTo("9");
    }

    @Test
    void a_secret_decides_and_is_never_shown(@TempDir Path directory) throws IOException {
        Path secret = Files.write(directory.resolve("secret"), "0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        String[] options = {"--candidates", "a,b,c", "--hash", "siphash-2-4", "--secret-file", secret.toString()};

        assertThat(explain("k", options))
                .contains("siphash-2-4:9f9f5111f7b27a78")
                .doesNotContain("0123456789abcdef")
                .doesNotContain("30313233");
    }

    @Test
    void help_and_version_are_data() {
        assertThat(Command.run("--help").out()).startsWith("Usage: keystead ").contains("Exit codes:");
        assertThat(Command.run("explain", "--help").out()).startsWith("Usage: keystead explain ");
        Command.Result version = Command.run("--version");
        assertThat(version.out()).startsWith("keystead ").contains("protocol hrw-v1");
        assertThat(version.exitCode()).isZero();
    }

    private static JsonNode json(String key, String... options) throws IOException {
        return new ObjectMapper().readTree(explain(key, options));
    }

    private static String explain(String key, String... options) {
        String[] args = new String[options.length + 2];
        args[0] = "explain";
        args[1] = key;
        System.arraycopy(options, 0, args, 2, options.length);
        Command.Result result = Command.run(args);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        return result.out();
    }
}
