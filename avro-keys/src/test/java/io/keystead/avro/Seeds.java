package io.keystead.avro;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Fixed seeds for randomised tests; a failure names its seed, so that it can be run again alone. */
final class Seeds {
    private Seeds() {}

    /** Runs the body with the seeds 1 to {@code count}. */
    static void upTo(int count, Consumer<SplittableRandom> body) {
        for (long seed = 1; seed <= count; seed++) {
            only(seed, body);
        }
    }

    /** Runs the body with one seed. */
    static void only(long seed, Consumer<SplittableRandom> body) {
        try {
            body.accept(new SplittableRandom(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
