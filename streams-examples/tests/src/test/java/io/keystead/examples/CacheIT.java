package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Caches of consumers and of Flink's subtasks, to which a member is added. */
@ExtendWith(EmptyKafka.class)
class CacheIT {
    @Test
    void cachesStayWarmButForTheShareOfTheNewMember(LocalKafka kafka) throws Exception {
        assertThat(Example.run("cache", "--bootstrap-server", kafka.bootstrapServers())
                        .goodAsShown("cache"))
                // Products and names are the same in every run, and so is what they find; what is sticky has a history.
                .contains("  HrwAssignor                       83.3 % hits,  3,348 questions to the origin\n")
                .contains("  RangeAssignor, Kafka's default    58.5 % hits,  8,301 questions to the origin\n")
                .containsPattern("  CooperativeStickyAssignor +\\d\\d\\.\\d % hits")
                .contains("  HrwStreams.keyBy                  79.7 % hits,  4,064 questions to the origin\n")
                .contains("  keyBy, Flink's own                51.7 % hits,  9,665 questions to the origin\n")
                .contains("Caches stay warm but for the share of the new member.");
    }
}
