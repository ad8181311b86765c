package io.keystead.kafka.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyWire;
import io.keystead.hrw.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties of Avro keys. */
class KeyEncodingConfigTest {
    private static final String ENCODING = "keystead.key.encoding";
    private static final String SCHEMA = "keystead.key.schema";

    @TempDir
    Path directory;

    private static TopologyConfig config(String... keysAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new TopologyConfig(properties);
    }

    private static Topology topology(TopologyConfig config, String topic) {
        return config.topology(topic, Set.of(0, 1));
    }

    private static AvroKeys keys(TopologyConfig config, String topic) {
        return Objects.requireNonNull(config.avroKeys(topic));
    }

    @Test
    void keysAreHashedAsTheyStandUnlessAPropertySaysOtherwise() {
        for (TopologyConfig config :
                new TopologyConfig[] {config(), config(ENCODING, "bytes"), config(ENCODING, " ")}) {
            assertThat(config.avroKeys("orders")).isNull();
            assertThat(topology(config, "orders").keyEncoding()).isEmpty();
        }
    }

    @Test
    void theTopologyHasTheEncodingsNameAndItsFingerprintCoversIt() {
        TopologyConfig plain = config();
        TopologyConfig texts = config(ENCODING, "avro-canonical", SCHEMA, "\"string\"");
        TopologyConfig numbers = config(ENCODING, "avro-canonical", SCHEMA, "\"long\"");

        assertThat(topology(texts, "orders").keyEncoding())
                .hasValue(AvroKeys.of("\"string\"").name());
        assertThat(Set.of(
                        topology(plain, "orders").fingerprint(),
                        topology(texts, "orders").fingerprint(),
                        topology(numbers, "orders").fingerprint()))
                .hasSize(3);
    }

