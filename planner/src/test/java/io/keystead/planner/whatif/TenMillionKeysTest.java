package io.keystead.planner.whatif;

import static io.keystead.planner.whatif.EvaluationTest.partitions;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The size that a plan must manage: ten million keys by every algorithm, in less than a minute. */
class TenMillionKeysTest {
    private static final int KEYS = 10_000_000;
    /** What is left of a minute when a file of so many keys has been read. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    @Test
    @Tag("soak")
    void ten_million_keys_are_looked_at_by_all_algorithms_in_less_than_45_seconds() {
        KeySample sample = Keys.orders(KEYS, key -> 100 + key % 1_000, key -> 1 + key % 7);
        long start = System.nanoTime();
        WhatIf whatIf = Evaluation.of(Scenario.grow(partitions(12), 1), sample)
                .replicas(3)
                .listener(new Listener() {
                    private long last = System.nanoTime();

                    @Override
                    public void now(String scheme) {
                        long now = System.nanoTime();
                        System.out.printf(Locale.ROOT, "%.2f s%n%s ", (now - last) * 1e-9, scheme);
                        last = now;
                    }

                    @Override
                    public void step(long keys) {}
                })
                .run();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        for (AlgorithmReport report : whatIf.algorithms()) {
            Moved moved = report.in(Unit.BYTES).moved();
            System.out.printf(
                    Locale.ROOT,
                    "%-16s %,11d keys, %.4f of the bytes moved, sigma %.5f, %.1f ns%n",
                    report.name(),
                    report.looked(),
                    moved.all(),
                    moved.sigma(),
                    report.cost().lookupNanos());
        }
        System.out.println(took);
        assertThat(whatIf.refusals()).isEmpty();
        assertThat(took).isLessThan(LIMIT);
    }
}
