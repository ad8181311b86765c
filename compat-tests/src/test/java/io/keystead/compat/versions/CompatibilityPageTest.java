package io.keystead.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/compatibility.md} are those that the tests of versions hold against what they see; with {@code
 * -Dkeystead.docs.write=true} they are written.
 */
class CompatibilityPageTest {
    private static final String BEGIN = "<!-- begin: written by CompatibilityPageTest -->\n";
    private static final String END = "<!-- end: written by CompatibilityPageTest -->\n";

    @Test
    void thePageHasTheTablesThatTheTestsGoBy() throws IOException {
        Path page = Built.file("docs/compatibility.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("begin of the tables in %s", page).isNotNegative();
        assertThat(end).as("end of the tables in %s", page).isGreaterThan(begin);
        String expected = text.substring(0, begin + BEGIN.length()) + tables() + text.substring(end);
        if (Boolean.getBoolean("keystead.docs.write")) {
            Files.writeString(page, expected);
        }
        assertThat(Files.readString(page))
                .as("%s is stale; mvn -pl compat-tests -am test -Dkeystead.docs.write=true writes it", page)
                .isEqualTo(expected);
    }

    private static String tables() {
        return "\n## Kafka's client\n\n" + ClientVersion.table() + "\n## Kafka Streams\n\n" + StreamsVersion.table()
                + "\n## Flink\n\n" + FlinkVersion.table() + "\n";
    }
}
