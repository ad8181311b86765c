package io.keystead.kafka.broker;

import io.keystead.hrw.balance.BoundedBalance;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

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
        configs.forEach(AssignorSettings::checkName);
        AbstractConfig checked = new AbstractConfig(DEFINITION, configs, false);
        this.slack = checked.getDouble(SLACK);
        this.colocated = checked.getBoolean(COLOCATE);
    }

    double slack() {
        return slack;
    }

    boolean isColocated() {
        return colocated;
    }

    private static void checkName(String name, Object value) {
        if (name.startsWith(PREFIX) && !DEFINITION.names().contains(name)) {
            throw new ConfigException(name, value, "no such property; allowed: " + COLOCATE + ", " + SLACK);
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
