package io.keystead.compat.versions;

import java.util.List;

/**
 * What the jar does beside one version of Kafka's client. The tests hold it against what they see, and {@code
 * docs/compatibility.md} is made of it.
 *
 * @param version of kafka-clients
 * @param pluginMetrics whether {@code MonitorableHrwPartitioner} can be loaded
 * @param failsCommit whether a transaction cannot be committed after one of its records was refused
 */
record ClientVersion(String version, boolean pluginMetrics, boolean failsCommit) {
    static final List<ClientVersion> ALL = List.of(
            new ClientVersion("2.8.2", false, false),
            new ClientVersion("3.0.2", false, false),
            new ClientVersion("3.4.1", false, true),
            new ClientVersion("3.7.2", false, true),
            new ClientVersion("3.8.1", false, true),
            new ClientVersion("3.9.2", false, true),
            new ClientVersion("4.0.2", false, true),
            new ClientVersion("4.2.0", true, true),
            new ClientVersion("4.4.0", true, true));

    @Override
    public String toString() {
        return version;
    }

    static String table() {
        StringBuilder table = new StringBuilder("""
                | kafka-clients | places keys: new topic, base, hot keys, null keys | consumer assignor | metrics as MBeans | metrics of KIP-877 | a refused record fails its transaction |
                |---|---|---|---|---|---|
                """);
        for (ClientVersion client : ALL) {
            table.append("| ").append(client.version).append(" | yes | yes | yes | ");
            table.append(client.pluginMetrics ? "yes" : "no, the class cannot be loaded")
                    .append(" | ");
            table.append(client.failsCommit ? "yes" : "no, the commit succeeds without it")
                    .append(" |\n");
        }
        return table.toString();
    }
}
