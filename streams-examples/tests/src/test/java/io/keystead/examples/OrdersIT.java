package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The application whose instance is killed. */
@ExtendWith(EmptyKafka.class)
class OrdersIT {
    /** Of an order that flink-orders has too, under the same key. */
    static final String PARTITION_OF_ONE = "customer-17/17 in partition 0, ";

    @Test
    void totalsAreExactOverTheDeathOfAnInstanceAndItsStandbyGoesOn(LocalKafka kafka) throws Exception {
        assertThat(Example.run("orders", "--bootstrap-server", kafka.bootstrapServers())
                        .goodAsShown("orders"))
                .contains("on another partition than their payment: 0\n")
                .containsPattern("by Kafka's own partitioner, which sees the schemas' ids: [89],\\d{3}\n")
                .contains(PARTITION_OF_ONE)
                .containsPattern("taken over +by a after .* s; it was the standby of (\\d+) of the \\1\n")
                .containsPattern("restored +[\\d,]+ records of the [\\d,]+ in their changelogs\n")
                .containsPattern("by product +40 of 40 exact\n")
                .containsPattern("by product and minute +(\\d+) of \\1 exact\n")
                .containsPattern("fees of orders +20,000 of 20,000 exact\n")
                .endsWith("Every total is exact over the death of an instance, and its standby went on.\n");
    }
}
