package io.keystead.flink.sink;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyWire;
import io.keystead.kafka.topology.OneLine;
import io.keystead.kafka.topology.Spelling;
import io.keystead.kafka.topology.TopologyConfig;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The properties of the sink's producer, with {@value #ON_GROWTH} among them. Immutable.
 *
 * <p>It goes with the job to where the job runs, so it is checked in two places: here all but what stands in files, which
 * are the task managers' own, and there again, with the files.
 */
final class SinkConfig implements Serializable {
    private static final String PREFIX = "keystead.sink.";
    static final String ON_GROWTH = PREFIX + "on.growth";

    private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    private static final String MAX_AGE = "metadata.max.age.ms";
    private static final String MAX_BLOCK = "max.block.ms";

    private static final long serialVersionUID = 1L;

    private static final Spelling<OnGrowth> GROWTHS = new Spelling<>("refresh, fail", SinkConfig::onGrowth);

    /** Our own property. */
    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    ON_GROWTH,
                    ConfigDef.Type.STRING,
                    "refresh",
                    GROWTHS,
                    ConfigDef.Importance.MEDIUM,
                    "What the sink does when it sees that a topic has grown. refresh: goes on with the new partitions, as a"
                            + " producer does. fail: fails the job, which, restarted, places by the new partitions from"
                            + " its last checkpoint on.");

    /** The two properties of the client itself that matter here, with the client's own defaults. */
    private static final ConfigDef CLIENT = new ConfigDef()
            .define(
                    MAX_AGE,
                    ConfigDef.Type.LONG,
                    300_000L,
                    ConfigDef.Range.between(0, Integer.MAX_VALUE),
                    ConfigDef.Importance.LOW,
                    "")
            .define(
                    MAX_BLOCK,
                    ConfigDef.Type.LONG,
                    60_000L,
                    ConfigDef.Range.between(0, Integer.MAX_VALUE),
                    ConfigDef.Importance.LOW,
                    "");

    private final HashMap<String, Object> given;

    /**
     * Checks what can be checked anywhere.
     *
     * @throws ConfigException in one line that names the property, the value and what is allowed
     */
    SinkConfig(Properties properties) {
        this.given = new HashMap<>();
        // Names with a value that is a default of the table's, and those whose value is not text, are in one view each.
        properties.stringPropertyNames().forEach(name -> given.put(name, properties.getProperty(name)));
        properties.forEach((name, value) -> given.put(name.toString(), value));
        if (text(BOOTSTRAP_SERVERS).isEmpty()) {
            throw new ConfigException("Missing configuration " + BOOTSTRAP_SERVERS
                    + ": the sink asks the brokers for the partitions of its topics; allowed: host:port,host:port,..., best"
                    + " all properties of the sink's producer");
        }
        checkNames();
        onGrowth();
        maxAge();
        maxBlock();
        refuseIdsInHeaders();
        if (!readsFiles()) {
            topologies();
        }
    }

    /** The producer's own are checked with its rules. */
    private void checkNames() {
        given.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !name.equals(ON_GROWTH))
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigException(OneLine.of("Unknown configuration " + name + "; allowed: " + ON_GROWTH));
                });
    }

    /** A producer may have them beside keys that are objects; here all keys are serialized. */
    private void refuseIdsInHeaders() {
        ofKeys("wire")
                .filter(name -> text(name).equals(KeyWire.HEADER.toString()))
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigException(
                            name,
                            KeyWire.HEADER,
                            "is of keys whose schema's id is in a header, and a sink shows its partitioner none; allowed in"
                                    + " a sink: id4, id8, none");
                });
    }

    /** The properties that say this of keys, of all topics' and of one topic's. */
    private Stream<String> ofKeys(String field) {
        return given.keySet().stream().filter(name -> name.startsWith("keystead.") && name.endsWith(".key." + field));
    }

    private boolean readsFiles() {
        return !text(TopologyConfig.HOT_KEYS_FILE).isEmpty()
                || !text(TopologyConfig.SECRET_FILE).isEmpty()
                || !text(TopologyConfig.KEY_REGISTRY_AUTH_FILE).isEmpty()
                || ofKeys("schema").map(this::text).anyMatch(schema -> !schema.isEmpty() && !AvroKeys.isJson(schema));
    }

    OnGrowth onGrowth() {
        String text = text(ON_GROWTH);
        return text.isEmpty() ? OnGrowth.REFRESH : GROWTHS.parse(ON_GROWTH, text);
    }

    /** How old what is known of a topic may get. */
    Duration maxAge() {
        return Duration.ofMillis((Long) CLIENT.parse(given).getOrDefault(MAX_AGE, 0L));
    }

    /** How long a record may wait for the brokers' answer. */
    Duration maxBlock() {
        return Duration.ofMillis((Long) CLIENT.parse(given).getOrDefault(MAX_BLOCK, 0L));
    }

    String bootstrapServers() {
        return OneLine.of(text(BOOTSTRAP_SERVERS));
    }

    /**
     * The rule by which topics are placed.
     *
     * @throws ConfigException as the constructor
     */
    TopologyConfig topologies() {
        return new TopologyConfig(ofProducer());
    }

    /** What a producer would be given. */
    Map<String, Object> ofProducer() {
        Map<String, Object> properties = new HashMap<>(given);
        properties.remove(ON_GROWTH);
        return properties;
    }

    private String text(String name) {
        Object value = given.get(name);
        return value == null ? "" : value.toString().strip();
    }

    private static OnGrowth onGrowth(String text) {
        return Arrays.stream(OnGrowth.values())
                .filter(choice -> choice.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is neither; allowed: "
                        + Arrays.stream(OnGrowth.values())
                                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }
}
