package io.keystead.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keystead.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectSavepointTest {
    @TempDir
    private Path directory = Path.of("");

    private Path savepoint = Path.of("");

    @BeforeEach
    void copy() throws IOException {
        savepoint = SavepointFixture.copiedTo(directory.resolve("savepoint"));
    }

    private Command.Result inspect(String... options) {
        String[] all = new String[options.length + 3];
        all[0] = "flink";
        all[1] = "inspect-savepoint";
        all[2] = savepoint.toString();
        System.arraycopy(options, 0, all, 3, options.length);
        return Command.run(all);
    }

    @Test
    void it_tells_what_slots_take_and_what_a_rescale_would_move() {
        Command.Result result = inspect("--to", "3");

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .isEqualTo("savepoint  file:" + savepoint + ", checkpoint 1, metadata version 6\n" + """
                        operators  1 with keyed state

                        totals (8eeed16b661251f13cfc6a3c5e75c420)
                          kind      Flink's own keyBy
                          written   at parallelism 2, 16 slots, 2 files, canonical
                          state     1,250 bytes in 15 slots
                          slots     min 0, median 64, max 152 bytes; max/mean 1.95
                          subtasks  min 565, median 565, max 685 bytes; max/mean 1.10

                            slot  subtask            bytes
                               8        1              152
                               2        0              123
                               3        0              123
                               7        0              123
                              15        1              123
                               5        0               94
                               9        1               94
                               1        0               93
                              12        1               64
                              14        1               64
                          The largest ones; --slots lists all.

                          2 to 3 subtasks              slots moved                 bytes moved      needless      files  max/mean
                          HrwStreams.keyBy              8 (50.0 %)                685 (54.8 %)             0     1 to 2      1.64
                          Flink's own keyBy             7 (43.8 %)                441 (35.3 %)             2     1 to 2      1.27
                        """);
    }

    @Test
    void json_tells_the_same_with_every_slot() throws IOException {
        JsonNode operator = new JsonMapper()
                .readTree(inspect("--json", "--slots", "--to", "3", "--to", "1").out())
                .get("operators")
                .get(0);

        assertThat(operator.get("uid").textValue()).isEqualTo("totals");
        assertThat(operator.get("kind").textValue()).isEqualTo("native");
        assertThat(operator.get("bytesBySlot")).hasSize(16);
        assertThat(operator.get("bytesBySlot").get(8).longValue()).isEqualTo(152);
        assertThat(operator.get("subtaskBySlot").get(8).intValue()).isEqualTo(1);
        assertThat(operator.get("rescales")).hasSize(2);
        assertThat(operator.get("rescales").get(0).get("hrw").get("slotsMoved").intValue())
                .isEqualTo(8);
        assertThat(operator.get("rescales")
                        .get(1)
                        .get("native")
                        .get("filesOpenedBySubtask")
                        .get(0)
                        .intValue())
                .isEqualTo(2);
    }

    @Test
    void a_parallelism_above_the_slots_is_refused() {
        assertThat(inspect("--to", "17").err())
                .isEqualTo("keystead flink inspect-savepoint: the parallelism 17 is out of range for the operator"
                        + " \"totals\"; allowed: 1 to its 16 slots\n");
        assertThat(inspect("--to", "0").err())
                .isEqualTo("keystead flink inspect-savepoint: --to: \"0\" is not a number from 1 to 32768\n");
    }

    @Test
    void a_file_that_is_gone_is_named() throws IOException {
        Path file = SavepointFixture.files(savepoint).get(0);
        Files.delete(file);

        assertThat(inspect().err())
                .isEqualTo("keystead flink inspect-savepoint: the file file:" + file
                        + " does not exist; the savepoint is not whole\n");
    }
}
