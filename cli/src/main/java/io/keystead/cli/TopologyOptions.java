package io.keystead.cli;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyWire;
import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import io.keystead.hrw.text.TopologyText;
import io.keystead.kafka.check.HrwPartitionCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe a topology, spelled as the producer's properties spell them. */
public final class TopologyOptions {
    private static final String PARTITIONS = "--partitions";
    private static final String WEIGHTS = "--weights";
    private static final String CANDIDATES = "--candidates";
    private static final String BASE = "--base";
    private static final String HASH = "--hash";
    private static final String SEED = "--seed";
    private static final String SECRET_FILE = "--secret-file";
    private static final String SLOT_BITS = "--slot-bits";
    private static final String KEY_ENCODING = "--key-encoding";
    private static final String KEY_SCHEMA = "--key-schema";
    private static final String KEY_WIRE = "--key-wire";
    private static final String KEY_REGISTRY_URL = "--key-registry-url";
    private static final String KEY_REGISTRY_AUTH_FILE = "--key-registry-auth-file";
    private static final int SECRET_LENGTH = 16;
    private static final String PARTITION_NUMBER = "0|[1-9]\\d{0,17}";

    @Option(
            names = PARTITIONS,
            paramLabel = "LIST",
            description = "The active partitions: how many there are (12), or which (0-11,14).")
    private @Nullable String partitions;

    @Option(
            names = WEIGHTS,
            paramLabel = "LIST",
            description = "Their weights, for example 0-7:1,8-11:2.5; 1 for the rest.")
    private @Nullable String weights;

    @Option(names = CANDIDATES, paramLabel = "IDS", description = "Named candidates in place of partitions: a,b,c.")
    private @Nullable String candidates;

    @Option(
            names = BASE,
            paramLabel = "murmur2/N",
            description = "Keys lie already where Kafka's default partitioner put them, over partitions 0 to N-1.")
    private @Nullable String base;

    @Option(names = HASH, paramLabel = "NAME", description = "xxh3-64 (the default) or siphash-2-4.")
    private @Nullable String hash;

    @Option(
            names = SEED,
            paramLabel = "SEED",
            description = "Unsigned 64-bit seed of xxh3-64, decimal or 0x...; 0 by default.")
    private @Nullable String seed;

    @Option(names = SECRET_FILE, paramLabel = "FILE", description = "16 raw bytes, the secret of siphash-2-4.")
    private @Nullable Path secretFile;

    @Option(
            names = SLOT_BITS,
            paramLabel = "BITS",
            description = "Rank 2^BITS slots in place of keys, 1 to 20; 0, no slots, by default.")
    private @Nullable String slotBits;

    @Option(
            names = KEY_ENCODING,
            paramLabel = "NAME",
            description = "bytes (the default: keys as they stand) or avro-canonical (the logical Avro key).")
    private @Nullable String keyEncoding;

    @Option(
            names = KEY_SCHEMA,
            paramLabel = "SCHEMA",
            description = "The Avro schema in which keys are compared: JSON, or the path of a file.")
    private @Nullable String keySchema;

    @Option(
            names = KEY_WIRE,
            paramLabel = "FORMAT",
            description = "Where a serialized Avro key has its schema's id: id4 (the default), id8, or none.")
    private @Nullable String keyWire;

    @Option(
            names = KEY_REGISTRY_URL,
            paramLabel = "URL",
            description = "Where the schema of a serialized Avro key is looked up; {id} stands for its id.")
    private @Nullable String keyRegistryUrl;

    @Option(
            names = KEY_REGISTRY_AUTH_FILE,
            paramLabel = "FILE",
            description = "The value of the header Authorization for the registry, in one line.")
    private @Nullable Path keyRegistryAuthFile;

    private @Nullable AvroKeys avroKeys;

