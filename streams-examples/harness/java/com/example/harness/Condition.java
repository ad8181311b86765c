package com.example.harness;

import java.time.Duration;

/** What is waited for. */
@FunctionalInterface
public interface Condition {
    /** For whatever takes seconds on a machine that is not busy. */
    Duration PATIENCE = Duration.ofSeconds(90);

    boolean holds() throws Exception;

    /**
     * Waits until it holds.
     *
     * @param what it is, as in "gave up before ..."
     * @throws IllegalStateException after 90 s
     */
    static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw gaveUp(what);
            }
            Thread.sleep(50);
        }
    }

    /** What is thrown when the patience is over. */
    static IllegalStateException gaveUp(String what) {
        return new IllegalStateException("gave up after " + PATIENCE.toSeconds() + " s, before " + what
                + ": something does not do what is promised, or Kafka or this machine is too busy");
    }
}
