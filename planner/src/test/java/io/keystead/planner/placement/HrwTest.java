package io.keystead.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HrwTest extends PlacementContract {
    HrwTest() {
        super(Algorithm.HRW);
    }

    @Override
    String golden() {
        return "58fdf12f6871c394";
    }

    @Test
    void rankings_are_those_of_the_rule() {
        long seed = 13;
        SplittableRandom random = new SplittableRandom(seed);
        for (List<Candidate> nodes : List.of(Inputs.nodes(9), Inputs.nodes(1, 2.5, 1e-3, 7, 1), Inputs.nodes(3, 3))) {
            Hrw ours = new Hrw(nodes);
            Placement rule = Placement.of(Topology.builder().candidates(nodes).build());
            for (int i = 0; i < 2_000; i++) {
                byte[] key = new byte[8];
                random.nextBytes(key);
                long hash = rule.topology().hash().hash(key);
                assertThat(Inputs.top(ours, hash, nodes.size()))
                        .as("seed %d", seed)
                        .isEqualTo(rule.rank(key).stream()
                                .map(bid -> bid.candidate().id())
                                .collect(Collectors.toList()));
                assertThat(ours.owner(key)).isEqualTo(rule.owner(key));
            }
        }
    }

    @Test
    void its_memory_is_an_id_and_a_weight_of_each_candidate() {
        assertThat(new Hrw(Inputs.nodes(10)).memoryBytes()).isEqualTo(160);
        assertThat(new Hrw(Inputs.nodes(100)).memoryBytes()).isEqualTo(1_600);
    }
}
