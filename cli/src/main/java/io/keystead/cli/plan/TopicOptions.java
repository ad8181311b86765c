package io.keystead.cli.plan;

import io.keystead.cli.BadInput;
import io.keystead.cli.KafkaLog;
import io.keystead.cli.Keystead;
import io.keystead.cli.topic.Cluster;
import io.keystead.cli.topic.Start;
import io.keystead.cli.topic.TopicKeys;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a topic whose keys are read. */
final class TopicOptions {
    private static final String TOPIC = "--topic";
    private static final String BOOTSTRAP_SERVER = "--bootstrap-server";
    private static final String COMMAND_CONFIG = "--command-config";
    private static final String MAX_RECORDS = "--max-records";

    @Option(
            names = TOPIC,
            paramLabel = "TOPIC",
            description = "The keys of this topic, from its beginning to its end as it is now.")
    private @Nullable String topic;

    @Option(
            names = BOOTSTRAP_SERVER,
            paramLabel = "HOST:PORT",
            description = "With --topic: a Kafka broker, or several with commas between them.")
    private @Nullable String bootstrapServer;

    @Option(
            names = COMMAND_CONFIG,
            paramLabel = "FILE",
            description = "With --topic: properties of the consumer, for example for encryption and authentication.")
    private @Nullable Path commandConfig;

    @Option(names = MAX_RECORDS, paramLabel = "COUNT", description = "With --topic: stop after so many records.")
    private @Nullable String maxRecords;

    /** Whether a topic is named; refuses what goes with one and stands alone. */
    boolean isGiven() {
        if (topic == null) {
            refuse(BOOTSTRAP_SERVER, bootstrapServer);
            refuse(COMMAND_CONFIG, commandConfig);
            refuse(MAX_RECORDS, maxRecords);
            return false;
        }
        if (bootstrapServer == null) {
            throw new BadInput(
                    TOPIC,
                    "\"" + Shown.safe(topic) + "\" has no cluster; allowed: with " + BOOTSTRAP_SERVER + " HOST:PORT");
        }
        return true;
    }

    private static void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw new BadInput(option, "\"" + Shown.safe(value.toString()) + "\" goes with " + TOPIC + " only");
        }
    }

    /**
     * Reads it.
     *
     * @param most how many keys the sample may hold
     * @param placed whether it is asked which records do not lie where Kafka's default partitioner puts them
     * @throws BadInput if there is no such topic, Kafka does not answer or fails, or no record has a key
     */
    TopicKeys.Result read(int most, boolean placed, Keystead keystead) throws Exception {
        long limit = maxRecords == null ? Long.MAX_VALUE : Counts.parse(MAX_RECORDS, maxRecords, 1, Long.MAX_VALUE);
        return KafkaLog.during(keystead, () -> read(most, limit, placed, keystead));
    }

    private TopicKeys.Result read(int most, long limit, boolean placed, Keystead keystead) {
        String name = String.valueOf(topic);
        Cluster cluster = Cluster.of("plan", TOPIC, String.valueOf(bootstrapServer), commandConfig);
        TopicKeys.Result result = TopicKeys.read(
                cluster, name, new Start(Start.At.BEGINNING, 0), most, limit, null, placed, keystead.console());
        @Nullable BadInput failure = result.scan().failure();
        if (failure != null) {
            throw failure;
        }
        return result;
    }
}
