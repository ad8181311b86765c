package io.keystead.kafka.producer;

import io.keystead.kafka.topology.TopologyConfig;
import io.keystead.pages.MarkdownTable;
import io.keystead.pages.ReferencePage;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is written from what the partitioner shows; with -Dkeystead.docs.write=true this test writes it. */
class MetricsReferenceTest {
    @Test
    void thePageHasEveryMetricThatThePartitionerShows() throws IOException {
        new ReferencePage("metrics.md", MetricsReferenceTest.class).checkPart("producer", table());
    }

    private static String table() {
        Rows rows = new Rows();
        PartitionerMetrics metrics =
                new PartitionerMetrics(rows, new TopologyConfig(Map.of("keystead.hot.keys.show", "true")));
        metrics.showTopic("orders", () -> {
            throw new IllegalStateException("nobody looks at a value");
        });
        return rows.table.toString();
    }

    /** Keeps what is shown as rows of a table. */
    private static final class Rows implements MetricSink {
        private final MarkdownTable table = new MarkdownTable("metric", "of", "meaning");

        @Override
        public void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
            table.row("`" + name + "`", tags.isEmpty() ? "client" : "topic", description);
        }

        @Override
        public void remove(Map<String, String> tags) {}

        @Override
        public void close() {}
    }
}
