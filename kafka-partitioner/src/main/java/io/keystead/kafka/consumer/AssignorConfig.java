package io.keystead.kafka.consumer;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.Utf8;
import io.keystead.kafka.topology.Spelling;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keystead.assignor.*} and {@code keystead.member.*} properties of a consumer, checked.
 *
 * <p>Every property is declared once, in {@link #definition()}. A value that is null or blank is not set. Other
 * {@code keystead.*} properties are left alone, since one set of properties often serves a producer too. Immutable and
 * thread-safe.
 */
public final class AssignorConfig {
    /** How far above its share of the partitions a member may go. */
    public static final String SLACK = "keystead.assignor.slack";

    /** Whether equal partition numbers of several topics stay together. */
    public static final String COLOCATE = "keystead.assignor.colocate";

    /** The name under which a member is ranked. */
    public static final String MEMBER_ID = "keystead.member.id";

    /** A member's share relative to the others. */
    public static final String MEMBER_WEIGHT = "keystead.member.weight";

    private static final int MAX_ID_BYTES = 255;

    private static final Spelling<Double> SLACKS = decimal(0, BoundedBalance.MAX_SLACK, "0 to 1000");
    private static final Spelling<Boolean> COLOCATES = new Spelling<>("true, false", AssignorConfig::bool);
    private static final Spelling<String> IDS =
            new Spelling<>("empty, or up to " + MAX_ID_BYTES + " bytes as UTF-8", AssignorConfig::id);
    private static final Spelling<Double> WEIGHTS = decimal(
            Candidate.MIN_WEIGHT, Candidate.MAX_WEIGHT, "1e-6 to 1e6 (a consumer that must get nothing stays away)");

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    MEMBER_ID,
                    ConfigDef.Type.STRING,
                    "",
                    IDS,
                    HIGH,
                    "The name under which this consumer is ranked: it must be its own in the group and the same after a"
                            + " restart, for then its partitions are too. Not needed with group.instance.id, which comes"
                            + " first. Without either it is client.id, if that is set, not one of the client's generated"
                            + " ones (consumer-GROUP-1) and no other member's; else the member id, which changes with"
                            + " each restart, and a warning says so. Give each consumer of a process its own.")
            .define(
                    MEMBER_WEIGHT,
                    ConfigDef.Type.DOUBLE,
                    1.0,
                    WEIGHTS,
                    MEDIUM,
                    "This consumer's share of the partitions relative to the other members' weights.")
            .define(
                    SLACK,
                    ConfigDef.Type.DOUBLE,
                    0.25,
                    SLACKS,
                    MEDIUM,
                    "How far above its share of the partitions a consumer may go: 0.25 is a quarter more, rounded up; 0 is"
                            + " perfectly even. The smaller, the more partitions move besides those of a consumer that"
                            + " joined or left. The group leader's counts: set the same on all.")
            .define(
                    COLOCATE,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    COLOCATES,
                    MEDIUM,
                    "true: partitions with the same number, of all topics with the same subscribers, go to the same"
                            + " consumer, for joins and shared state; what is balanced is then the numbers. The group"
                            + " leader's counts: set the same on all.");

    private final double slack;
    private final boolean colocate;
    private final String memberId;
    private final double weight;

    /**
     * Checks a consumer's properties.
     *
     * @param configs all properties of the consumer, ours and others
     * @throws ConfigException if one of ours is unknown or bad; one line that names the property, the value and what is
     *     allowed
     */
    public AssignorConfig(Map<String, ?> configs) {
        PropertyNames.check(DEFINITION.names(), configs.keySet());
        this.slack = read(configs, SLACK, SLACKS);
        this.colocate = read(configs, COLOCATE, COLOCATES);
        this.weight = read(configs, MEMBER_WEIGHT, WEIGHTS);
        this.memberId = read(configs, MEMBER_ID, IDS);
    }

    /** All properties with their types, defaults, ranges and meaning. A copy. */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /** From 0 to {@value io.keystead.hrw.balance.BoundedBalance#MAX_SLACK}. */
    public double slack() {
        return slack;
    }

    /** Whether equal partition numbers of several topics stay together. */
    public boolean colocate() {
        return colocate;
    }

    /** The name given to this member, empty for none. */
    public String memberId() {
        return memberId;
    }

    /** From {@value io.keystead.hrw.Candidate#MIN_WEIGHT} to {@value io.keystead.hrw.Candidate#MAX_WEIGHT}. */
    public double weight() {
        return weight;
    }

    private static <T> T read(Map<String, ?> configs, String name, Spelling<T> spelling) {
        // A client's map notes each name that is asked for, and warns of the others as not used.
        String text = text(configs.get(name));
        return spelling.parse(
                name, text.isEmpty() ? text(DEFINITION.defaultValues().get(name)) : text);
    }

    /** What a value of any type says, without the spaces around it; nothing for null. */
    static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().strip();
    }

    private static Spelling<Double> decimal(double min, double max, String allowed) {
        return new Spelling<>(allowed, text -> {
            double number = number(text, allowed);
            // Written so that NaN fails too.
            if (!(number >= min && number <= max)) {
                throw new IllegalArgumentException("out of range; allowed: " + allowed);
            }
            return number;
        });
    }

    private static double number(String text, String allowed) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number; allowed: " + allowed, e);
        }
    }

    private static boolean bool(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return text.equalsIgnoreCase("true");
        }
        throw new IllegalArgumentException("neither true nor false; allowed: true, false");
    }

    private static String id(String text) {
        int bytes = Utf8.encode(text).length;
        if (bytes > MAX_ID_BYTES) {
            throw new IllegalArgumentException(
                    "it has " + bytes + " bytes as UTF-8; allowed: up to " + MAX_ID_BYTES + ", or empty for none");
        }
        return text;
    }
}
