package io.keystead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration on a real broker, with fewer keys. */
class DemoTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void growth_moves_what_theory_says_and_adoption_moves_nothing() throws IOException {
        Path keys = directory.resolve("keys.csv");
        StringBuilder csv = new StringBuilder("key,bytes\n");
        for (int i = 0; i < 3000; i++) {
            csv.append("order-").append(i).append(',').append(i % 100 * 10_000).append('\n');
        }
        Files.writeString(keys, csv);

        Command.Result result = Command.run("demo", "--json", "--keys", keys.toString());

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode json = new ObjectMapper().readTree(result.out());
        assertThat(json.path("keys").asInt()).isEqualTo(3000);
        // 990,000 bytes at most, in values of 65,536 at most.
        assertThat(json.path("scaledDownBy").asInt()).isEqualTo(16);
        assertThat(json.path("checks"))
                .hasSize(10)
                .allMatch(check -> check.path("holds").asBoolean());
        JsonNode byDefault = json.path("schemes").path(0);
        JsonNode hrw = json.path("schemes").path(1);
        JsonNode adopted = json.path("schemes").path(2);
        assertThat(byDefault.path("keysMoved").path("expected").asDouble()).isEqualTo(3000 * (1 - 1 / 13.0));
        assertThat(byDefault.path("keysMovedBetweenOldPartitions").asInt()).isGreaterThan(2000);
        assertThat(hrw.path("keysMoved").path("expected").asDouble()).isEqualTo(3000 * (1 / 13.0));
        assertThat(hrw.path("keysMovedBetweenOldPartitions").asInt()).isZero();
        assertThat(hrw.path("bytesMoved").path("of").asLong()).isEqualTo(3000L / 100 * 99 * 100 / 2 * 10_000);
        assertThat(adopted.path("keysMovedByAdoption").asInt()).isZero();
        assertThat(adopted.path("keysMoved").path("moved").asInt())
                .isEqualTo(adopted.path("keysMovedToNewPartitions").asInt());
    }

    @Test
    void two_keys_are_enough_and_a_key_that_comes_again_is_one_key() throws IOException {
        Path keys = Files.writeString(directory.resolve("keys.txt"), "a\r\nb\n\na\n");

        Command.Result result =
                Command.run("demo", "--progress", "--partitions", "2", "--grow-to", "5", "--keys", keys.toString());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("""
                        2 keys of keys.txt, written by a Kafka producer and read back by a consumer.
                        Each topic grows from 2 to 5 partitions:
                        """).doesNotContain("bytes");
        assertThat(result.err()).contains("demo-adopted at 5").endsWith("keys that came again: 1, each counted once\n");
    }
}
