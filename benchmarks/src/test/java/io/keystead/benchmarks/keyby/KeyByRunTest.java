package io.keystead.benchmarks.keyby;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyByRunTest {
    /** The times of so small a run are no times, so only what does not depend on them is looked at. */
    @Test
    void aQuickRunFillsEveryTableAndKeepsTheLimitsOfMovement() {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code;
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            code = KeyByRun.commandLine().execute("--quick");
        } finally {
            System.setOut(before);
        }
        String text = out.toString(StandardCharsets.UTF_8);

        assertThat(code).isIn(0, 1);
        assertThat(text)
                .contains("moves no key between subtasks that stay, calculated and measured: ok")
                .containsPattern("was processed where the calculation says,.*: ok")
                .containsPattern("\\| HRW, 4096, \\*\\*measured\\*\\* \\| 0\\.\\d{3}, 1\\.\\d\\d \\|")
                .containsPattern("\\| hashmap \\| 50,000 \\| \\d+\\.\\d\\d s \\| \\d+\\.\\d\\d s \\|")
                .contains("| rocksdb, 64 bytes, ", "### What incremental checkpoints would have saved")
                .containsPattern("\\| rocksdb \\| 4 → 5 \\| HRW \\|.*\\| 1, 1, 1, 1, 4 \\|")
                .contains("| hashmap | its timers, if it can have any |", "| 32768 slots |");
    }

    @Test
    void anUnknownOptionEndsWithTwo() {
        assertThat(KeyByRun.commandLine().execute("--slow")).isEqualTo(2);
    }
}
