package io.keystead.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssignorConfigTest {
    @Test
    void withoutPropertiesTheDefaultsHold() {
        AssignorConfig config = new AssignorConfig(Map.of("bootstrap.servers", "localhost:9092"));

        assertThat(config.slack()).isEqualTo(0.25);
        assertThat(config.colocate()).isFalse();
        assertThat(config.memberId()).isEmpty();
        assertThat(config.weight()).isEqualTo(1);
    }

    @Test
    void valuesAreReadFromTextOrTheirOwnType() {
        AssignorConfig text = new AssignorConfig(Map.of(
                "keystead.assignor.slack", " 0 ",
                "keystead.assignor.colocate", "TRUE",
                "keystead.member.id", " a ",
                "keystead.member.weight", "1e-6"));
        AssignorConfig typed = new AssignorConfig(Map.of(
                "keystead.assignor.slack", 1000, "keystead.assignor.colocate", true, "keystead.member.weight", 2.5));

        assertThat(text.slack()).isZero();
        assertThat(text.colocate()).isTrue();
        assertThat(text.memberId()).isEqualTo("a");
        assertThat(text.weight()).isEqualTo(1e-6);
        assertThat(typed.slack()).isEqualTo(1000);
        assertThat(typed.colocate()).isTrue();
        assertThat(typed.weight()).isEqualTo(2.5);
    }

    @Test
    void blankIsNotSet() {
        Map<String, Object> blank = new HashMap<>();
        AssignorConfig.definition().names().forEach(name -> blank.put(name, " "));
        blank.put("keystead.member.id", null);

        assertThat(new AssignorConfig(blank).slack()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keystead.member.weight | 0 | out of range; allowed: 1e-6 to 1e6 (a consumer that must get nothing stays away)",
                "keystead.member.weight | NaN | out of range; allowed: 1e-6 to 1e6 (a consumer that must get nothing stays"
                        + " away)",
                "keystead.member.weight | heavy | not a number; allowed: 1e-6 to 1e6 (a consumer that must get nothing stays"
                        + " away)",
                "keystead.assignor.slack | -0.1 | out of range; allowed: 0 to 1000",
                "keystead.assignor.slack | 25% | not a number; allowed: 0 to 1000",
                "keystead.assignor.colocate | yes | neither true nor false; allowed: true, false",
            })
    void aBadValueIsRefusedInOneLine(String name, String value, String why) {
        assertThatThrownBy(() -> new HrwAssignor().configure(Map.of(name, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Invalid value " + value + " for configuration " + name + ": " + why);
    }

    @Test
    void aNameThatIsTooLongOrNoTextIsRefused() {
        assertThat(new AssignorConfig(Map.of("keystead.member.id", "ä".repeat(127))).memberId())
                .hasSize(127);
        assertThatThrownBy(() -> new AssignorConfig(Map.of("keystead.member.id", "ä".repeat(128))))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(
                        "for configuration keystead.member.id: it has 256 bytes as UTF-8; allowed: up to 255, or empty for"
                                + " none");
        assertThatThrownBy(() -> new AssignorConfig(Map.of("keystead.member.id", "a\ud800\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("not well-formed Unicode")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "keystead.assignor.slak,keystead.assignor.slack",
        "keystead.assignor.co-locate,keystead.assignor.colocate",
        "keystead.member.wieght,keystead.member.weight",
        "keystead.members.id,keystead.member.id",
        "keystead.asignor.slack,keystead.assignor.slack",
    })
    void anUnknownNameIsRefusedWithTheNearest(String name, String nearest) {
        assertThatThrownBy(() -> new AssignorConfig(Map.of(name, "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Unknown configuration " + name + ": did you mean " + nearest
                        + "? Allowed: keystead.member.id, keystead.member.weight, keystead.assignor.slack,"
                        + " keystead.assignor.colocate");
    }

    @Test
    void aNameFarFromAllIsRefusedWithAllThatAreAllowed() {
        assertThatThrownBy(() -> new AssignorConfig(Map.of("keystead.member.rack.awareness", "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("Unknown configuration keystead.member.rack.awareness; allowed: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"keystead.hash", "keystead.topic.orders.weights", "keystead.slot.bits", "keystead.hot.keys.file"
            })
    void aProducersPropertyPasses(String name) {
        assertThat(new AssignorConfig(Map.of(name, "whatever")).weight()).isEqualTo(1);
    }

    @Test
    void aConsumerMakesItAndReportsNoPropertyOfOursAsUnused() {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                "localhost:9092",
                "group.id",
                "group",
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                ByteArrayDeserializer.class,
                "partition.assignment.strategy",
                HrwAssignor.class.getName()));
        AssignorConfig.definition().defaultValues().forEach((name, value) -> properties.put(name, value.toString()));
        ConsumerConfig config = new ConsumerConfig(properties);

        List<ConsumerPartitionAssignor> made = ConsumerPartitionAssignor.getAssignorInstances(
                config.getList("partition.assignment.strategy"),
                config.originals(Map.of("client.id", "consumer-group-1")));

        assertThat(made).singleElement().isInstanceOf(HrwAssignor.class);
        assertThat(config.unused()).noneMatch(name -> name.startsWith("keystead."));
    }
}
