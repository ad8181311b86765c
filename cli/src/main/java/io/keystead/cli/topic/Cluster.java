package io.keystead.cli.topic;

import io.keystead.cli.BadInput;
import io.keystead.cli.Unreadable;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** A Kafka to read from, as the user's options describe it. Immutable. */
public final class Cluster {
    private static final String BOOTSTRAP_SERVER = "--bootstrap-server";
    private static final String COMMAND_CONFIG = "--command-config";

    /** What the user's file may set otherwise. */
    private static final Map<String, String> DEFAULTS = Map.of(
            // Somebody waits; a cluster that is further away than this is told so in the file.
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "5000",
            ConsumerConfig.METADATA_MAX_AGE_CONFIG, "5000",
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000",
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "4194304",
            ConsumerConfig.RECEIVE_BUFFER_CONFIG, "1048576");

    /** What makes sure that a topic is read and nothing is changed. */
    private static final Map<String, String> FIXED = Map.of(
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false",
            // Where the broker deletes records faster than they are read, go on with the first that is left.
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");

    /**
     * What an application's file may have and this reader must not: a group, and classes that the application has and this
     * command has not, none of which changes what is read.
     */
    private static final List<String> OF_APPLICATIONS = List.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG);

    private final Properties properties;
    private final String servers;
    private final String topicOption;

    private Cluster(Properties properties, String servers, String topicOption) {
        this.properties = properties;
        this.servers = servers;
        this.topicOption = topicOption;
    }

    /**
     * The Kafka at these addresses.
     *
     * @param command what reads, for the client's id
     * @param topicOption what names the topic, for errors
     * @param commandConfig a file of the client's properties, for example for encryption and authentication
     * @throws BadInput if the file cannot be read
     */
    public static Cluster of(String command, String topicOption, String servers, @Nullable Path commandConfig) {
        Properties properties = new Properties();
        properties.putAll(DEFAULTS);
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "keystead-" + command);
        if (commandConfig != null) {
            try (Reader reader = Files.newBufferedReader(commandConfig, StandardCharsets.UTF_8)) {
                properties.load(reader);
            } catch (IllegalArgumentException e) {
                throw new BadInput(
                        COMMAND_CONFIG, "\"" + commandConfig + "\" is not a properties file: " + e.getMessage(), e);
            } catch (IOException e) {
                throw Unreadable.file(COMMAND_CONFIG, commandConfig, e);
            }
        }
        OF_APPLICATIONS.forEach(properties::remove);
        properties.putAll(FIXED);
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        return new Cluster(properties, servers, topicOption);
    }

    /** The same, of which records of transactions are read when these are committed, whatever the user's file says. */
    public Cluster committed() {
        Properties committed = new Properties();
        committed.putAll(properties);
        committed.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        return new Cluster(committed, servers, topicOption);
    }

    /**
     * A new consumer in no group; it does not connect before it is used.
     *
     * @throws BadInput if the client refuses the options
     */
    public KafkaConsumer<byte[], @Nullable Void> consumer() {
        try {
            return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new NoValue());
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message = String.valueOf(cause.getMessage());
            boolean address = message.contains(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG);
            throw new BadInput(address ? BOOTSTRAP_SERVER : COMMAND_CONFIG, message, e);
        }
    }

    /** The error to report where the topic is not what it must be. */
    public BadInput topicRefusal(String message) {
        return new BadInput(topicOption, message);
    }

    /** The error to report for what Kafka's client threw; an interruption is thrown on. */
    public BadInput refusal(KafkaException e) {
        if (e instanceof InterruptException) {
            throw e;
        }
        if (e instanceof TimeoutException) {
            return new BadInput(BOOTSTRAP_SERVER, noAnswer(patience().toMillis() + " ms"), e);
        }
        if (e instanceof InvalidTopicException) {
            return new BadInput(topicOption, "is not a name that Kafka takes: " + e.getMessage(), e);
        }
        boolean refused = e instanceof AuthenticationException || e instanceof AuthorizationException;
        return new BadInput(refused ? COMMAND_CONFIG : "Kafka", named(e), e);
    }

    /** The error to report where no broker has answered for so long. */
    public BadInput silent(double seconds) {
        return new BadInput(BOOTSTRAP_SERVER, noAnswer(String.format(Locale.ROOT, "%.1f s", seconds)));
    }

    private String noAnswer(String time) {
        return "\"" + servers + "\" gave no answer for " + time + "; allowed: host:port of a Kafka that runs, and in "
                + COMMAND_CONFIG + " what it asks of its clients";
    }

    /** For how long a broker is waited for: what the client's properties say, 5 seconds by default. */
    private Duration patience() {
        return millis(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 0);
    }

    /** After how long without an answer no broker is there: one that has no records keeps a question for a while. */
    public Duration silence() {
        return patience()
                .plus(millis(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, ConsumerConfig.DEFAULT_FETCH_MAX_WAIT_MS));
    }

    /** A number that the client has accepted. */
    private Duration millis(String property, int unset) {
        String value = properties.getProperty(property, Integer.toString(unset));
        return Duration.ofMillis(Long.parseLong(value.strip()));
    }

    /** How many answers of brokers a consumer has got so far; one that reads gets some every second. */
    public static LongSupplier answers(KafkaConsumer<?, ?> consumer) {
        Metric responses = consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("response-total")
                        && metric.getKey().group().equals("consumer-metrics"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Kafka's client does not count answers"));
        return () -> ((Number) responses.metricValue()).longValue();
    }

    private static String named(KafkaException e) {
        String message = e.getMessage();
        return message == null || message.isBlank()
                ? e.getClass()
                        .getSimpleName()
                        .replaceAll("([a-z])([A-Z])", "$1 $2")
                        .toLowerCase(Locale.ROOT)
                : message;
    }
}
