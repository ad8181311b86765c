package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Two examples are said to have the same keys. */
class SchemasTest {
    @Test
    void theKeySchemaOfFlinkOrdersIsThatOfOrders() {
        Path examples = Path.of("..");

        assertThat(examples.resolve("flink-orders/src/main/resources/com/example/flinkorders/order-key.avsc"))
                .hasSameTextualContentAs(
                        examples.resolve("orders/src/main/resources/com/example/orders/order-key-1.avsc"));
    }
}
