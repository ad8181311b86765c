package io.keystead.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a command clean up when the process is told to end (Ctrl-C, or a plain kill) while it works.
 *
 * <p>The command's thread is interrupted, and the process waits until it has left its try statements; so whatever they
 * close is closed once, by the thread that opened it.
 */
public final class Interruption {
    private static final long PATIENCE_SECONDS = 20;
    private static final AtomicBoolean RUNNING = new AtomicBoolean();

    private Interruption() {}

    /** Runs a body in this thread; until it returns, the end of the process interrupts it and waits for it. */
    public static <T> T during(Callable<T> body) throws Exception {
        Thread command = Thread.currentThread();
        CountDownLatch cleanedUp = new CountDownLatch(1);
        Thread hook = new Thread(() -> interrupt(command, cleanedUp), "keystead-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return body.call();
        } finally {
            cleanedUp.countDown();
            if (!isRunning()) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        }
    }

    /** Whether the process is being ended, so that commands fail for no reason of their own. */
    static boolean isRunning() {
        return RUNNING.get();
    }

    private static void interrupt(Thread command, CountDownLatch cleanedUp) {
        RUNNING.set(true);
        command.interrupt();
        try {
            if (!cleanedUp.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                // Whoever asked for the end wants it more than a tidy directory.
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
