package io.keystead.kafka.broker;

import io.keystead.hrw.balance.BoundedBalance;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keystead.assignor.*} properties of a broker, checked. Immutable.
 *
 * <p>They hold for all groups of the broker; a group has no way to set its own.
 */
final class AssignorSettings {
    private static final String PREFIX = "keystead.assignor.";

    static final String SLACK = PREFIX + "slack";
    static final String COLOCATE = PREFIX + "colocate";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    SLACK,
                    ConfigDef.Type.DOUBLE,
                    0.25,
                    ConfigDef.LambdaValidator.with(AssignorSettings::checkSlack, () -> "0 to 1000"),
                    ConfigDef.Importance.MEDIUM,
                    "How much more than its share a member may get: 0.25 is a quarter. 0: loads differ by one at most,"
                            + " and more moves besides what a lost member had. The same on every broker.")
            .define(
                    COLOCATE,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    ConfigDef.LambdaValidator.with((name, value) -> {}, () -> "true, false"),
                    ConfigDef.Importance.MEDIUM,
                    "Whether the same partition number of all topics with the same subscribers goes to the same member,"
                            + " as a join of topics needs it; consumer groups only. The same on every broker.");

    static final AssignorSettings DEFAULT = new AssignorSettings(Map.of());

    private final double slack;
    private final boolean colocated;

    /**
     * Checks a broker's properties.
     *
     * @throws ConfigException if one of ours is bad or unknown; one line that names the property, the value and what is
     *     allowed
     */
    AssignorSettings(Map<String, ?> configs) {
        Map<String, Object> ours = new HashMap<>();
        configs.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && isSet(name, value)) {
                ours.put(name, typed(name, value));
            }
        });
        // Not an AbstractConfig: that would start every provider that config.providers of the broker names once more.
        Map<String, Object> parsed = DEFINITION.parse(ours);
        this.slack = (Double) Objects.requireNonNull(parsed.get(SLACK));
        this.colocated = (Boolean) Objects.requireNonNull(parsed.get(COLOCATE));
    }

    double slack() {
        return slack;
    }

    boolean isColocated() {
        return colocated;
    }

    /** Whether one of ours has a value; a blank one is none. */
    private static boolean isSet(String name, @Nullable Object value) {
        if (!DEFINITION.names().contains(name)) {
            throw new ConfigException(name, value, "no such property; allowed: " + COLOCATE + ", " + SLACK);
        }
        return value != null && !value.toString().isBlank();
    }

    /** A value of the declared type; Kafka's own message would not say what is allowed. */
    private static Object typed(String name, Object value) {
        ConfigDef.ConfigKey key = Objects.requireNonNull(DEFINITION.configKeys().get(name));
        try {
            return ConfigDef.parseType(name, value, key.type);
        } catch (ConfigException e) {
            throw new ConfigException(name, value, "allowed: " + key.validator);
        }
    }

    private static void checkSlack(String name, Object value) {
        double slack = (Double) value;
        // Written so that NaN fails too.
        if (!(slack >= 0 && slack <= BoundedBalance.MAX_SLACK)) {
            throw new ConfigException(name, value, "allowed: 0 to 1000");
        }
    }
}
