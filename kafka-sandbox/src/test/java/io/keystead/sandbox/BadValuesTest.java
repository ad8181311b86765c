package io.keystead.sandbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadValuesTest {
    private final LocalKafka.Builder builder = LocalKafka.builder();

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 10})
    void aNumberOfBrokersOutOfRangeIsRefused(int count) {
        assertRefused(() -> builder.brokers(count), "brokers must be from 1 to 9: " + count);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void aPortOutOfRangeIsRefused(int port) {
        assertRefused(() -> builder.port(port), "port must be from 1 to 65535: " + port);
        assertRefused(() -> builder.advertisedPort(0, port), "port must be from 1 to 65535: " + port);
    }

    @Test
    void aPortWithoutRoomForTheOtherBrokersIsRefused() {
        assertRefused(
                () -> builder.port(65_534).brokers(3).start(), "port must be from 1 to 65533 with 3 brokers: 65534");
    }

    @Test
    void aBlankRackIsRefused() {
        assertRefused(() -> builder.racks(List.of("left", " ")), "racks must not have a blank name: [left,  ]");
    }

    @Test
    void aSettingThatHoldsTheClusterTogetherIsRefused() {
        assertRefused(
                () -> builder.brokerConfig("listeners", "PLAINTEXT://:9092"),
                "brokerConfig key must not be one that the cluster sets itself: listeners");
    }

    @Test
    void aSettingThatKafkaRefusesIsRefused() {
        assertRefused(
                () -> builder.brokerConfig("num.io.threads", "many").start(),
                "brokerConfig is refused by Kafka: Invalid value many for configuration num.io.threads:"
                        + " Not a number of type INT");
    }

    @Test
    void aDirectoryWithACommaIsRefused() {
        Path path = Path.of("a,b").toAbsolutePath();
        assertRefused(
                () -> builder.directory(path).start(),
                "directory must not contain a comma, which Kafka splits at: " + path);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
