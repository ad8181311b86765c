package io.keystead.kafka.topology;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import io.keystead.hrw.Base;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.text.TopologyText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keystead.*} properties of a client, checked, and the topology that they give to each topic.
 *
 * <p>Every property is declared once, in {@link #definition()}. The properties of placement, {@code keystead.partitions},
 * {@code keystead.weights} and {@code keystead.base}, hold for all topics; {@code keystead.topic.NAME.partitions} and so
 * on hold for one in their place, where an empty value means none. Immutable and thread-safe.
 */
public final class TopologyConfig {
    /** Which of the two hashes of {@code hrw-v1}. */
    public static final String HASH = "keystead.hash";

    /** The seed of {@code xxh3-64}. */
    public static final String SEED = "keystead.seed";

    /** The file with the secret of {@code siphash-2-4}. */
    public static final String SECRET_FILE = "keystead.secret.file";

    /** Whether keys are ranked by themselves or in slots. */
    public static final String SLOT_BITS = "keystead.slot.bits";

    /** The candidates, where they are not simply all partitions. */
    public static final String PARTITIONS = "keystead.partitions";

    /** Weights of partitions. */
    public static final String WEIGHTS = "keystead.weights";

    /** The placement that a topic's keys have already. */
    public static final String BASE = "keystead.base";

    /** How many owners to remember for each topic. */
    public static final String CACHE_ENTRIES = "keystead.cache.entries";

    private static final String PREFIX = "keystead.";
    private static final String TOPIC_PREFIX = "keystead.topic.";
    private static final Set<String> TOPIC_FIELDS = Set.of("partitions", "weights", "base");

    private static final String XXH3 = "xxh3-64";
    private static final String SIPHASH = "siphash-2-4";

    private static final Spelling PARTITIONS_TEXT =
            new Spelling("empty, or numbers and ranges such as 0-11,14", TopologyText::partitions);
    private static final Spelling WEIGHTS_TEXT =
            new Spelling("empty, or ranges with weights such as 0-7:1,8-11:2.5", TopologyText::weights);
    private static final Spelling BASE_TEXT = new Spelling("empty, or murmur2/n", TopologyText::base);

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    BASE,
                    ConfigDef.Type.STRING,
                    "",
                    BASE_TEXT,
                    HIGH,
                    "Adopts a topic that Kafka's default partitioner filled: murmur2/n, where n is the number of partitions"
                            + " it had then, for example murmur2/12. No key moves now; each partition added later takes"
                            + " its share, 1/(n+1) for the first, and nothing else moves. Empty: none. Never change it"
                            + " while the topic lives.")
            .define(
                    PARTITIONS,
                    ConfigDef.Type.STRING,
                    "",
                    PARTITIONS_TEXT,
                    MEDIUM,
                    "Pins the candidates: the partitions that own keys, for example 0-11,14. A partition that the topic"
                            + " lacks is an error. Empty: all partitions that the topic has.")
            .define(
                    WEIGHTS,
                    ConfigDef.Type.STRING,
                    "",
                    WEIGHTS_TEXT,
                    MEDIUM,
                    "Weights of partitions from 1e-6 to 1e6, for example 0-7:1,8-11:2.5: a partition's share of the keys"
                            + " is its weight in the sum of all weights. Partitions not named weigh 1. Partitions of a"
                            + " base weigh 1.")
            .define(
                    HASH,
                    ConfigDef.Type.STRING,
                    XXH3,
                    ConfigDef.ValidString.in(XXH3, SIPHASH),
                    MEDIUM,
                    "The hash of keys and candidates: xxh3-64, or siphash-2-4 with a secret where strangers choose the"
                            + " keys. Never change it while the topic lives.")
            .define(
                    SEED,
                    ConfigDef.Type.STRING,
                    "0",
                    new Spelling(
                            "0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits", TopologyText::seed),
                    LOW,
                    "The seed of xxh3-64, from 0 to 18446744073709551615, or hexadecimal after 0x. Never change it while"
                            + " the topic lives.")
            .define(
                    SECRET_FILE,
                    ConfigDef.Type.STRING,
                    "",
                    MEDIUM,
                    "The file that holds the secret of siphash-2-4: exactly 16 raw bytes, the same on every client.")
            .define(
                    SLOT_BITS,
                    ConfigDef.Type.INT,
                    0,
                    ConfigDef.Range.between(0, Topology.MAX_SLOT_BITS),
                    LOW,
                    "0: every key is ranked by itself. b from 1 to 20: keys are grouped in 2^b slots that are ranked in"
                            + " their place; a look-up is then one table read at any number of partitions, and a"
                            + " partition's share varies by sqrt(partitions / 2^b). Not with a base. Never change it"
                            + " while the topic lives.")
            .define(
                    CACHE_ENTRIES,
                    ConfigDef.Type.INT,
                    4096,
                    ConfigDef.Range.between(0, 1 << 24),
                    LOW,
                    "How many owners to remember for each topic, at 8 bytes each, rounded up to a power of two; 0: none."
                            + " Used where a look-up costs more than the memory: above 32 candidates, or with weights."
                            + " It never changes an owner.");

    private final KeyHash hash;
    private final int slotBits;
    private final int cacheEntries;
    private final TopicPlan general;
    private final Map<String, TopicPlan> byTopic;

    /**
     * Checks a client's properties.
     *
     * @param configs all properties of the client, ours and others
     * @throws ConfigException if one of ours is unknown, bad, or does not go with another; one line that names the
     *     property, the value and what is allowed
     */
    public TopologyConfig(Map<String, ?> configs) {
        checkNames(configs);
        AbstractConfig config = new AbstractConfig(DEFINITION, configs, false);
        this.slotBits = config.getInt(SLOT_BITS);
        this.cacheEntries = config.getInt(CACHE_ENTRIES);
        this.hash = hash(config, configs.containsKey(SEED));
        this.general = plan(PREFIX, config.originalsWithPrefix(PREFIX), Map.of());
        this.byTopic = plans(config);
        checkPlan(PREFIX, general);
        byTopic.forEach((topic, plan) -> checkPlan(TOPIC_PREFIX + topic + ".", plan));
    }

    /** All properties with their types, defaults, ranges and meaning. A copy. */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /** The hash with its seed or secret. */
    public KeyHash hash() {
        return hash;
    }

    /** How many owners to remember for each topic, 0 for none. */
    public int cacheEntries() {
        return cacheEntries;
    }

    /**
     * The topology of a topic.
     *
     * @param topic its name, for the message
     * @param partitions the partitions that it has
     * @throws IllegalArgumentException if the topic lacks a partition that the properties name; one line
     */
    public Topology topology(String topic, Set<Integer> partitions) {
        TopicPlan plan = byTopic.getOrDefault(topic, general);
        plan.checkAgainst(topic, partitions);
        Topology.Builder builder = Topology.builder().hash(hash).slotBits(slotBits);
        if (plan.base() != null) {
            builder.base(plan.base());
        }
        Set<Integer> pinned = plan.partitions();
        for (int partition : pinned == null ? partitions : pinned) {
            builder.candidate(plan.candidate(partition));
        }
        return builder.build();
    }

    private static void checkNames(Map<String, ?> configs) {
        for (String name : configs.keySet()) {
            if (name.startsWith(PREFIX) && !DEFINITION.names().contains(name) && !isTopicProperty(name)) {
                throw new ConfigException("Unknown configuration " + name + ": did you mean " + nearest(name)
                        + "? Allowed: " + String.join(", ", DEFINITION.names()) + ", " + TOPIC_PREFIX
                        + "NAME.partitions|weights|base");
            }
        }
    }

    private static boolean isTopicProperty(String name) {
        int dot = name.lastIndexOf('.');
        return name.startsWith(TOPIC_PREFIX)
                && dot > TOPIC_PREFIX.length()
                && TOPIC_FIELDS.contains(name.substring(dot + 1));
    }

    private static String nearest(String name) {
        Set<String> valid = DEFINITION.names().stream().collect(Collectors.toSet());
        int dot = name.lastIndexOf('.');
        if (name.startsWith(TOPIC_PREFIX)) {
            String topic = dot > TOPIC_PREFIX.length() ? name.substring(TOPIC_PREFIX.length(), dot) : "NAME";
            TOPIC_FIELDS.forEach(field -> valid.add(TOPIC_PREFIX + topic + "." + field));
        }
        return NearestName.of(name, valid);
    }

    private static KeyHash hash(AbstractConfig config, boolean seedGiven) {
        String secretFile = config.getString(SECRET_FILE);
        if (config.getString(HASH).equals(XXH3)) {
            if (!secretFile.isEmpty()) {
                throw new ConfigException(SECRET_FILE, secretFile, "goes with " + HASH + "=" + SIPHASH + " only");
            }
            return KeyHash.xxh3(TopologyText.seed(config.getString(SEED)));
        }
        if (seedGiven) {
            throw new ConfigException(
                    SEED, config.getString(SEED), "goes with " + HASH + "=" + XXH3 + " only; use " + SECRET_FILE);
        }
        if (secretFile.isEmpty()) {
            throw new ConfigException(SECRET_FILE, secretFile, HASH + "=" + SIPHASH + " needs a file of 16 raw bytes");
        }
        try {
            return KeyHash.sipHash24(SecretFile.read(Path.of(secretFile)));
        } catch (InvalidPathException e) {
            throw new ConfigException(SECRET_FILE, secretFile, "is not a path: " + e.getReason());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(SECRET_FILE, secretFile, e.getMessage());
        }
    }

    private Map<String, TopicPlan> plans(AbstractConfig config) {
        Map<String, Map<String, Object>> fields = new HashMap<>();
        config.originalsWithPrefix(TOPIC_PREFIX).forEach((rest, value) -> {
            int dot = rest.lastIndexOf('.');
            fields.computeIfAbsent(rest.substring(0, dot), topic -> new HashMap<>())
                    .put(rest.substring(dot + 1), value);
        });
        Map<String, Object> defaults = config.originalsWithPrefix(PREFIX);
        Map<String, TopicPlan> plans = new HashMap<>();
        fields.forEach((topic, own) -> plans.put(topic, plan(TOPIC_PREFIX + topic + ".", own, defaults)));
        return plans;
    }

    /** The plan from fields, each taken from {@code defaults} where it is missing. */
    private static TopicPlan plan(String prefix, Map<String, Object> fields, Map<String, Object> defaults) {
        String partitions = field(prefix, fields, defaults, "partitions", PARTITIONS_TEXT);
        String weights = field(prefix, fields, defaults, "weights", WEIGHTS_TEXT);
        String base = field(prefix, fields, defaults, "base", BASE_TEXT);
        return new TopicPlan(
                prefix,
                partitions.isEmpty() ? null : TopologyText.partitions(partitions),
                weights.isEmpty() ? Map.of() : TopologyText.weights(weights),
                base.isEmpty() ? null : TopologyText.base(base));
    }

    private static String field(
            String prefix, Map<String, Object> fields, Map<String, Object> defaults, String name, Spelling spelling) {
        @Nullable Object own = fields.get(name);
        @Nullable Object value = own == null ? defaults.get(name) : own;
        String text = value == null ? "" : value.toString().trim();
        spelling.ensureValid(prefix + name, text);
        return text;
    }

    private void checkPlan(String prefix, TopicPlan plan) {
        @Nullable Base base = plan.base();
        if (base != null && slotBits > 0) {
            throw new ConfigException(
                    SLOT_BITS,
                    slotBits,
                    "does not go with a base (" + prefix + "base=" + base + "); allowed with a base: 0");
        }
        plan.checkWeights();
    }
}
