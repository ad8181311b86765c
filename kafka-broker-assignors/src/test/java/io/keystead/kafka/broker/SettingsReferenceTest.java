package io.keystead.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/broker-assignors.md says of each property what its declaration says. */
class SettingsReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "broker-assignors.md");

    @Test
    void thePageHasTheDeclarations() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(AssignorSettings.DEFINITION.configKeys().values())
                .hasSize(2)
                .allSatisfy(key -> assertThat(page)
                        .contains(String.format(
                                "| `%s` | %s | `%s` | %s | %s |%n",
                                key.name,
                                key.type.name().toLowerCase(Locale.ROOT),
                                key.defaultValue,
                                key.validator,
                                key.documentation)));
    }
}
