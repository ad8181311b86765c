package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.sandbox.LocalKafka;
import org.junit.jupiter.api.Test;

class OrdersIT {
    @Test
    void ordersAndPaymentsMeetWhateverTheirKeysWereWrittenWith() throws Exception {
        try (LocalKafka kafka = LocalKafka.builder().start()) {
            assertThat(Example.run("orders", "--bootstrap-server", kafka.bootstrapServers())
                            .good())
                    .contains("3,000 orders, 0 of them on another partition than their payment");
        }
    }
}
