package io.keystead.kafka.broker;

import io.keystead.pages.PropertyTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * docs/configuration.md and docs/broker-assignors.md say of each property what its declaration says; with
 * -Dkeystead.docs.write=true this test writes it.
 */
class SettingsReferenceTest {
    @Test
    void thePagesHaveTheDeclarations() throws IOException {
        String table = PropertyTable.of(AssignorSettings.DEFINITION);
        new ReferencePage("configuration.md", SettingsReferenceTest.class).checkPart("brokers", table);
        new ReferencePage("broker-assignors.md", SettingsReferenceTest.class).checkPart("settings", table);
    }
}
