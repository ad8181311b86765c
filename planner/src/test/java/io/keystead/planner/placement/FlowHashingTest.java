package io.keystead.planner.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.stats.Bound;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The scenario of RFC 2991: flows over next hops, and how many of them a change of the next hops disrupts. */
class FlowHashingTest {
    private static final int FLOWS = 50_000;
    private static final double SIGMAS = Bound.sigmasFor(1e-6, 6);
    private static final int HOPS = 10;

    /** The words of flows by source, destination, protocol and ports. */
    private static long[] flows() {
        SplittableRandom random = new SplittableRandom(24);
        long[] flows = new long[FLOWS];
        for (int i = 0; i < FLOWS; i++) {
            String flow = "10.0." + random.nextInt(256) + "." + random.nextInt(256) + ",192.0.2." + random.nextInt(256)
                    + ",6," + random.nextInt(1024, 65_536) + ",443";
            flows[i] = KeyHash.xxh3(0).hash(flow.getBytes(US_ASCII));
        }
        return flows;
    }

    /** A flow keeps its path: the same answer for every packet, which is what the RFC asks for first. */
    @Test
    void packets_of_one_flow_take_one_path_by_every_method() {
        for (Algorithm method : List.of(Algorithm.MODULO, Algorithm.HASH_THRESHOLD, Algorithm.HRW)) {
            KeyPlacement first = method.place(Inputs.nodes(HOPS));
            KeyPlacement second = method.place(Inputs.nodes(HOPS));
            for (long flow : flows()) {
                assertThat(second.owner(flow)).isEqualTo(first.owner(flow));
            }
        }
    }

    /** Modulo-N disrupts all but 1 in N, hash-threshold half at the end, highest random weight only what must be. */
    @Test
    void a_next_hop_more_disrupts_most_flows_by_modulo_half_by_threshold_and_one_in_eleven_by_hrw() {
        assertDisrupted(Algorithm.MODULO, 1 - 1.0 / (HOPS + 1));
        assertDisrupted(Algorithm.HASH_THRESHOLD, 0.5);
        assertDisrupted(Algorithm.HRW, 1.0 / (HOPS + 1));
    }

    private static void assertDisrupted(Algorithm method, double expected) {
        KeyPlacement before = method.place(Inputs.nodes(HOPS));
        KeyPlacement after = before.add(Candidate.of("node-" + HOPS));
        assertAllows(method, disrupted(before, after), expected);
    }

    /** RFC 2992: in the middle a little more than a quarter of the space changes hands. */
    @Test
    void a_next_hop_less_in_the_middle_disrupts_a_quarter_more_or_less_by_threshold() {
        KeyPlacement before = Algorithm.HASH_THRESHOLD.place(Inputs.nodes(HOPS));
        int removed = 5;
        double expected = 0;
        // Region i of 10 ends at i/10, region i of 9 at i/9; before the gap numbers stay and after it they shift.
        for (int i = 0; i < HOPS; i++) {
            double from = i / 10.0;
            double to = (i + 1) / 10.0;
            int next = i < removed ? i : i - 1;
            double kept = i == removed ? 0 : Math.min(to, (next + 1) / 9.0) - Math.max(from, next / 9.0);
            expected += to - from - kept;
        }
        assertThat(expected).isBetween(0.25, 0.4);
        assertAllows(Algorithm.HASH_THRESHOLD, disrupted(before, before.remove("node-" + removed)), expected);
    }

    private static void assertAllows(Algorithm method, long disrupted, double expected) {
        Bound bound = Bound.binomial(FLOWS, expected);
        assertThat(bound.allows((double) disrupted, SIGMAS))
                .as("%s: %d flows disrupted, expected %s", method, disrupted, bound)
                .isTrue();
    }

    private static long disrupted(KeyPlacement before, KeyPlacement after) {
        long disrupted = 0;
        for (long flow : flows()) {
            disrupted += Inputs.owner(before, flow).equals(Inputs.owner(after, flow)) ? 0 : 1;
        }
        return disrupted;
    }
}
