package io.keystead.kafka.topology;

import io.keystead.kafka.consumer.AssignorConfig;
import io.keystead.pages.PropertyTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/configuration.md is written from the declarations; with -Dkeystead.docs.write=true this test writes it. */
class ConfigReferenceTest {
    @Test
    void thePageSaysWhatTheDeclarationsSay() throws IOException {
        ReferencePage page = new ReferencePage("configuration.md", ConfigReferenceTest.class);
        page.checkPart("producers", PropertyTable.of(TopologyConfig.definition()));
        page.checkPart("consumers", PropertyTable.of(AssignorConfig.definition()));
    }
}
