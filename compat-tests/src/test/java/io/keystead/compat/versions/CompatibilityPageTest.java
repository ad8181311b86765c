package io.keystead.compat.versions;

import io.keystead.pages.ReferencePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/compatibility.md} are those that the tests of versions hold against what they see; with {@code
 * -Dkeystead.docs.write=true} they are written.
 */
class CompatibilityPageTest {
    @Test
    void thePageHasTheTablesThatTheTestsGoBy() throws IOException {
        new ReferencePage("compatibility.md", CompatibilityPageTest.class).checkPart("versions", tables());
    }

    private static String tables() {
        return "\n## Kafka's client\n\n" + ClientVersion.table() + "\n## Kafka Streams\n\n" + StreamsVersion.table()
                + "\n## Flink\n\n" + FlinkVersion.table() + "\n";
    }
}
