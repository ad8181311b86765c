package io.keystead.kafka.broker;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for something that a cluster does in its own time. */
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private Await() {}

    /** The first value that is as wanted; an error with the last one and what else is known if there is none. */
    static <T> T until(Callable<T> ask, Predicate<T> wanted, Supplier<String> known) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            T value = ask.call();
            if (wanted.test(value)) {
                return value;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("After " + PATIENCE + " it was " + value + "; " + known.get());
            }
            Thread.sleep(50);
        }
    }
}
