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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyConfigTest {
    private static final Set<Integer> TWELVE = IntStream.range(0, 12).boxed().collect(Collectors.toUnmodifiableSet());

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
                "keystead.hash=md5 ~ Invalid value md5 for configuration keystead.hash: String must be one of: xxh3-64,"
                        + " siphash-2-4",
                "keystead.seed=-1 ~ Invalid value -1 for configuration keystead.seed: \"-1\" is not a seed; allowed: 0 to"
                        + " 18446744073709551615, or 0x and up to 16 hexadecimal digits",
                "keystead.slot.bits=21 ~ Invalid value 21 for configuration keystead.slot.bits: Value must be no more than"
                        + " 20",
                "keystead.slot.bits=few ~ Invalid value few for configuration keystead.slot.bits: Not a number of type INT",
                "keystead.cache.entries=-1 ~ Invalid value -1 for configuration keystead.cache.entries: Value must be at"
                        + " least 0",
                "keystead.partitions=0-x ~ Invalid value 0-x for configuration keystead.partitions: \"0-x\" is not a"
                        + " partition or a range; allowed: partition numbers and ranges such as 0-11,14, each once, at"
                        + " most 1048576 in all",
                "keystead.weights=3 ~ Invalid value 3 for configuration keystead.weights: \"3\" has no weight; allowed:"
                        + " partitions with weights from 1e-6 to 1e6 such as 0-7:1,8-11:2.5",
                "keystead.weights=3:0 ~ Invalid value 3:0.0 for configuration keystead.weights: the weight 0.0 of candidate"
                        + " \"3\" is out of range; allowed: 1e-6 to 1e6 (leave a candidate out to give it nothing)",
                "keystead.base=murmur3/12 ~ Invalid value murmur3/12 for configuration keystead.base: \"murmur3/12\" is not"
                        + " a base; allowed: murmur2/n, where n is the number of partitions that Kafka's default"
                        + " partitioner filled, for example murmur2/12",
                "keystead.base=murmur2/0 ~ Invalid value murmur2/0 for configuration keystead.base: the base murmur2/0 is"
                        + " out of range; allowed: murmur2/1 to murmur2/1048576",
                "keystead.topic.orders.base=x ~ Invalid value x for configuration keystead.topic.orders.base: \"x\" is not"
                        + " a base; allowed: murmur2/n, where n is the number of partitions that Kafka's default"
                        + " partitioner filled, for example murmur2/12",
                "keystead.base=murmur2/12;keystead.slot.bits=8 ~ Invalid value 8 for configuration keystead.slot.bits: does"
                        + " not go with a base (keystead.base=murmur2/12); allowed with a base: 0",
                "keystead.base=murmur2/12;keystead.weights=11:2 ~ Invalid value 11:2.0 for configuration keystead.weights:"
                        + " is in the base murmur2/12; allowed for base partitions: 1",
                "keystead.partitions=0-3;keystead.weights=4:2 ~ Invalid value 4:2.0 for configuration keystead.weights: is"
                        + " not in keystead.partitions; allowed: weights of those",
                "keystead.hash=siphash-2-4 ~ Invalid value  for configuration keystead.secret.file:"
                        + " keystead.hash=siphash-2-4 needs a file of 16 raw bytes",
                "keystead.secret.file=/s ~ Invalid value /s for configuration keystead.secret.file: goes with"
                        + " keystead.hash=siphash-2-4 only",
                "keystead.hash=siphash-2-4;keystead.seed=7 ~ Invalid value 7 for configuration keystead.seed: goes with"
                        + " keystead.hash=xxh3-64 only; use keystead.secret.file",
                "keystead.hash=siphash-2-4;keystead.secret.file=/no/such ~ Invalid value /no/such for configuration"
                        + " keystead.secret.file: the secret file /no/such does not exist; allowed: a file of exactly 16"
                        + " raw bytes, for example made by: head -c 16 /dev/urandom > FILE",
                "keystead.parttions=0-3 ~ Unknown configuration keystead.parttions: did you mean keystead.partitions?"
                        + " Allowed: keystead.base, keystead.partitions, keystead.weights, keystead.hash, keystead.seed,"
                        + " keystead.secret.file, keystead.slot.bits, keystead.cache.entries,"
                        + " keystead.topic.NAME.partitions|weights|base",
                "keystead.topic.a.b.weight=0:2 ~ Unknown configuration keystead.topic.a.b.weight: did you mean"
                        + " keystead.topic.a.b.weights? Allowed: keystead.base, keystead.partitions, keystead.weights,"
                        + " keystead.hash, keystead.seed, keystead.secret.file, keystead.slot.bits,"
                        + " keystead.cache.entries, keystead.topic.NAME.partitions|weights|base",
                "keystead.topic.base=murmur2/12 ~ Unknown configuration keystead.topic.base: did you mean"
                        + " keystead.topic.NAME.base? Allowed: keystead.base, keystead.partitions, keystead.weights,"
                        + " keystead.hash, keystead.seed, keystead.secret.file, keystead.slot.bits,"
                        + " keystead.cache.entries, keystead.topic.NAME.partitions|weights|base",
            })
    void badPropertiesAreRefusedInOneLineThatNamesThem(String properties, String message) {
        String[] keysAndValues = properties.split("[;=]", -1);
        assertThatThrownBy(() -> new TopologyConfig(properties(keysAndValues)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
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
                "keystead.partitions=0-12 | keystead.partitions names partition 12, which topic orders does not have;"
                        + " allowed: the topic's partitions 0-11",
                "keystead.weights=14:2 | keystead.weights names partition 14, which topic orders does not have; allowed:"
                        + " the topic's partitions 0-11",
                "keystead.base=murmur2/13 | keystead.base names partition 12, which topic orders does not have; allowed:"
                        + " the topic's partitions 0-11",
                "keystead.topic.orders.partitions=3,20 | keystead.topic.orders.partitions names partition 20, which topic"
                        + " orders does not have; allowed: the topic's partitions 0-11",
            })
    void aPartitionThatTheTopicLacksIsRefused(String property, String message) {
        String[] keyAndValue = property.split("=", -1);

        assertThatThrownBy(() -> topology(keyAndValue))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void propertiesOfOthersAreNotOurs() {
        assertThat(topology("keysteadlike.x", "1", "acks", "all")).isEqualTo(Topology.ofPartitions(12));
    }
}
