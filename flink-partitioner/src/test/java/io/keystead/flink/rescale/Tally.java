package io.keystead.flink.rescale;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** What a JVM's tests did, for the line that is printed at their end. Thread-safe. */
final class Tally {
    private static final AtomicLong RUNS = new AtomicLong();
    private static final AtomicLong RESULTS = new AtomicLong();
    private static final AtomicLong RESCALES = new AtomicLong();
    private static final AtomicLong KEYS = new AtomicLong();
    private static final AtomicLong MOVED = new AtomicLong();
    private static final AtomicLong FAULTS = new AtomicLong();

    private Tally() {}

    static void run(String what, int results) {
        RUNS.incrementAndGet();
        RESULTS.addAndGet(results);
        System.out.println("  " + what + ": " + results + " results as expected");
    }

    static void rescale(Movement movement) {
        RESCALES.incrementAndGet();
        KEYS.addAndGet(movement.keys());
        MOVED.addAndGet(movement.moved());
        System.out.println("    " + movement);
    }

    static void fault() {
        FAULTS.incrementAndGet();
    }

    static void print() {
        System.out.println(text());
    }

    static String text() {
        return "Flink " + EnvironmentInformation.getVersion() + ": " + RUNS + " runs, " + RESCALES + " rescales, "
                + FAULTS
                + " faults, " + RESULTS + " results as expected, " + MOVED + " of " + KEYS
                + " keys moved, none between old subtasks";
    }
}
