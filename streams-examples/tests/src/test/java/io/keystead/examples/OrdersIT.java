package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** The application whose instance is killed. */
class OrdersIT {
    @Test
    void totalsAreExactOverTheDeathOfAnInstanceAndItsStandbyGoesOn() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder()
                // Of the dead instance's transaction; Kafka looks every ten seconds by default.
                .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000")
                .start()) {
            String bootstrap = kafka.bootstrapServers();

            assertThat(Example.run("orders", "--bootstrap-server", bootstrap).good())
                    .contains("on another partition than their payment: 0\n")
                    .containsPattern("by Kafka's own partitioner, which sees the schemas' ids: [89],\\d{3}\n")
                    .containsPattern("taken over +by a after .* s; it was the standby of (\\d+) of the \\1\n")
                    .containsPattern("by product +40 of 40 exact\n")
                    .containsPattern("by product and minute +(\\d+) of \\1 exact\n")
                    .containsPattern("paid orders +20,000 of 20,000 exact\n")
                    .endsWith("Every total is exact over the death of an instance, and its standby went on.\n");
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
                assertThat(admin.listTopics().names().get()).isEmpty();
                assertThat(admin.listGroups().all().get()).isEmpty();
            }
        }
    }

    @Test
    void aKafkaThatIsNotThereIsOneLine() throws Exception {
        Example refused = Example.run("orders", "--bootstrap-server", "nowhere");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .isEqualTo("orders: --bootstrap-server nowhere is no address of brokers; allowed: HOST:PORT,...\n");
    }
}
