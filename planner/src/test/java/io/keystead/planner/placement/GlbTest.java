package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.CandidateState;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GlbTest extends PlacementContract {
    GlbTest() {
        super(Algorithm.GLB);
    }

    @Override
    String golden() {
        return "4a8d24362b68be2c";
    }

    /** 65,536 rows of 12 candidates. */
    @Override
    double spread() {
        return Math.sqrt(12.0 / Glb.ROWS);
    }

    private static final long[] FLOWS = Inputs.keys(15, 20_000);

    @Test
    void draining_swaps_the_rows_of_a_primary_and_leaves_all_others() {
        Glb active = new Glb(Inputs.nodes(8));
        Glb draining = active.withState("node-3", CandidateState.DRAINING);
        for (long flow : FLOWS) {
            boolean primary = Inputs.owner(active, flow).equals("node-3");
            assertThat(draining.owner(flow)).isEqualTo(primary ? active.secondary(flow) : active.owner(flow));
            assertThat(draining.secondary(flow)).isEqualTo(primary ? active.owner(flow) : active.secondary(flow));
        }
    }

    /** Flows are opened at the primary, and a packet is tried at the primary, then at the secondary. */
    @Test
    void flows_survive_a_drain_and_a_fill_by_the_second_chance_and_new_ones_avoid_the_draining_server() {
        Glb before = new Glb(Inputs.nodes(8));
        Map<Long, String> opened = open(before, FLOWS);
        Glb draining = before.withState("node-3", CandidateState.DRAINING);
        assertThat(lost(draining, opened)).isZero();
        assertThat(open(draining, Inputs.keys(16, 20_000))).doesNotContainValue("node-3");

        Glb filling = (Glb) before.add(Candidate.of("x").withState(CandidateState.FILLING));
        assertThat(lost(filling, opened)).isZero();
        assertThat(open(filling, Inputs.keys(16, 20_000))).containsValue("x");
    }

    /** After a drain is over its old flows are gone, and only those of the removed server may be lost. */
    @Test
    void removing_a_drained_server_loses_no_flow_but_its_own() {
        Glb before = new Glb(Inputs.nodes(8));
        Map<Long, String> opened = open(before, FLOWS);
        Glb removed = (Glb) before.withState("node-3", CandidateState.DRAINING).remove("node-3");
        opened.values().removeIf("node-3"::equals);
        assertThat(lost(removed, opened)).isZero();
    }

    @Test
    void a_second_drain_at_once_is_refused() {
        Glb draining = new Glb(Inputs.nodes(8)).withState("node-3", CandidateState.DRAINING);
        assertThatThrownBy(() -> draining.withState("node-5", CandidateState.DRAINING))
                .hasMessage("candidate \"node-5\" is DRAINING while \"node-3\" is not active; allowed: one change at a"
                        + " time");
        assertThat(draining.withState("node-3", CandidateState.ACTIVE).candidates())
                .allMatch(Candidate::isActive);
    }

    private static Map<Long, String> open(Glb glb, long[] flows) {
        Map<Long, String> opened = new HashMap<>();
        for (long flow : flows) {
            opened.put(flow, Inputs.owner(glb, flow));
        }
        return opened;
    }

    private static long lost(Glb glb, Map<Long, String> opened) {
        return opened.entrySet().stream()
                .filter(flow -> !Inputs.owner(glb, flow.getKey()).equals(flow.getValue()))
                .filter(flow ->
                        !glb.candidates().get(glb.secondary(flow.getKey())).id().equals(flow.getValue()))
                .count();
    }
}
