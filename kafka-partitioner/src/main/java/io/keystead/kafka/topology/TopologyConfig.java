package io.keystead.kafka.topology;

import io.keystead.avro.AvroKeys;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code keystead.*} properties of a client, checked, and the topology that they give to each topic.
 *
 * <p>Every property is declared once, in {@link #definition()}. The properties of placement, {@code keystead.partitions},
 * {@code keystead.weights} and {@code keystead.base}, and of keys, {@code keystead.key.encoding}, {@code
 * keystead.key.schema} and {@code keystead.key.wire}, hold for all topics; {@code keystead.topic.NAME.partitions} and so on
 * hold for one in their place, where a blank value means none. Any other value that is null or blank is not set. A
 * number stands for its text. Immutable and thread-safe.
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

    /** How keys become the bytes that are hashed. */
    public static final String KEY_ENCODING = "keystead.key.encoding";

    /** The Avro schema in which keys are compared. */
    public static final String KEY_SCHEMA = "keystead.key.schema";

    /** Where a serialized key says which schema it was written with. */
    public static final String KEY_WIRE = "keystead.key.wire";

    /** Where the schemas of serialized keys are looked up. */
    public static final String KEY_REGISTRY_URL = "keystead.key.registry.url";

    /** The file with what the registry wants to see before it answers. */
    public static final String KEY_REGISTRY_AUTH_FILE = "keystead.key.registry.auth.file";

    /** How many owners to remember for each topic. */
    public static final String CACHE_ENTRIES = "keystead.cache.entries";

    /** The keys that are spread, and over how many candidates. */
    public static final String HOT_KEYS_FILE = "keystead.hot.keys.file";

    /** One record in how many is looked at to find the hottest keys. */
    public static final String HOT_KEYS_SAMPLE = "keystead.hot.keys.sample";

    /** Whether the hottest keys are shown. */
    public static final String HOT_KEYS_SHOW = "keystead.hot.keys.show";

    private final KeyHash hash;
    private final int slotBits;
    private final int cacheEntries;
    private final HotKeys hotKeys;
    private final int hotKeysSample;
    private final boolean showsHotKeys;
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
        GivenProperties given = new GivenProperties(TopologyProperties.DEFINITION, configs);
        this.hash = hash(given);
        Setting<Integer> bits = given.get(SLOT_BITS, TopologyProperties.SLOT_BITS);
        this.slotBits = bits.value();
        this.cacheEntries =
                given.get(CACHE_ENTRIES, TopologyProperties.CACHE_ENTRIES).value();
        Setting<HotKeys> listed = given.find(HOT_KEYS_FILE, TopologyProperties.HOT_KEYS_FILE);
        this.hotKeys = listed == null ? HotKeys.none() : listed.value();
        this.hotKeysSample =
                given.get(HOT_KEYS_SAMPLE, TopologyProperties.HOT_KEYS_SAMPLE).value();
        this.showsHotKeys =
                given.get(HOT_KEYS_SHOW, TopologyProperties.HOT_KEYS_SHOW).value();
        this.general = TopicPlan.general(given);
        this.byTopic = given.topics().stream()
                .collect(Collectors.toUnmodifiableMap(topic -> topic, topic -> TopicPlan.of(topic, given)));
        general.check(bits);
        byTopic.values().forEach(plan -> plan.check(bits));
        if (Stream.concat(Stream.of(general), byTopic.values().stream()).allMatch(plan -> plan.avroKeys() == null)) {
            KeyPlan.refuseUnused(given);
        }
    }

    /** All properties with their types, defaults, ranges and meaning. A copy. */
    public static ConfigDef definition() {
        return new ConfigDef(TopologyProperties.DEFINITION);
    }

    /** The hash with its seed or secret. */
    public KeyHash hash() {
        return hash;
    }

    /**
     * What makes the bytes that are hashed of a topic's keys; null where they are the serialized key's as they stand. The
     * topic's {@link #topology} has its name.
     */
    public @Nullable AvroKeys avroKeys(String topic) {
        return byTopic.getOrDefault(topic, general).avroKeys();
    }

    /** How many owners to remember for each topic, 0 for none. */
    public int cacheEntries() {
        return cacheEntries;
    }

    /** The keys that are spread over several candidates, as the file said when this was made. */
    public HotKeys hotKeys() {
        return hotKeys;
    }

    /** One record in so many is looked at to find the hottest keys, 0 for none. */
    public int hotKeysSample() {
        return hotKeysSample;
    }

    /** Whether the hottest keys themselves are shown, and not only their shares. */
    public boolean showsHotKeys() {
        return showsHotKeys;
    }

    /**
     * The topology of a topic.
     *
     * @param topic its name, for the message
     * @param partitions the partitions that it has
     * @throws IllegalArgumentException if it has none, or lacks one that the properties name; one line
     */
    public Topology topology(String topic, Set<Integer> partitions) {
        Topology.Builder builder = Topology.builder().hash(hash).slotBits(slotBits);
        byTopic.getOrDefault(topic, general).fill(builder, topic, partitions);
        return builder.build();
    }

    private static KeyHash hash(GivenProperties given) {
        Setting<String> hash = given.get(HASH, TopologyProperties.HASH);
        Setting<Long> seed = given.get(SEED, TopologyProperties.SEED);
        Setting<Path> secretFile = given.find(SECRET_FILE, TopologyProperties.SECRET_FILE);
        if (hash.value().equals(TopologyProperties.XXH3)) {
            if (secretFile != null) {
                throw secretFile.refused("does not go with " + hash + "; allowed with " + HASH + "="
                        + TopologyProperties.SIPHASH + " only");
            }
            return KeyHash.xxh3(seed.value());
        }
        if (given.isSet(SEED)) {
            throw seed.refused("does not go with " + hash + ", which takes " + SECRET_FILE + "; allowed with " + HASH
                    + "=" + TopologyProperties.XXH3 + " only");
        }
        if (secretFile == null) {
            throw new ConfigException(
                    "Missing configuration " + SECRET_FILE + ": " + hash + " needs it; allowed: " + SecretFile.ALLOWED);
        }
        try {
            return KeyHash.sipHash24(SecretFile.read(secretFile.value()));
        } catch (IllegalArgumentException e) {
            throw secretFile.refused(String.valueOf(e.getMessage()));
        }
    }
}
