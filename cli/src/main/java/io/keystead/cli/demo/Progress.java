package io.keystead.cli.demo;

import io.keystead.cli.Console;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far the work is, drawn on standard error where somebody looks at it. Thread-safe. */
final class Progress implements AutoCloseable {
    private static final int COLUMNS = 79;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** @param steps how many there will be */
    static Progress of(Console console, String task, long steps) {
        if (!console.progress()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setConsumer(new ConsoleProgressBarConsumer(console.err(), COLUMNS))
                .hideEta()
                .build());
    }

    /** What is being done now. */
    void now(String what) {
        if (bar != null) {
            bar.setExtraMessage(what);
        }
    }

    void step(long count) {
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
