package io.keystead.hrw.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.io.BaseEncoding;
import io.keystead.hrw.Inputs;
import io.keystead.hrw.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    @Test
    void the_order_of_texts_is_that_of_their_bytes_read_as_unsigned() {
        Seeds.upTo(20, random -> {
            for (int i = 0; i < 20_000; i++) {
                String a = Inputs.text(random);
                String b = random.nextInt(4) == 0 ? a + Inputs.text(random) : Inputs.text(random);
                int expected = Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
                assertThat(Integer.signum(Utf8.ORDER.compare(a, b)))
                        .as("%s and %s", a, b)
                        .isEqualTo(Integer.signum(expected));
                assertThat(Integer.signum(Utf8.ORDER.compare(b, a)))
                        .as("%s and %s", b, a)
                        .isEqualTo(-Integer.signum(expected));
            }
        });
    }

    /** U+1F600 is above U+FFFD, though its UTF-16 form begins with the smaller D83D. */
    @Test
    void the_order_is_not_that_of_utf_16() {
        assertThat("\ud83d\ude00").isLessThan("\ufffd");
        assertThat(Utf8.ORDER.compare("\ud83d\ude00", "\ufffd")).isPositive();
        assertThat(Utf8.ORDER.compare("10", "9")).isNegative();
        assertThat(Utf8.ORDER.compare("1", "10")).isNegative();
        assertThat(Utf8.ORDER.compare("", "a")).isNegative();
        assertThat(Utf8.ORDER.compare("é", "é")).isZero();
    }

    @Test
    void well_formed_text_goes_to_bytes_and_back() {
        Seeds.upTo(10, random -> {
            for (int i = 0; i < 5_000; i++) {
                String text = Inputs.text(random);
                assertThat(Utf8.encode(text)).isEqualTo(text.getBytes(UTF_8));
                assertThat(Utf8.decode(Utf8.encode(text))).isEqualTo(text);
            }
        });
    }

    @Test
    void a_surrogate_that_stands_alone_is_refused_and_shown_as_an_escape() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utf8.encode("a\ud83d"))
                .withMessage("\"a\\ud83d\" is not well-formed Unicode: a surrogate stands alone");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utf8.encode("\ude00b"))
                .withMessage("\"\\ude00b\" is not well-formed Unicode: a surrogate stands alone");
        assertThatIllegalArgumentException().isThrownBy(() -> Utf8.encode("\ude00\ud83d"));
    }

    /**
     * In order: a lone continuation byte, a cut sequence, overlong forms of / and of U+0000, an encoded surrogate, a
     * code point above U+10FFFF, bytes that never occur, and a good text with a bad end.
     */
    @ParameterizedTest
    @ValueSource(strings = {"80", "c3", "e282", "c0af", "c080", "eda080", "f4908080", "fe", "ff", "616263e2"})
    void malformed_bytes_are_refused_and_shown(String hex) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utf8.decode(BaseEncoding.base16().lowerCase().decode(hex)))
                .withMessage("the bytes " + hex + " are not well-formed UTF-8");
    }
}
