package io.keystead.kafka.broker;

import io.keystead.pages.ReferencePage;
import io.keystead.pages.RefusalTable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/errors.md has what a broker says that does not start; with -Dkeystead.docs.write=true this test writes it. */
class BrokerErrorsReferenceTest {
    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        RefusalTable table = new RefusalTable("set");
        for (String property : List.of(
                "keystead.assignor.slak=0.25",
                "keystead.assignor.slack=-0.1",
                "keystead.assignor.slack=quarter",
                "keystead.assignor.colocate=yes")) {
            table.add(
                    "`" + property + "`", () -> new HrwConsumerAssignor().configure(RefusalTable.properties(property)));
        }
        new ReferencePage("errors.md", BrokerErrorsReferenceTest.class).checkPart("broker", table.toString());
    }
}
