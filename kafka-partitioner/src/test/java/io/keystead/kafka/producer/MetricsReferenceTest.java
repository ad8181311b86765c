package io.keystead.kafka.producer;

import io.keystead.kafka.ReferencePage;
import io.keystead.kafka.topology.TopologyConfig;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is written from what the partitioner shows; with -Dkeystead.docs.write=true this test writes it. */
class MetricsReferenceTest {
    @Test
    void thePageHasEveryMetricThatThePartitionerShows() throws IOException {
        ReferencePage.check("metrics.md", page());
    }

    private static String page() {
        Rows rows = new Rows();
        PartitionerMetrics metrics =
                new PartitionerMetrics(rows, new TopologyConfig(Map.of("keystead.hot.keys.show", "true")));
        metrics.showTopic("orders", () -> {
            throw new IllegalStateException("nobody looks at a value");
        });
        return """
                # Metrics

                A test writes this page from what the code shows.

                ## Of a producer

                MBeans `io.keystead:type=partitioner,client-id=ID`, and with `,topic=NAME` those of a topic. On clients from 4.1 on,
                `partitioner.class=io.keystead.kafka.producer.MonitorableHrwPartitioner` shows the same among the producer's own metrics
                instead (KIP-877: group `plugins`), where its metric reporters see them; it places every record the same. It is a class
                of its own because one that implements KIP-877's interface cannot be loaded by an older client at all.

                | metric | of | meaning |
                |---|---|---|
                """ + rows + """

                - A topic whose records are refused is not shown until it fits again. Of several producers with one client id in one JVM each but
                  the first has `,instance=N` in its names. On clients 3.x, which ask a partitioner twice for a record that opens a batch, a record
                  is still counted once.
                - The shares and `sampled-records` are of this producer only, of one record in `keystead.hot.keys.sample`; with 0 they are not there. NaN
                  where none was sampled. How good they are: [producer.md](producer.md#hot-keys).
                - `hottest-keys` is there only with `keystead.hot.keys.show=true`, since keys can be personal data. `(key not kept)` stands where only the
                  share is known.
                - `topology-epoch` is always 0 in this version, in which a topology comes from properties only.

                What to look at when something is wrong: [runbook.md](runbook.md).

                ## Of a Flink job

                Gauges in the group `keystead` of each slotted operator: [flink.md](flink.md#what-you-see).

                ## Of consumers, Streams and brokers

                None. The assignors write [log lines](consumers.md#when-something-is-wrong).
                """;
    }

    /** Keeps what is shown as rows of the table. */
    private static final class Rows implements MetricSink {
        private final StringBuilder table = new StringBuilder();

        @Override
        public void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
            table.append("| `")
                    .append(name)
                    .append("` | ")
                    .append(tags.isEmpty() ? "client" : "topic")
                    .append(" | ")
                    .append(description)
                    .append(" |\n");
        }

        @Override
        public void remove(Map<String, String> tags) {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return table.toString();
        }
    }
}