    @Test
    void aTopicMayHaveAnEncodingOfItsOwnAlsoOneWhoseNameEndsLikeAProperty() throws IOException {
        Path file = Files.writeString(directory.resolve("key.avsc"), "\"long\"");
        TopologyConfig config = config(
                ENCODING,
                "avro-canonical",
                SCHEMA,
                "\"string\"",
                "keystead.topic.plain.key.encoding",
                "bytes",
                "keystead.topic.blank.key.encoding",
                "",
                "keystead.topic.a.key.key.schema",
                file.toString(),
                "keystead.topic.key.key.wire",
                "id8",
                "keystead.topic.based.key.encoding",
                "bytes",
                "keystead.topic.based.base",
                "murmur2/2");

        assertThat(config.avroKeys("plain")).isNull();
        assertThat(config.avroKeys("blank")).isNull();
        assertThat(config.avroKeys("based")).isNull();
        assertThat(keys(config, "other")).isEqualTo(AvroKeys.of("\"string\""));
        assertThat(keys(config, "other").wire()).isEqualTo(KeyWire.ID4);
        assertThat(keys(config, "a.key")).isEqualTo(AvroKeys.of("\"long\""));
        assertThat(keys(config, "key").wire()).isEqualTo(KeyWire.ID8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "keystead.key.encoding=avro~Invalid value avro for configuration keystead.key.encoding: \"avro\" is not a key"
                        + " encoding; allowed: bytes, avro-canonical",
                "keystead.key.encoding=avro-canonical~Missing configuration keystead.key.schema:"
                        + " keystead.key.encoding=avro-canonical needs it; allowed: a schema as JSON, which begins with {, [ or"
                        + " \", or the path of a file (.avsc) that holds one",
                "keystead.topic.orders.key.encoding=avro-canonical~Missing configuration keystead.key.schema:"
                        + " keystead.topic.orders.key.encoding=avro-canonical needs it; allowed: a schema as JSON, which begins"
                        + " with {, [ or \", or the path of a file (.avsc) that holds one",
                "keystead.key.schema=\"long\"~Invalid value \"long\" for configuration keystead.key.schema: is of Avro keys, and"
                        + " the keys of any topic are hashed as they stand; allowed with keystead.key.encoding=avro-canonical"
                        + " only",
                "keystead.key.wire=id8~Invalid value id8 for configuration keystead.key.wire: is of Avro keys, and the keys of"
                        + " any topic are hashed as they stand; allowed with keystead.key.encoding=avro-canonical only",
                "keystead.topic.orders.key.schema=\"long\"~Invalid value \"long\" for configuration"
                        + " keystead.topic.orders.key.schema: is of Avro keys, and the keys of orders are hashed as they stand;"
                        + " allowed with keystead.key.encoding=avro-canonical only",
                "keystead.key.registry.url=http://a/{id}~Invalid value http://a/{id} for configuration"
                        + " keystead.key.registry.url: is of Avro keys, and the keys of any topic are hashed as they stand;"
                        + " allowed with keystead.key.encoding=avro-canonical only",
                "keystead.key.encodin=bytes~Unknown configuration keystead.key.encodin: did you mean keystead.key.encoding?",
                "keystead.topic.a.b.key.encodin=bytes~Unknown configuration keystead.topic.a.b.key.encodin: did you mean"
                        + " keystead.topic.a.b.key.encoding?",
                "keystead.topic.a.kez.wire=id4~Unknown configuration keystead.topic.a.kez.wire: did you mean"
                        + " keystead.topic.a.key.wire?",
                "keystead.topic.key.encoding=bytes~Unknown configuration keystead.topic.key.encoding",
            })
    void whatIsWrongIsRefusedByItsPropertysName(String property, String message) {
        String[] parts = property.split("=", 2);
        assertThatThrownBy(() -> config(parts[0], parts[1]))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void whatDoesNotGoWithAnEncodingIsRefusedByItsPropertysName() throws IOException {
        assertThatThrownBy(() -> avro("keystead.base", "murmur2/12"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "Invalid value avro-canonical for configuration keystead.key.encoding: does not go with a base"
                                + " (keystead.base=murmur2/12), by which keys lie as they stand; allowed with a base: bytes");
        assertThatThrownBy(() -> avro("keystead.topic.orders.base", "murmur2/12"))
                .hasMessageContaining("does not go with a base (keystead.topic.orders.base=murmur2/12)");
        assertThatThrownBy(() -> avro(SCHEMA, "{\"type\":\"map\",\"values\":\"int\"}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("Invalid value {\"type\":\"map\",\"values\":\"int\"} for configuration"
                        + " keystead.key.schema: the key schema map has a map, whose entries have no order");
        assertThatThrownBy(() -> avro(SCHEMA, "key.avsc"))
                .hasMessageStartingWith("Invalid value key.avsc for configuration keystead.key.schema: the schema file"
                        + " \"key.avsc\" does not exist");
        assertThatThrownBy(() -> avro("keystead.key.wire", "id5"))
                .hasMessage(
                        "Invalid value id5 for configuration keystead.key.wire: \"id5\" is not a wire format; allowed: id4,"
                                + " id8, header, none");
        assertThatThrownBy(() -> avro("keystead.key.registry.url", "http://a"))
                .hasMessageStartingWith(
                        "Invalid value http://a for configuration keystead.key.registry.url: the registry's URL"
                                + " \"http://a\" has no place for the id; allowed: http:// or https://");
        assertThatThrownBy(() -> avro("keystead.key.registry.url", "http://a/{id}", "keystead.key.wire", "header"))
                .hasMessageContaining("configuration keystead.key.registry.url: ")
                .hasMessageContaining("allowed with it: {globalId} or {contentId}");
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> avro(
                        "keystead.key.registry.url",
                        "http://a/{id}",
                        "keystead.key.registry.auth.file",
                        none.toString()))
                .hasMessageStartingWith(
                        "Invalid value " + none + " for configuration keystead.key.registry.auth.file: the"
                                + " authorization file " + none + " does not exist");
        assertThatThrownBy(() -> avro("keystead.key.registry.auth.file", none.toString()))
                .hasMessageEndingWith("goes with a registry; allowed with keystead.key.registry.url only");
        Path file = Files.writeString(directory.resolve("auth"), "Basic secret");
        assertThat(keys(
                        avro(
                                "keystead.key.registry.url",
                                "http://a/{id}",
                                "keystead.key.registry.auth.file",
                                file.toString()),
                        "t"))
                .isNotNull();
    }

    private static TopologyConfig avro(String... more) {
        Map<String, String> properties = new HashMap<>(Map.of(ENCODING, "avro-canonical", SCHEMA, "\"long\""));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return new TopologyConfig(properties);
    }
}
