package io.keystead.benchmarks.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.benchmarks.assign.StateEpisode.Cost;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateEpisodeTest {
    private static final Group APPLICATION = new Group(48, 6, 1);

    @ParameterizedTest
    @EnumSource(Change.class)
    void every_assignor_settles_and_keystead_brings_every_task_home(Change change) {
        TaskTables.peers().forEach((label, peer) -> {
            Cost cost = new StateEpisode(peer.get(), APPLICATION, TaskTables.ACCEPTABLE_LAG).run(change);

            assertThat(cost.rebalances()).as(label).isPositive();
            if (label.startsWith("Keystead") && change.returns()) {
                assertThat(cost.elsewhere()).as(label).isZero();
            }
        });
    }
}
