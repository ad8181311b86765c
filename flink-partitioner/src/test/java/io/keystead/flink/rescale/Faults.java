package io.keystead.flink.rescale;

import java.util.concurrent.atomic.AtomicInteger;

/** Faults that a test orders and an operator of the running job carries out: one for the JVM, thread-safe. */
final class Faults {
    private static final AtomicInteger FAILURES = new AtomicInteger();
    private static final long PAUSE_MILLIS = 20;

    private static volatile boolean slow;

    private Faults() {}

    static void reset() {
        FAILURES.set(0);
        slow = false;
    }

    /** The next record fails its task. */
    static void failOnce() {
        FAILURES.set(1);
    }

    static boolean failed() {
        return FAILURES.get() == 0;
    }

    /** Records take their time from now on, which fills the buffers before the operators. */
    static void slow() {
        slow = true;
    }

    /** Called for each record. */
    static void strike() throws InterruptedException {
        if (FAILURES.get() > 0 && FAILURES.getAndSet(0) > 0) {
            throw new IllegalStateException("a fault that the test ordered");
        }
        if (slow) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
