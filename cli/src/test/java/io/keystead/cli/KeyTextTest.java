package io.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"order-1", "two words", "caf\u00e9", "\u6ce8\u6587", "\ud83d\ude00"})
    void what_shows_as_it_is_is_text(String key) {
        assertThat(KeyText.printable(bytes(key))).hasValue(key);
        assertThat(KeyText.of(bytes(key))).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u202eb",
                "a\u2066b",
                "a\u200bb",
                "a\u2028b",
                "a\u2029b",
                "\ufeffa",
                "a\u00adb",
                "a\tb",
                "a\u007f",
                " a",
                "a ",
                "a\u00a0",
                " "
            })
    void what_shows_as_nothing_or_turns_its_neighbours_or_stands_at_an_end_unseen_is_digits(String key) {
        assertThat(KeyText.printable(bytes(key))).isEmpty();
        assertThat(KeyText.of(bytes(key))).isEqualTo("0x" + HexFormat.of().formatHex(bytes(key)));
    }

    @Test
    void text_of_eighty_characters_is_short_however_many_bytes_they_take() {
        assertThat(KeyText.printable(bytes("a".repeat(80)))).isPresent();
        assertThat(KeyText.printable(bytes("\u6ce8".repeat(80)))).isPresent();
        assertThat(KeyText.printable(bytes("\ud83d\ude00".repeat(40)))).isPresent();
        assertThat(KeyText.printable(bytes("a".repeat(81)))).isEmpty();
        assertThat(KeyText.printable(bytes("\u6ce8".repeat(81)))).isEmpty();
        assertThat(KeyText.printable(new byte[0])).isEmpty();
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
