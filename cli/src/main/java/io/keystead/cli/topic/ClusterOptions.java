package io.keystead.cli.topic;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which Kafka a command reads. */
public final class ClusterOptions {
    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            required = true,
            description = "A Kafka broker, or several with commas between them.")
    private String bootstrapServer = "";

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Properties of the consumer, for example for encryption and authentication.")
    private @Nullable Path commandConfig;

    /**
     * The cluster.
     *
     * @param command who reads it, for the client's id
     * @param topicOption the option that names the topic, for messages
     * @throws io.keystead.cli.BadInput if the file cannot be read
     */
    public Cluster cluster(String command, String topicOption) {
        return Cluster.of(command, topicOption, bootstrapServer, commandConfig);
    }
}
