package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

    @Test
    void steady_work_shows_nothing_in_its_first_second_and_how_far_it_is_after_it() {
        try (Progress progress = Progress.steady(console(true), "work", 10, now::get)) {
            List<Object> counted = new CountedList(List.of("a", "b"), progress);
            assertThat(counted).containsExactly("a", "b");
            progress.now("all is well");
            now.addAndGet(999_999_999);
            progress.step(0);
            assertThat(shown()).isEmpty();

            now.incrementAndGet();
            progress.step(3);
        }

        assertThat(shown()).contains("work", "5/10", "/s", " all is well");
    }

    @Test
    void where_nobody_looks_nothing_is_shown() {
        try (Progress progress = Progress.steady(console(false), "work", 10, now::get);
                Progress other = Progress.of(console(false), "work", 10)) {
            now.addAndGet(2_000_000_000);
            progress.step(3);
            other.step(3);
        }

        assertThat(shown()).isEmpty();
    }

    private Console console(boolean terminal) {
        return new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                terminal);
    }

    private String shown() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
