package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The keys of {@link OrdersIT} in a job that is rescaled. */
@ExtendWith(EmptyKafka.class)
class FlinkOrdersIT {
    @Test
    void aFifthOfTheKeysMovesToTheNewSubtaskAndEveryCountIsExact(LocalKafka kafka) throws Exception {
        assertThat(Example.run("flink-orders", "--bootstrap-server", kafka.bootstrapServers())
                        .goodAsShown("flink-orders"))
                .contains("4,000 of 4,000 orders exact; 40,000 totals for 40,000 events")
                .contains("40,000 of 40,000 totals where their keys belong")
                .contains("40,000 of 40,000 in the partition of their orders")
                .contains(OrdersIT.PARTITION_OF_ONE)
                // The keys are always the same ones, so that it is always the same number.
                .contains("790 of 4,000 orders (19.8 %), 0 of them between old subtasks")
                .contains("keyBy by its formula: 1,998 of 4,000 orders (50.0 %)")
                .containsPattern("arrived +0 +0 +0 +0 +790\n");
    }
}
