package io.keystead.benchmarks.keyby;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.benchmarks.keyby.Movement.Moved;
import io.keystead.benchmarks.keyby.Movement.Placing;
import io.keystead.flink.slots.SlotRule;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyByRunTest {
    /** The times of so small a run are no times, so only what does not depend on them is looked at. */
    @Test
    void aQuickRunFillsEveryTable() {
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
                .contains("without a slack nothing moves between subtasks that stay: ok")
                .containsPattern("\\| 4 → 5 \\| 0\\.\\d{3} \\| 0\\.\\d{3} \\| 0 \\| ok \\|")
                .containsPattern("\\| hashmap \\| \\d+\\.\\d\\d s \\| \\d+\\.\\d\\d s \\|")
                .contains("### What incremental checkpoints would have saved", "### Restores", "### Empty slots");
    }

    @Test
    void growthByOneMovesAboutHalfWithFlinksOwnKeyByAndTheNewcomersShareWithHrw() {
        Moved flink = Movement.moved(new Placing("flink", 720, null), 16, 17);
        Moved hrw = Movement.moved(new Placing("hrw", 4096, SlotRule.PLAIN), 16, 17);

        // Measured with Flink 2.3.0 by another program: .487 and .058.
        assertThat(flink.share()).isBetween(0.45, 0.53);
        assertThat(flink.betweenOld()).isPositive();
        assertThat(hrw.share()).isBetween(0.04, 0.075);
        assertThat(hrw.betweenOld()).isZero();
    }
}