    /**
     * What makes the bytes that decide of a key; null where they are its own.
     *
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    public @Nullable AvroKeys avroKeys() {
        if (keyEncoding != null && !keyEncoding.equals("bytes") && !keyEncoding.equals(AvroKeys.ENCODING)) {
            throw new BadInput(
                    KEY_ENCODING,
                    "\"" + keyEncoding + "\" is not a key encoding; allowed: bytes, " + AvroKeys.ENCODING);
        }
        if (!AvroKeys.ENCODING.equals(keyEncoding)) {
            refuseWithoutEncoding(KEY_SCHEMA, keySchema);
            refuseWithoutEncoding(KEY_WIRE, keyWire);
            refuseWithoutEncoding(KEY_REGISTRY_URL, keyRegistryUrl);
            refuseWithoutEncoding(KEY_REGISTRY_AUTH_FILE, keyRegistryAuthFile);
            return null;
        }
        AvroKeys known = avroKeys;
        if (known == null) {
            known = readAvroKeys();
            avroKeys = known;
        }
        return known;
    }

    private static void refuseWithoutEncoding(String option, @Nullable Object value) {
        if (value != null) {
            throw new BadInput(
                    option,
                    "\"" + value + "\" is of Avro keys; allowed with " + KEY_ENCODING + " " + AvroKeys.ENCODING
                            + " only");
        }
    }

    private AvroKeys readAvroKeys() {
        @Nullable String schema = keySchema;
        if (schema == null) {
            throw new BadInput(
                    KEY_ENCODING,
                    "\"" + AvroKeys.ENCODING + "\" has no schema; allowed: with " + KEY_SCHEMA + ", "
                            + AvroKeys.allowedSchemas());
        }
        KeyWire wire =
                keyWire == null ? KeyWire.ID4 : BadInput.from(KEY_WIRE, () -> KeyWire.parse(String.valueOf(keyWire)));
        if (wire == KeyWire.HEADER) {
            throw new BadInput(KEY_WIRE, "\"" + wire + "\" needs a record's headers; allowed here: id4, id8, none");
        }
        AvroKeys keys = BadInput.from(KEY_SCHEMA, () -> AvroKeys.of(schema)).withWire(wire);
        @Nullable String url = keyRegistryUrl;
        if (url != null) {
            AvroKeys asking = BadInput.from(KEY_REGISTRY_URL, () -> keys.withRegistry(url, null));
            @Nullable Path file = keyRegistryAuthFile;
            return file == null ? asking : BadInput.from(KEY_REGISTRY_AUTH_FILE, () -> asking.withRegistry(url, file));
        }
        if (keyRegistryAuthFile != null) {
            throw new BadInput(
                    KEY_REGISTRY_AUTH_FILE,
                    "\"" + keyRegistryAuthFile + "\" goes with a registry; allowed with " + KEY_REGISTRY_URL + " only");
        }
        return keys;
    }

    /**
     * A check of records against a topology that these options described.
     *
     * @throws IllegalArgumentException if a candidate is not a partition; one line
     */
    public HrwPartitionCheck check(Topology topology) {
        @Nullable AvroKeys keys = avroKeys();
        return keys == null ? HrwPartitionCheck.of(topology) : HrwPartitionCheck.of(topology, keys);
    }

    /**
     * The topology that the options describe.
     *
     * @throws BadInput in one line that names the option, the value and what is allowed
     */
    Topology topology() {
        return topology(null);
    }

    /**
     * The topology that the options describe for a topic: all its partitions are candidates unless the options say which.
     *
     * @param existing the partitions that the topic has
     * @throws BadInput in one line that names the option, the value and what is allowed; so where the topic lacks a
     *     partition that the options name
     */
    public Topology topologyOf(String topic, NavigableSet<Integer> existing) {
        Topology topology = topology(existing);
        @Nullable String numbers = partitions;
        if (numbers != null) {
            numbered(numbers).forEach(partition -> checkExists(PARTITIONS, numbers, partition, topic, existing));
        }
        @Nullable String ids = candidates;
        if (ids != null) {
            // Other ids than numbers are for whoever needs numbers to refuse.
            topology.candidates().stream()
                    .map(Candidate::id)
                    .filter(id -> id.matches(PARTITION_NUMBER))
                    .forEach(id -> checkExists(CANDIDATES, ids, Long.parseLong(id), topic, existing));
        }
        topology.base()
                .ifPresent(known -> checkExists(BASE, known.toString(), known.partitions() - 1, topic, existing));
        return topology;
    }

    private static void checkExists(
            String option, String value, long partition, String topic, NavigableSet<Integer> existing) {
        if (partition > existing.last() || !existing.contains((int) partition)) {
            throw new BadInput(
                    option,
                    "\"" + value + "\" names partition " + partition + ", which topic " + topic
                            + " does not have; allowed: its partitions 0 to " + existing.last());
        }
    }

    private Topology topology(@Nullable NavigableSet<Integer> existing) {
        Topology.Builder builder = Topology.builder().hash(keyHash());
        @Nullable AvroKeys keys = avroKeys();
        if (keys != null) {
            builder.keyEncoding(keys.name());
        }
        if (slotBits != null) {
            builder.slotBits(Numbers.parse(SLOT_BITS, slotBits, 0, Topology.MAX_SLOT_BITS));
        }
        @Nullable String text = base;
        if (text != null) {
            Base parsed = BadInput.from(BASE, () -> TopologyText.base(text));
            refuseSmallerCount(parsed);
            builder.base(parsed);
        }
        builder.candidates(candidates(existing));
        // What is left to refuse is how the options go together.
        return BadInput.from("the options together", builder::build);
    }

    /** A topic never shrinks: fewer than the base has can be active only if the rest is retired, which a list says. */
    private void refuseSmallerCount(Base base) {
        if (partitions == null || !isCount(partitions)) {
            return;
        }
        int count = Integer.parseInt(partitions.strip());
        if (count < base.partitions()) {
            throw new BadInput(
                    BASE,
                    "\"" + base + "\" has more partitions than " + PARTITIONS + " " + partitions
                            + "; allowed: a base of the topic's first partitions, or, where partitions are retired, a list"
                            + " such as " + PARTITIONS + " 0-" + (count - 1));
        }
    }

