package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.Movement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Two ways of growing a ring: tokens drawn for the new node, or partitions that were cut beforehand and change hands. */
class RingRefinementTest {
    private static final int NODES = 4;
    private static final int PARTITIONS = 120;
    private static final int KEYS = 50_000;

    @Test
    void fresh_tokens_move_what_they_cut_off_and_leave_uneven_arcs() {
        HashRing before = new HashRing(Inputs.nodes(NODES), PARTITIONS / NODES);
        KeyPlacement after = before.add(Candidate.of("node-" + NODES));
        double taken = after.shares()[NODES];

        assertReport("fresh tokens", before, after, taken);
        assertThat(Arrays.stream(after.shares()).max().orElseThrow()).isGreaterThan(1.05 / (NODES + 1));
    }

    @Test
    void pre_created_partitions_move_whole_and_leave_equal_shares() {
        HashRing before = cut(0);
        HashRing after = cut(PARTITIONS / (NODES + 1));

        assertReport("pre-created partitions", before, after, 1.0 / (NODES + 1));
        for (double share : after.shares()) {
            assertThat(share).isEqualTo(1.0 / (NODES + 1), within(1e-9));
        }
    }

    /** The ring in equal partitions, dealt out in turns; of those the last node takes so many, evenly from all others. */
    private static HashRing cut(int taken) {
        Map<Integer, List<Long>> tokens = new HashMap<>();
        long width = Long.divideUnsigned(-1, PARTITIONS);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int node = partition < taken ? NODES : partition % NODES;
            tokens.computeIfAbsent(node, n -> new ArrayList<>()).add(width * (partition + 1));
        }
        Map<Candidate, long[]> ring = new HashMap<>();
        tokens.forEach((node, own) -> ring.put(
                Candidate.of("node-" + node),
                own.stream().mapToLong(Long::longValue).toArray()));
        return HashRing.ofTokens(ring);
    }

    private static void assertReport(String way, KeyPlacement before, KeyPlacement after, double taken) {
        Movement movement = new Movement(ids(before), ids(after));
        for (long key : Inputs.keys(28, KEYS)) {
            movement.add(Inputs.owner(before, key), Inputs.owner(after, key), 1);
        }
        Bound bound = Bound.binomial(KEYS, taken);
        System.out.printf("%s: %d of %d keys moved, %s expected%n", way, movement.movedKeys(), KEYS, bound);
        assertThat(movement.needless()).isZero();
        assertThat(movement.toNew()).isEqualTo(movement.movedKeys());
        assertThat(bound.allows((double) movement.movedKeys(), Bound.sigmasFor(1e-6, 2)))
                .isTrue();
    }

    private static Set<String> ids(KeyPlacement placement) {
        return placement.candidates().stream().map(Candidate::id).collect(Collectors.toSet());
    }
}
