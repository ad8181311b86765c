package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Unequal machines, of which a rack is lost. */
@ExtendWith(EmptyKafka.class)
class MixedFleetIT {
    @Test
    void workIsByWeightAndALostRacksTasksGoOnInTheOthers(LocalKafka kafka) throws Exception {
        assertThat(Example.run("mixed-fleet", "--bootstrap-server", kafka.bootstrapServers())
                        .goodAsShown("mixed-fleet"))
                // The users are the same in every run, and so is where they go.
                .contains("weight 1.0  1,111 records expected, 1,064 to 1,176 seen, 2.0 σ off at most\n")
                .contains("weight 2.5  2,778 records expected, 2,714 to 2,832 seen, 1.3 σ off at most\n")
                .containsPattern("\n  a1 +1 +2 +\\d+ +2 +2\n  a2 +3 +6 +\\d+ +6 +6\n")
                .contains("rack a is lost, by SIGKILL: 8 tasks without a machine\n")
                .containsPattern("\n  b1 +1 +\\d+ +\\d+ +3 +3\n  b2 +3 +\\d+ +\\d+ +9 +9\n")
                .endsWith("Work is by weight, and a lost rack's tasks went on in the others with what they knew.\n");
    }
}