    private static boolean isCount(String text) {
        return text.strip().matches("\\d{1,9}");
    }

    private List<Candidate> candidates(@Nullable NavigableSet<Integer> existing) {
        @Nullable String ids = candidates;
        @Nullable String numbers = partitions;
        if (ids != null) {
            refuse(CANDIDATES, PARTITIONS, numbers);
            refuse(CANDIDATES, WEIGHTS, weights);
            return BadInput.from(CANDIDATES, () -> named(ids));
        }
        NavigableSet<Integer> active = active(existing);
        @Nullable String list = weights;
        NavigableMap<Integer, Double> weightOf =
                list == null ? new TreeMap<>() : BadInput.from(WEIGHTS, () -> TopologyText.weights(list));
        for (int partition : weightOf.keySet()) {
            if (!active.contains(partition)) {
                throw new BadInput(
                        WEIGHTS,
                        "partition " + partition + " in \"" + list + "\" is not active; allowed: "
                                + (numbers == null
                                        ? "0 to " + active.last()
                                        : "those of " + PARTITIONS + " " + numbers));
            }
        }
        return BadInput.from(
                WEIGHTS,
                () -> active.stream()
                        .map(partition ->
                                Candidate.partition(partition).withWeight(weightOf.getOrDefault(partition, 1.0)))
                        .toList());
    }

    private NavigableSet<Integer> active(@Nullable NavigableSet<Integer> existing) {
        @Nullable String numbers = partitions;
        if (numbers != null) {
            return partitions(PARTITIONS, numbers);
        }
        if (existing == null) {
            throw new BadInput("no candidates; allowed: " + PARTITIONS + " 12, or " + CANDIDATES + " a,b,c");
        }
        return existing;
    }

    /**
     * The partitions that an option names: a bare number is how many, anything else is a list.
     *
     * @throws BadInput in one line that names the option, the text and what is allowed
     */
    public static NavigableSet<Integer> partitions(String option, String text) {
        return BadInput.from(option, () -> numbered(text));
    }

    private static NavigableSet<Integer> numbered(String text) {
        if (!isCount(text)) {
            return TopologyText.partitions(text);
        }
        int count = Integer.parseInt(text.strip());
        if (count < 1 || count > TopologyText.MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" partitions are out of range; allowed: 1 to " + TopologyText.MAX_PARTITIONS);
        }
        return new TreeSet<>(IntStream.range(0, count).boxed().toList());
    }

    private static List<Candidate> named(String ids) {
        List<Candidate> named = new ArrayList<>();
        for (String id : ids.split(",", -1)) {
            if (!id.equals(id.strip()) || id.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("\"" + id.replaceAll("\\p{Cc}", "?")
                        + "\" is not a candidate id; allowed: text without control characters and without blanks around"
                        + " it");
            }
            named.add(Candidate.of(id));
        }
        return named;
    }

    private KeyHash keyHash() {
        String name = hash == null ? "xxh3-64" : hash;
        return switch (name) {
            case "xxh3-64" -> {
                if (hash == null && secretFile != null) {
                    throw new BadInput(
                            SECRET_FILE,
                            "\"" + secretFile + "\" does not go with the default hash; allowed: with " + HASH
                                    + " siphash-2-4");
                }
                refuse(HASH + " " + name, SECRET_FILE, secretFile);
                yield KeyHash.xxh3(seed());
            }
            case "siphash-2-4" -> {
                refuse(HASH + " " + name, SEED, seed);
                yield KeyHash.sipHash24(secret());
            }
            default -> throw new BadInput(HASH, "\"" + name + "\" is not a hash; allowed: xxh3-64, siphash-2-4");
        };
    }

    private long seed() {
        @Nullable String text = seed;
        return text == null ? 0 : BadInput.from(SEED, () -> TopologyText.seed(text));
    }

    private byte[] secret() {
        if (secretFile == null) {
            throw new BadInput(
                    HASH, "\"siphash-2-4\" has no secret; allowed: with " + SECRET_FILE + " FILE, 16 raw bytes");
        }
        try (InputStream in = Files.newInputStream(secretFile)) {
            // One byte more than needed tells a longer file, and a pipe has no size to ask for.
            byte[] secret = in.readNBytes(SECRET_LENGTH + 1);
            if (secret.length != SECRET_LENGTH) {
                String length = secret.length > SECRET_LENGTH ? "more than 16" : Integer.toString(secret.length);
                throw new BadInput(SECRET_FILE, "\"" + secretFile + "\" has " + length + " bytes; allowed: exactly 16");
            }
            return secret;
        } catch (IOException e) {
            throw Unreadable.file(SECRET_FILE, secretFile, e);
        }
    }

    private static void refuse(String with, String option, @Nullable Object value) {
        if (value != null) {
            throw new BadInput(option, "\"" + value + "\" does not go with " + with + "; allowed: one of the two");
        }
    }
}
