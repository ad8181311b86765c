package io.keystead.compat.versions;

import java.util.List;

/**
 * What the jar does beside one line of Flink.
 *
 * @param version of Flink
 * @param line the folder of its class path
 * @param connector the folder of the connector that is made for it, with a client
 * @param described that connector and client
 */
record FlinkVersion(String version, String line, String connector, String described) {
    static final FlinkVersion OLDEST =
            new FlinkVersion("1.20.5", "v1.20", "flink-1.20", "3.4.0-1.20 with kafka-clients 3.4.0");
    static final FlinkVersion FIRST_OF_2 =
            new FlinkVersion("2.0.2", "older/v2.0", "flink-2.0", "4.0.1-2.0 with kafka-clients 3.9.1");
    static final FlinkVersion NEWEST = new FlinkVersion("2.3.0", "v2", "flink-2", "5.0.0-2.2 with kafka-clients 4.2.0");

    private static final List<FlinkVersion> ALL = List.of(OLDEST, FIRST_OF_2, NEWEST);

    @Override
    public String toString() {
        return version;
    }

    static String table() {
        StringBuilder table = new StringBuilder("""
                | Flink | Kafka connector | the sink's partitioner | the producer's partitioner in a sink |
                |---|---|---|---|
                """);
        for (FlinkVersion flink : ALL) {
            table.append("| ")
                    .append(flink.version)
                    .append(" | ")
                    .append(flink.described)
                    .append(" | yes | yes |\n");
        }
        return table.toString();
    }
}
