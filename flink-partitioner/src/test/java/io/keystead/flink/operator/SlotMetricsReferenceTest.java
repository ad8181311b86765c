package io.keystead.flink.operator;

import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/metrics.md and docs/flink.md have every gauge; with -Dkeystead.docs.write=true this test writes them. */
class SlotMetricsReferenceTest {
    @Test
    void thePagesHaveEveryGaugeThatASubtaskShows() throws IOException {
        MarkdownTable table = new MarkdownTable("metric", "meaning");
        for (SlotMetrics.Shown shown : SlotMetrics.Shown.values()) {
            table.row("`" + shown.metric + "`", shown.meaning);
        }
        new ReferencePage("metrics.md", SlotMetricsReferenceTest.class).checkPart("keyBy", table.toString());
        new ReferencePage("flink.md", SlotMetricsReferenceTest.class).checkPart("metrics", table.toString());
    }
}
