package io.keystead.cli;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far the work is, drawn on standard error where somebody looks at it. Thread-safe. */
public final class Progress implements AutoCloseable {
    private static final int COLUMNS = 79;
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final @Nullable ProgressBarBuilder builder;
    private final Duration delay;
    private final LongSupplier nanoTime;
    private final long start;
    private long done;
    private String message = "";
    private @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBarBuilder builder, Duration delay, LongSupplier nanoTime) {
        this.builder = builder;
        this.delay = delay;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /**
     * The progress of work in several parts, shown from the beginning.
     *
     * @param steps how many there will be
     */
    public static Progress of(Console console, String task, long steps) {
        Progress progress = new Progress(
                console.progress() ? builder(console, task, steps).hideEta() : null, Duration.ZERO, System::nanoTime);
        progress.step(0);
        return progress;
    }

    /**
     * The progress of work that is all of one kind, with its rate and the time left; shown once it has taken a second.
     *
     * @param steps how many there will be; -1 if nobody can know
     */
    public static Progress steady(Console console, String task, long steps) {
        return steady(console, task, steps, System::nanoTime);
    }

    /** @param nanoTime the clock that tells when the second is over */
    static Progress steady(Console console, String task, long steps, LongSupplier nanoTime) {
        DecimalFormat whole = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return new Progress(
                console.progress() ? builder(console, task, steps).showSpeed(whole) : null, SHORT, nanoTime);
    }

    private static ProgressBarBuilder builder(Console console, String task, long steps) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setConsumer(new ConsoleProgressBarConsumer(console.err(), COLUMNS));
    }

    /** What is being done now, or what has come of it so far. */
    public synchronized void now(String what) {
        // It is drawn right behind what stands before it.
        message = " " + what;
        if (bar != null) {
            bar.setExtraMessage(message);
        }
    }

    /** So many steps more have been done. */
    public synchronized void step(long count) {
        if (builder == null) {
            return;
        }
        done += count;
        if (bar == null) {
            Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - start);
            if (elapsed.compareTo(delay) >= 0) {
                bar = builder.startsFrom(done, elapsed).build();
                bar.setExtraMessage(message);
            }
        }
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
