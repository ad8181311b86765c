package io.keystead.kafka.topology;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import io.keystead.avro.KeyWire;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import io.keystead.hrw.text.TopologyText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;

/** Declares the properties: how each is spelled, its default and its meaning. */
final class TopologyProperties {
    static final String XXH3 = "xxh3-64";
    static final String SIPHASH = "siphash-2-4";

    static final Spelling<Set<Integer>> PARTITIONS =
            new Spelling<>("empty, or numbers and ranges such as 0-11,14", TopologyText::partitions);
    static final Spelling<Map<Integer, Double>> WEIGHTS =
            new Spelling<>("empty, or ranges with weights such as 0-7:1,8-11:2.5", TopologyProperties::weights);
    static final Spelling<Base> BASE = new Spelling<>("empty, or murmur2/n", TopologyText::base);
    static final Spelling<String> HASH = new Spelling<>(XXH3 + ", " + SIPHASH, TopologyProperties::hash);
    static final Spelling<Long> SEED =
            new Spelling<>("0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits", TopologyText::seed);
    static final Spelling<Path> SECRET_FILE = new Spelling<>(
            "empty, or the path of a file of exactly 16 raw bytes", text -> path(text, SecretFile.ALLOWED));
    static final Spelling<KeyEncoding> KEY_ENCODING = new Spelling<>(KeyEncoding.ALLOWED, KeyEncoding::parse);
    static final Spelling<String> KEY_SCHEMA = new Spelling<>("empty, or " + KeyPlan.SCHEMAS, text -> text);
    static final Spelling<KeyWire> KEY_WIRE = new Spelling<>(KeyWire.allowed(), KeyWire::parse);
    static final Spelling<String> KEY_REGISTRY_URL = new Spelling<>("empty, or " + KeyPlan.REGISTRIES, text -> text);
    static final Spelling<Path> KEY_REGISTRY_AUTH_FILE =
            new Spelling<>("empty, or the path of a file of one line", text -> path(text, "a file of one line"));
    static final Spelling<Integer> SLOT_BITS = Spelling.number(0, Topology.MAX_SLOT_BITS);
    static final Spelling<Integer> CACHE_ENTRIES = Spelling.number(0, 1 << 24);
    static final Spelling<HotKeys> HOT_KEYS_FILE = new Spelling<>(
            "empty, or the path of a file with " + HotKeysFile.ALLOWED,
            text -> HotKeys.load(path(text, HotKeysFile.ALLOWED)));
    static final Spelling<Integer> HOT_KEYS_SAMPLE = Spelling.number(0, 1_000_000);
    static final Spelling<Boolean> HOT_KEYS_SHOW = new Spelling<>("true, false", TopologyProperties::yesOrNo);

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    TopologyConfig.BASE,
                    ConfigDef.Type.STRING,
                    "",
                    BASE,
                    HIGH,
                    "Adopts a topic that Kafka's default partitioner filled: murmur2/n, where n is the number of partitions"
                            + " at the moment you switch, for example murmur2/12. The default partitioner is the Java"
                            + " client's, by murmur2 (librdkafka's default is CRC32: not adoptable). No key moves now;"
                            + " each partition added later takes its share, 1/(n+1) for the first, and nothing else"
                            + " moves. Set it per topic (keystead.topic.NAME.base) unless the producer writes only topics"
                            + " of that partition count: for another topic it would be wrong or refused. Empty: none."
                            + " Never change it while the topic lives.")
            .define(
                    TopologyConfig.PARTITIONS,
                    ConfigDef.Type.STRING,
                    "",
                    PARTITIONS,
                    MEDIUM,
                    "Pins the candidates: the partitions that own keys, for example 0-11,14. A partition that the topic"
                            + " lacks is an error. Empty: all partitions that the topic has.")
            .define(
                    TopologyConfig.WEIGHTS,
                    ConfigDef.Type.STRING,
                    "",
                    WEIGHTS,
                    MEDIUM,
                    "Weights of partitions from 1e-6 to 1e6, for example 0-7:1,8-11:2.5: a partition's share of the keys"
                            + " is its weight in the sum of all weights. Partitions not named weigh 1. Partitions of a"
                            + " base weigh 1.")
            .define(
                    TopologyConfig.KEY_ENCODING,
                    ConfigDef.Type.STRING,
                    KeyEncoding.BYTES.toString(),
                    KEY_ENCODING,
                    MEDIUM,
                    "How a key becomes the bytes that decide. bytes: the serialized key as it stands. avro-canonical: the"
                            + " logical Avro key in a form that is the same whatever schema it was written with and"
                            + " whatever id a registry gave that schema; needs keystead.key.schema, and Avro on the"
                            + " class path. Not with a base. Never change it while the topic lives.")
            .define(
                    TopologyConfig.KEY_SCHEMA,
                    ConfigDef.Type.STRING,
                    "",
                    KEY_SCHEMA,
                    MEDIUM,
                    "The Avro schema in which keys are compared, the same on every client, with no map in it. A value that"
                            + " begins with {, [ or \" is the schema itself, any other the path of its file. Never change"
                            + " it while the topic lives, but for documentation and logical types.")
            .define(
                    TopologyConfig.KEY_WIRE,
                    ConfigDef.Type.STRING,
                    KeyWire.ID4.toString(),
                    KEY_WIRE,
                    LOW,
                    "Where a serialized Avro key says which schema it was written with. id4: a byte 0 and 4 bytes of id"
                            + " (Confluent's, and Apicurio's from version 3 on). id8: a byte 0 and 8 bytes (Apicurio 2)."
                            + " header: in Apicurio's header. none: nowhere, it was written with keystead.key.schema.")
            .define(
                    TopologyConfig.KEY_REGISTRY_URL,
                    ConfigDef.Type.STRING,
                    "",
                    KEY_REGISTRY_URL,
                    LOW,
                    "Where the schema of a serialized key is looked up, once for each id: a URL in which {id} stands for"
                            + " the id ({globalId} or {contentId} for ids in headers) and which answers with the bare"
                            + " schema. Needed where keys come serialized, and not where a producer is handed Avro"
                            + " objects.")
            .define(
                    TopologyConfig.KEY_REGISTRY_AUTH_FILE,
                    ConfigDef.Type.STRING,
                    "",
                    KEY_REGISTRY_AUTH_FILE,
                    LOW,
                    "The file whose one line is the value of the header Authorization for the registry. It is read again"
                            + " for each look-up, and never shown.")
            .define(
                    TopologyConfig.HASH,
                    ConfigDef.Type.STRING,
                    XXH3,
                    HASH,
                    MEDIUM,
                    "The hash of keys and candidates: xxh3-64, or siphash-2-4 with a secret where strangers choose the"
                            + " keys. Never change it while the topic lives.")
            .define(
                    TopologyConfig.SEED,
                    ConfigDef.Type.STRING,
                    "0",
                    SEED,
                    LOW,
                    "The seed of xxh3-64, from 0 to 18446744073709551615, or hexadecimal after 0x. Never change it while"
                            + " the topic lives.")
            .define(
                    TopologyConfig.SECRET_FILE,
                    ConfigDef.Type.STRING,
                    "",
                    SECRET_FILE,
                    MEDIUM,
                    "The file that holds the secret of siphash-2-4: exactly 16 raw bytes, the same on every client.")
            .define(
                    TopologyConfig.SLOT_BITS,
                    ConfigDef.Type.INT,
                    0,
                    SLOT_BITS,
                    LOW,
                    "0: every key is ranked by itself. b from 1 to 20: keys are grouped in 2^b slots that are ranked in"
                            + " their place; a look-up is then one table read at any number of partitions, and a"
                            + " partition's share varies by sqrt(partitions / 2^b). Not with a base. Never change it"
                            + " while the topic lives.")
            .define(
                    TopologyConfig.CACHE_ENTRIES,
                    ConfigDef.Type.INT,
                    4096,
                    CACHE_ENTRIES,
                    LOW,
                    "How many owners to remember, at about 8 bytes each per topic, rounded up to a power of two; 0: none."
                            + " Used where a look-up costs more than the memory: above 16 candidates, or with weights."
                            + " It never changes an owner.")
            .define(
                    TopologyConfig.HOT_KEYS_FILE,
                    ConfigDef.Type.STRING,
                    "",
                    HOT_KEYS_FILE,
                    MEDIUM,
                    "The file of the keys that one partition cannot carry: each is spread over its k best-ranked"
                            + " candidates, and the order of its records is given up. One line a key: k, the topic or *,"
                            + " string, hex, base64 or long, and the key, for example: 4 orders string customer-17. Read"
                            + " once, when the producer starts. Not for Kafka Streams, whose repartitioned keys must stay"
                            + " on one partition. Empty: no key is spread.")
            .define(
                    TopologyConfig.HOT_KEYS_SAMPLE,
                    ConfigDef.Type.INT,
                    100,
                    HOT_KEYS_SAMPLE,
                    LOW,
                    "One record in so many, drawn at random, is looked at to tell the share of the hottest keys in the"
                            + " metrics. 0: none, and no such metrics.")
            .define(
                    TopologyConfig.HOT_KEYS_SHOW,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    HOT_KEYS_SHOW,
                    LOW,
                    "Whether a metric also shows which keys the hottest are. Off by default, because keys can be personal"
                            + " data and metrics go where the topic's access rules do not reach.");

    private TopologyProperties() {}

    private static Map<Integer, Double> weights(String text) {
        Map<Integer, Double> weights = TopologyText.weights(text);
        // A candidate checks its weight.
        weights.forEach((partition, weight) -> Candidate.partition(partition).withWeight(weight));
        return weights;
    }

    private static String hash(String text) {
        if (!text.equals(XXH3) && !text.equals(SIPHASH)) {
            throw new IllegalArgumentException("\"" + text + "\" is not a hash; allowed: " + XXH3 + ", " + SIPHASH);
        }
        return text;
    }

    private static boolean yesOrNo(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("\"" + text + "\" is neither; allowed: true, false");
        }
        return text.equals("true");
    }

    private static Path path(String text, String allowed) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path (" + e.getReason() + "); allowed: " + allowed, e);
        }
    }
}
