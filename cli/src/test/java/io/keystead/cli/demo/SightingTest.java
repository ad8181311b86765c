package io.keystead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keystead.cli.CheckFailed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SightingTest {
    private final KeySet keys = keys();
    private final Sighting sighting = new Sighting(keys, "demo-hrw at 12");

    @Test
    void each_key_seen_once_is_complete() {
        sighting.add(bytes("a"), 3, 10);
        sighting.add(bytes("b"), 1, 20);

        assertThat(sighting.complete().partition(0)).isEqualTo(3);
        assertThat(sighting.bytes(1)).isEqualTo(20);
        assertThat(sighting.load(4)).containsExactly(0L, 1L, 0L, 1L);
    }

    @Test
    void a_key_on_two_partitions_within_a_pass_is_an_error() {
        sighting.add(bytes("a"), 3, 10);

        assertThatThrownBy(() -> sighting.add(bytes("a"), 4, 10))
                .isInstanceOf(CheckFailed.class)
                .hasMessage("demo-hrw at 12: the key \"a\" was written once and read twice, from partition 3 and from"
                        + " partition 4");
    }

    @Test
    void a_key_that_nobody_wrote_and_a_key_that_did_not_come_back_are_errors() {
        assertThatThrownBy(() -> sighting.add(bytes("c\n"), 4, 10))
                .isInstanceOf(CheckFailed.class)
                .hasMessage("demo-hrw at 12: the consumer read the key \"c?\", which was not written");
        sighting.add(bytes("a"), 3, 10);
        assertThatThrownBy(sighting::complete)
                .isInstanceOf(CheckFailed.class)
                .hasMessage("demo-hrw at 12: 1 of 2 keys were written and not read");
    }

    private static KeySet keys() {
        KeySet.Builder keys = KeySet.builder("two");
        keys.add(bytes("a"), 0);
        keys.add(bytes("b"), 0);
        return keys.build(false);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
