package io.keystead.hrw.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeyFormatTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void each_format_gives_the_bytes_that_it_spells() {
        assertThat(KeyFormat.STRING.decode(ascii("a b"))).isEqualTo(ascii("a b"));
        assertThat(KeyFormat.HEX.decode(ascii("00fFA0"))).containsExactly(0, 0xff, 0xa0);
        assertThat(KeyFormat.HEX.decode(ascii(""))).isEmpty();
        assertThat(KeyFormat.BASE64.decode(ascii("AP8="))).containsExactly(0, 0xff);
        assertThat(KeyFormat.BASE64.decode(ascii("AP8"))).containsExactly(0, 0xff);
        assertThat(KeyFormat.LONG.decode(ascii("-2")))
                .isEqualTo(ByteBuffer.allocate(8).putLong(-2).array());
    }

    @Test
    void a_key_in_the_middle_of_a_line_is_read_alone() {
        assertThat(KeyFormat.STRING.decode(ascii("4 key\n"), 2, 3)).isEqualTo(ascii("key"));
        assertThat(KeyFormat.HEX.decode(ascii("x 0a x"), 2, 2)).containsExactly(10);
    }

    @ParameterizedTest
    @EnumSource
    void a_formats_name_is_read_back(KeyFormat format) {
        assertThat(KeyFormat.parse(format.toString())).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource({"HEX, 0", "HEX, 0g", "HEX, g0", "BASE64, A", "LONG, 1.5", "LONG, 9223372036854775808"})
    void what_is_not_in_the_format_is_refused_in_one_line(KeyFormat format, String text) {
        assertThatThrownBy(() -> format.decode(ascii(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + text + "\" is not a key of the format " + format + "; allowed: ");
    }

    @Test
    void a_refused_text_is_shown_in_part_and_on_one_line() {
        assertThatThrownBy(() -> KeyFormat.LONG.decode(ascii("a\nb" + "x".repeat(100))))
                .hasMessageStartingWith("\"a?b" + "x".repeat(57) + "...\" is not a key");
    }

    @Test
    void an_unknown_format_is_refused_by_name() {
        assertThatThrownBy(() -> KeyFormat.parse("Hex"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"Hex\" is not a key format; allowed: string, hex, base64, long");
    }
}
