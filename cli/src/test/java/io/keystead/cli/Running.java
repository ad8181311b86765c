package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of the command in a thread of its own. */
public final class Running {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Command command = new Command(InputStream.nullInputStream());
    private final CompletableFuture<Command.Result> result = new CompletableFuture<>();
    private final Thread thread;

    /** Starts it. */
    public Running(String... args) {
        thread = new Thread(() -> {
            try {
                result.complete(command.execute(args));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
    }

    /** Waits until it has written something of this form to standard error, and returns the first. */
    public MatchResult awaitErr(Pattern pattern) throws InterruptedException {
        return await(command::err, pattern);
    }

    /** Waits until it has written this to standard output. */
    public void awaitOut(String part) throws InterruptedException {
        await(command::out, Pattern.compile(Pattern.quote(part)));
    }

    private MatchResult await(Supplier<String> written, Pattern pattern) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            // Before what was written is read, which may be all.
            boolean ended = result.isDone();
            Matcher found = pattern.matcher(written.get());
            if (found.find()) {
                return found;
            }
            assertThat(ended).as("ended, and wrote %s", command.err()).isFalse();
            assertThat(System.nanoTime()).as(command.err()).isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    /** As Ctrl-C does. */
    public void interrupt() {
        thread.interrupt();
    }

    /** What it left behind, once it has ended. */
    public Command.Result result() throws Exception {
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
