package io.keystead.compat.versions;

import java.util.List;

/**
 * What the jar does beside one version of Kafka Streams.
 *
 * @param version of kafka-streams and kafka-clients
 * @param assignsTasks whether there is {@code task.assignor.class}
 */
record StreamsVersion(String version, boolean assignsTasks) {
    static final List<StreamsVersion> ALL = List.of(
            new StreamsVersion("3.0.2", false),
            new StreamsVersion("3.8.1", true),
            new StreamsVersion("3.9.2", true),
            new StreamsVersion("4.0.2", true),
            new StreamsVersion("4.2.0", true),
            new StreamsVersion("4.4.0", true));

    @Override
    public String toString() {
        return version;
    }

    static String table() {
        StringBuilder table = new StringBuilder("""
                | kafka-streams | routes records and queries (`HrwStreams`) | assigns tasks (`HrwTaskAssignor`) |
                |---|---|---|
                """);
        for (StreamsVersion streams : ALL) {
            table.append("| ").append(streams.version).append(" | yes | ");
            table.append(streams.assignsTasks ? "yes" : "no, Streams has no task.assignor.class")
                    .append(" |\n");
        }
        return table.toString();
    }
}
