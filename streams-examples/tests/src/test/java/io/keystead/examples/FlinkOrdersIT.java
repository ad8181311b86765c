package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;

class FlinkOrdersIT {
    @Test
    void aFifthOfTheKeysMovesToTheNewSubtaskAndEveryCountIsExact() throws Exception {
        try (LocalKafka kafka = LocalKafka.start()) {
            String out = Example.run("flink-orders", "--bootstrap-server", kafka.bootstrapServers())
                    .good();

            assertThat(out)
                    .contains("4,000 of 4,000 orders exact; 40,000 totals for 40,000 events")
                    .contains("40,000 of 40,000 totals where their keys belong")
                    .contains("40,000 of 40,000 in the partition of their orders")
                    // The keys are always the same ones, so that it is always the same number.
                    .contains("833 of 4,000 orders (20.8 %), 0 of them between old subtasks")
                    .contains("keyBy by its formula: 2,015 of 4,000 orders (50.4 %)")
                    .containsPattern("arrived +0 +0 +0 +0 +833\\R");
        }
    }
}
