package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Caches of consumers and of Flink's subtasks, to which a member is added. */
class CacheIT {
    @Test
    void cachesStayWarmButForTheShareOfTheNewMember() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder().start()) {
            String bootstrap = kafka.bootstrapServers();

            assertThat(Example.run("cache", "--bootstrap-server", bootstrap).good())
                    // Products and names are the same in every run, and so is what they find; what is sticky has a
                    // history.
                    .contains("  HrwAssignor                       75.1 % hits,  4,990 questions to the origin\n")
                    .contains("  RangeAssignor, Kafka's default    58.5 % hits,  8,301 questions to the origin\n")
                    .containsPattern("  CooperativeStickyAssignor +\\d\\d\\.\\d % hits")
                    .contains("  HrwStreams.keyBy                  79.7 % hits,  4,064 questions to the origin\n")
                    .contains("  keyBy, Flink's own                51.7 % hits,  9,665 questions to the origin\n")
                    .contains("Caches stay warm but for the share of the new member.");
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
                assertThat(admin.listTopics().names().get()).isEmpty();
                assertThat(admin.listGroups().all().get()).isEmpty();
            }
        }
    }
}
