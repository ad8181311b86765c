package io.keystead.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Machine VECTORS = new Machine("a processor", true, 2, "a JVM", "a system");

    @Test
    void every_limit_of_the_suite_speaks_of_measured_cases_and_is_judged() {
        Rounds fast = everythingTakes(1);
        Report report = new Report(VECTORS, Suite.cases(), Suite.limits(), fast);
        // All take the same, so the ratios to peers that must be slower are broken.
        assertThat(report.broken()).isTrue();
        assertThat(report.markdown())
                .contains("Measured on a processor with AVX-512, 2 cores; a JVM; a system; the median of 1 rounds.")
                .contains("| ns per look-up (times Kafka's) | n=12 | n=64 | n=256 | n=1000 | n=4096 |")
                .contains("| Keystead, slotted | 1.0 (1.0) | 1.0 (1.0) | 1.0 (1.0) | 1.0 (1.0) | 1.0 (1.0) |")
                .contains("| Keystead, hot, n=12: at most 1 times Kafka's murmur2 % n, n=12 | 1.0 x | PASS |")
                .contains("n=1000: at least 3 times faster than Ignite's HRW, n=1000 | 1.0 x | FAIL |");
    }

    @Test
    void a_run_that_keeps_every_limit_is_not_broken_and_one_broken_limit_is_enough() {
        Rounds rounds = everythingTakes(1);
        Limit kept = Limit.nanosAtMost(Suite.evolve(), 1, false);
        Limit broken = Limit.nanosAtMost(Suite.evolve(), 0.5, false);
        assertThat(new Report(VECTORS, Suite.cases(), List.of(kept), rounds).broken())
                .isFalse();
        assertThat(new Report(VECTORS, Suite.cases(), List.of(kept, broken), rounds).broken())
                .isTrue();
    }

    @Test
    void a_machine_tells_at_least_its_cores() {
        assertThat(Machine.here().cores()).isPositive();
        assertThat(Machine.here().toString()).contains("AVX-512").contains(" cores; ");
    }

    private static Rounds everythingTakes(double nanos) {
        Map<Case, Measured> measured = new HashMap<>();
        Suite.cases().forEach(one -> measured.put(one, new Measured(nanos, 0)));
        return new Rounds(List.of(new Round(measured)));
    }
}
