package io.keystead.kafka.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Topology;
import io.keystead.hrw.hash.KeyHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyConfigTest {
    private static final Set<Integer> TWELVE = IntStream.range(0, 12).boxed().collect(Collectors.toUnmodifiableSet());

    static final Set<String> NAMES = TopologyConfig.definition().names();

    @TempDir
    Path directory;

    private static Map<String, String> properties(String... keysAndValues) {
        Map<String, String> properties = new HashMap<>(Map.of("bootstrap.servers", "localhost:9092"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }

    private static Topology topology(String... keysAndValues) {
        return new TopologyConfig(properties(keysAndValues)).topology("orders", TWELVE);
    }

    @Test
    void withoutPropertiesTheCandidatesAreTheTopicsPartitions() {
        assertThat(topology()).isEqualTo(Topology.ofPartitions(12));
    }

    @Test
    void everyPropertyReachesTheTopology() {
        Topology topology = topology(
                "keystead.partitions", "0-2, 11",
                "keystead.weights", "1:2.5",
                "keystead.seed", "0xffffffffffffffff",
                "keystead.slot.bits", "8");

        assertThat(topology.hash()).isEqualTo(KeyHash.xxh3(-1));
        assertThat(topology.slotBits()).isEqualTo(8);
        assertThat(topology.candidates())
                .containsExactly(
                        Candidate.partition(0),
                        Candidate.partition(1).withWeight(2.5),
                        Candidate.partition(11),
                        Candidate.partition(2));
    }

    @Test
    void aBaseIsAdopted() {
        assertThat(topology("keystead.base", "murmur2/10").base()).contains(Base.murmur2(10));
    }

    @Test
    void aRetiredBasePartitionIsLeftOutOfThePinnedList() {
        Topology topology = topology("keystead.base", "murmur2/10", "keystead.partitions", "0-3,5-11");

        assertThat(topology.base()).contains(Base.murmur2(10));
        assertThat(topology.candidates()).hasSize(11).doesNotContain(Candidate.partition(4));
    }

    @Test
    void aTopicsOwnPropertyReplacesTheGeneralOneFieldByField() {
        TopologyConfig config = new TopologyConfig(properties(
                "keystead.partitions", "0-3",
                "keystead.topic.payments.eu.partitions", "0-7",
                "keystead.topic.payments.eu.weights", "7:3",
                "keystead.topic.all.partitions", ""));

        assertThat(config.topology("orders", TWELVE).candidates()).hasSize(4);
        assertThat(config.topology("payments.eu", TWELVE).candidates())
                .hasSize(8)
                .contains(Candidate.partition(7).withWeight(3));
        assertThat(config.topology("all", TWELVE).candidates()).hasSize(12);
    }

    @Test
    void aSecretComesFromItsFile() throws IOException {
        byte[] secret = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Path file = Files.write(directory.resolve("secret"), secret);

        Topology topology = topology("keystead.hash", "siphash-2-4", "keystead.secret.file", file.toString());

        assertThat(topology.hash()).isEqualTo(KeyHash.sipHash24(secret));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "keystead.hash=md5 ~ Invalid value md5 for configuration keystead.hash: \"md5\" is not"
                        + " a hash; allowed: xxh3-64, siphash-2-4",
                "keystead.seed=-1 ~ Invalid value -1 for configuration keystead.seed: \"-1\" is not a"
                        + " seed; allowed: 0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits",
                "keystead.slot.bits=21 ~ Invalid value 21 for configuration keystead.slot.bits: \"21\""
                        + " is out of range; allowed: 0 to 20",
                "keystead.slot.bits=few ~ Invalid value few for configuration keystead.slot.bits:"
                        + " \"few\" is not a whole number; allowed: 0 to 20",
                "keystead.cache.entries=-1 ~ Invalid value -1 for configuration"
                        + " keystead.cache.entries: \"-1\" is out of range; allowed: 0 to 16777216",
                "keystead.cache.entries=99999999999 ~ Invalid value 99999999999 for configuration"
                        + " keystead.cache.entries: \"99999999999\" is not a whole number; allowed: 0 to"
                        + " 16777216",
                "keystead.partitions=0-x ~ Invalid value 0-x for configuration keystead.partitions:"
                        + " \"0-x\" is not a partition or a range; allowed: partition numbers and ranges such as"
                        + " 0-11,14, each once, at most 1048576 in all",
                "keystead.weights=3 ~ Invalid value 3 for configuration keystead.weights: \"3\" has no"
                        + " weight; allowed: partitions with weights from 1e-6 to 1e6 such as 0-7:1,8-11:2.5",
                "keystead.weights=1:2,3:0 ~ Invalid value 1:2,3:0 for configuration keystead.weights:"
                        + " the weight 0.0 of candidate \"3\" is out of range; allowed: 1e-6 to 1e6 (leave a"
                        + " candidate out to give it nothing)",
                "keystead.base=murmur3/12 ~ Invalid value murmur3/12 for configuration keystead.base:"
                        + " \"murmur3/12\" is not a base; allowed: murmur2/n, where n is the number of"
                        + " partitions that Kafka's default partitioner filled, for example murmur2/12",
                "keystead.base=murmur2/0 ~ Invalid value murmur2/0 for configuration keystead.base:"
                        + " the base murmur2/0 is out of range; allowed: murmur2/1 to murmur2/1048576",
                "keystead.topic.orders.base=x ~ Invalid value x for configuration"
                        + " keystead.topic.orders.base: \"x\" is not a base; allowed: murmur2/n, where n is the"
                        + " number of partitions that Kafka's default partitioner filled, for example murmur2/12",
                "keystead.base=murmur2/12;keystead.slot.bits=8 ~ Invalid value 8 for configuration"
                        + " keystead.slot.bits: does not go with a base (keystead.base=murmur2/12); allowed with"
                        + " a base: 0",
                "keystead.topic.a.base=murmur2/12;keystead.slot.bits=8 ~ Invalid value 8 for"
                        + " configuration keystead.slot.bits: does not go with a base"
                        + " (keystead.topic.a.base=murmur2/12); allowed with a base: 0",
                "keystead.base=murmur2/12;keystead.weights=0-11:2 ~ Invalid value 0-11:2 for"
                        + " configuration keystead.weights: gives partition 0, which is in"
                        + " keystead.base=murmur2/12, the weight 2.0; allowed for base partitions: 1",
                "keystead.topic.a.base=murmur2/12;keystead.weights=11-12:2 ~ Invalid value 11-12:2 for"
                        + " configuration keystead.weights: gives partition 11, which is in"
                        + " keystead.topic.a.base=murmur2/12, the weight 2.0; allowed for base partitions: 1",
                "keystead.partitions=0-3;keystead.weights=4:2 ~ Invalid value 4:2 for configuration"
                        + " keystead.weights: names partition 4, which is not in keystead.partitions=0-3;"
                        + " allowed: weights of 0-3",
                "keystead.topic.a.partitions=0-3, 7;keystead.weights=3-4:2 ~ Invalid value 3-4:2 for"
                        + " configuration keystead.weights: names partition 4, which is not in"
                        + " keystead.topic.a.partitions=0-3, 7; allowed: weights of 0-3,7",
                "keystead.partitions=0-3;keystead.topic.a.weights=4:2 ~ Invalid value 4:2 for"
                        + " configuration keystead.topic.a.weights: names partition 4, which is not in"
                        + " keystead.partitions=0-3; allowed: weights of 0-3",
                "keystead.hash=siphash-2-4 ~ Missing configuration keystead.secret.file:"
                        + " keystead.hash=siphash-2-4 needs it; allowed: a file of exactly 16 raw bytes, for"
                        + " example made by: head -c 16 /dev/urandom > FILE",
                "keystead.secret.file=/s ~ Invalid value /s for configuration keystead.secret.file:"
                        + " does not go with keystead.hash=xxh3-64; allowed with keystead.hash=siphash-2-4 only",
                "keystead.hash=siphash-2-4;keystead.seed=7 ~ Invalid value 7 for configuration"
                        + " keystead.seed: does not go with keystead.hash=siphash-2-4, which takes"
                        + " keystead.secret.file; allowed with keystead.hash=xxh3-64 only",
                "keystead.hash=siphash-2-4;keystead.secret.file=/no/such ~ Invalid value /no/such for"
                        + " configuration keystead.secret.file: the secret file /no/such does not exist;"
                        + " allowed: a file of exactly 16 raw bytes, for example made by: head -c 16"
                        + " /dev/urandom > FILE",
                "keystead.hash=siphash-2-4;keystead.secret.file=a{0}b ~ Invalid value a\\u0000b for"
                        + " configuration keystead.secret.file: is not a path (Nul character not allowed);"
                        + " allowed: a file of exactly 16 raw bytes, for example made by: head -c 16"
                        + " /dev/urandom > FILE",
            })
    void badPropertiesAreRefusedInOneLineThatNamesThem(String properties, String message) {
        String[] keysAndValues = properties.replace("{0}", "\0").split("[;=]", -1);
        assertThatThrownBy(() -> new TopologyConfig(properties(keysAndValues)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message)
                .hasMessageMatching(".*[Aa]llowed.*");
    }

    @ParameterizedTest
    @CsvSource({
        "keystead.parttions, keystead.partitions",
        "keystead.slotbits, keystead.slot.bits",
        "keystead.Seed, keystead.seed",
        "keystead.topic.a.b.weight, keystead.topic.a.b.weights",
        "keystead.topics.a.b.base, keystead.topic.a.b.base",
        "keystead.topic.base, keystead.topic.NAME.base",
        "keystead.topic.orders.hash,",
        "keystead.topic.orders,",
        "keystead.topic,",
        "keystead.,",
        "keystead.hot.keys,",
        "keystead.streams.store,",
        "keystead.flink.uid,",
        "keystead.growth.topic,",
        "keystead.assignors.x,",
        "keystead.assignor,",
    })
    void anUnknownNameIsRefusedWithTheOneThatWasMeant(String name, @Nullable String meant) {
        String all = "keystead.base, keystead.partitions, keystead.weights, keystead.key.encoding,"
                + " keystead.key.schema, keystead.key.wire, keystead.key.registry.url,"
                + " keystead.key.registry.auth.file, keystead.hash, keystead.seed,"
                + " keystead.secret.file, keystead.slot.bits, keystead.cache.entries, keystead.hot.keys.file,"
                + " keystead.hot.keys.sample, keystead.hot.keys.show,"
                + " keystead.topic.NAME.partitions|weights|base|key.encoding|key.schema|key.wire";
        String hint = meant == null ? "; allowed: " : ": did you mean " + meant + "? Allowed: ";
        for (String value : new String[] {"1", "", null}) {
            assertThatThrownBy(() -> topology(name, value))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("Unknown configuration " + name + hint + all);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"or ders/x", "", ".", "..", "\u00e9"})
    void aTopicsNameThatKafkaRefusesIsRefused(String topic) {
        String name = "keystead.topic." + topic + ".partitions";
        assertThatThrownBy(() -> topology(name, "0"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Unknown configuration " + name + ": \"" + topic + "\" is not a topic name; allowed: 1 to"
                        + " 249 of the characters a-z, A-Z, 0-9, \".\", \"_\" and \"-\", neither \".\" nor \"..\"");
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void aValueThatIsNullOrBlankIsNotSet(String name) {
        Topology unset = topology();
        for (String blank : new String[] {null, "", " ", "\t\n"}) {
            assertThat(topology(name, blank)).as("%s=%s", name, blank).isEqualTo(unset);
            assertThat(new TopologyConfig(properties(name, blank)).cacheEntries())
                    .isEqualTo(4096);
        }
    }

    @Test
    void aSeedThatIsNullOrBlankGoesWithASecret() throws IOException {
        Path file = Files.write(directory.resolve("secret"), new byte[16]);

        for (String blank : new String[] {null, "", " "}) {
            Topology topology = topology(
                    "keystead.hash", "siphash-2-4", "keystead.secret.file", file.toString(), "keystead.seed", blank);
            assertThat(topology.hash()).isEqualTo(KeyHash.sipHash24(new byte[16]));
        }
    }

    @Test
    void aTopicsOwnBlankMeansNoneAndItsOwnNullMeansTheGeneralOne() {
        String[] general = {"keystead.partitions", "0-3", "keystead.weights", "2:5", "keystead.base", "murmur2/2"};
        Topology usual = topology(general);
        Map<String, String> all = properties(general);
        for (String blank : new String[] {null, "", " "}) {
            all.put("keystead.topic.orders.partitions", blank);
            all.put("keystead.topic.orders.weights", blank);
            all.put("keystead.topic.orders.base", blank);
            assertThat(new TopologyConfig(all).topology("orders", TWELVE))
                    .as("\"%s\"", blank)
                    .isEqualTo(blank == null ? usual : Topology.ofPartitions(12));
        }
    }

    @Test
    void numbersStandForTheirText() {
        Map<String, Object> given = new HashMap<>(properties());
        given.put("keystead.seed", 7L);
        given.put("keystead.slot.bits", 8);
        given.put("keystead.cache.entries", (short) 16);
        given.put("keystead.partitions", 3);
        given.put("keystead.topic.a.partitions", 4);

        TopologyConfig config = new TopologyConfig(given);

        assertThat(config.cacheEntries()).isEqualTo(16);
        assertThat(config.topology("orders", TWELVE))
                .isEqualTo(topology("keystead.seed", "7", "keystead.slot.bits", "8", "keystead.partitions", "3"));
        assertThat(config.topology("a", TWELVE).candidates()).containsExactly(Candidate.partition(4));
    }

    @Test
    void aNumberWhereNoneIsAllowedIsRefusedAsItsText() {
        assertThatThrownBy(() -> new TopologyConfig(Map.of("keystead.base", 3)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        "Invalid value 3 for configuration keystead.base: \"3\" is not a base; allowed: murmur2/n");
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void aValueOfManyLinesIsRefusedInOne(String name) {
        String value = "x\r\ny\t\u0085\u2028\u202ez";
        assertThatThrownBy(() -> topology(name, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("x\\r\\ny\\t\\u0085\\u2028\\u202ez")
                .satisfies(thrown -> assertThat(thrown.getMessage()).matches("[\\x20-\\x7e]+"));
    }

    @Test
    void namesOfManyLinesAreRefusedInOne() {
        for (String name : new String[] {"keystead.a\nb", "keystead.topic.a\nb.base"}) {
            assertThatThrownBy(() -> topology(name, "1"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("a\\nb")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void theSecretFilesNameStaysOnOneLine() {
        assertThatThrownBy(() -> SecretFile.read(directory.resolve("no\nsuch")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no\\nsuch does not exist; allowed: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void propertiesOfGroupMembersAreNotOurs() {
        assertThat(topology("keystead.assignor.slots", "8", "keystead.member.id", "a", "keystead.assignor.", ""))
                .isEqualTo(Topology.ofPartitions(12));
    }

    @Test
    void aTopicsNameCanHaveAllThatKafkaAllows() {
        String longest = "a.B_-".repeat(49) + "0123";
        assertThat(longest).hasSize(249);
        for (String topic : new String[] {longest, "...", "partitions", "a.partitions"}) {
            TopologyConfig config = new TopologyConfig(Map.of("keystead.topic." + topic + ".partitions", "1"));
            assertThat(config.topology(topic, TWELVE).candidates()).hasSize(1);
            assertThat(config.topology("orders", TWELVE).candidates()).hasSize(12);
        }
        assertThatThrownBy(() -> new TopologyConfig(Map.of("keystead.topic." + longest + "x.partitions", "1")))
                .hasMessageContaining("x\" is not a topic name; allowed: 1 to 249 of the characters");
    }

    @Test
    void aTopicWithoutPartitionsIsRefusedByName() {
        for (String[] given : new String[][] {{}, {"keystead.partitions", "0-3"}, {"keystead.base", "murmur2/3"}}) {
            TopologyConfig config = new TopologyConfig(properties(given));
            assertThatThrownBy(() -> config.topology("orders", Set.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("topic orders has no partitions in the client's metadata; allowed: at least one");
        }
    }

    @Test
    void aSecretOfAnotherLengthIsRefusedWithoutShowingIt() throws IOException {
        Path tooLong = Files.write(directory.resolve("long"), new byte[17]);
        Path tooShort = Files.write(directory.resolve("short"), new byte[15]);

        for (Path file : new Path[] {tooLong, tooShort, directory}) {
            assertThatThrownBy(() -> topology("keystead.hash", "siphash-2-4", "keystead.secret.file", file.toString()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("the secret file " + file)
                    .hasMessageContaining("exactly 16 raw bytes")
                    .hasMessageNotContaining("\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keystead.partitions=0-12 | keystead.partitions=0-12 names partition 12, which topic orders does not have;"
                        + " allowed: the topic's partitions 0-11",
                "keystead.weights=14:2 | keystead.weights=14:2 names partition 14, which topic orders does not have; allowed:"
                        + " the topic's partitions 0-11",
                "keystead.base=murmur2/13 | keystead.base=murmur2/13 names partition 12, which topic orders does not have; allowed:"
                        + " the topic's partitions 0-11",
                "keystead.topic.orders.partitions=3,20 | keystead.topic.orders.partitions=3,20 names partition 20, which topic"
                        + " orders does not have; allowed: the topic's partitions 0-11",
                "keystead.weights=10-12:2;keystead.topic.orders.partitions= | keystead.weights=10-12:2 names partition 12,"
                        + " which topic orders does not have; allowed: the topic's partitions 0-11",
            })
    void aPartitionThatTheTopicLacksIsRefused(String properties, String message) {
        String[] keysAndValues = properties.split("[;=]", -1);

        assertThatThrownBy(() -> topology(keysAndValues))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void propertiesOfOthersAreNotOurs() {
        assertThat(topology("keysteadlike.x", "1", "acks", "all")).isEqualTo(Topology.ofPartitions(12));
    }
}
