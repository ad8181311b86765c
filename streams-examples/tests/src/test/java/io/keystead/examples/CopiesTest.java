package io.keystead.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An example is a folder that can be copied; what all have in common stands in each, and is the same. */
class CopiesTest {
    private static final Path EXAMPLES = Path.of("..");

    @Test
    void theHarnessIsTheSameInEveryExample() throws IOException {
        Map<String, List<Path>> copies;
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            copies = files.filter(file -> file.endsWith(
                            Path.of("com/example/harness", file.getFileName().toString())))
                    .filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        }

        assertThat(copies.get("Example.java")).hasSize(6);
        assertThat(copies)
                .allSatisfy((name, files) ->
                        assertThat(files).allSatisfy(file -> assertThat(file).hasSameTextualContentAs(files.get(0))));
    }

    @Test
    void theKeySchemaOfFlinkOrdersIsThatOfOrders() {
        assertThat(EXAMPLES.resolve("flink-orders/src/main/resources/com/example/flinkorders/order-key.avsc"))
                .hasSameTextualContentAs(
                        EXAMPLES.resolve("orders/src/main/resources/com/example/orders/order-key-1.avsc"));
    }
}
