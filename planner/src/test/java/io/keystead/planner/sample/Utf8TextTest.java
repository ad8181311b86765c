package io.keystead.planner.sample;

import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8TextTest {
    /** Of every beginning a decoder accepts or refuses there is one: bytes at the edges of their ranges. */
    private static final int[] EDGES = {
        0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
        0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff
    };

    private static final int[] LAST = {0x00, 0x7f, 0x80, 0xbf, 0xc0};

    @Test
    void what_is_text_is_what_the_platform_s_decoder_takes() {
        for (int first : EDGES) {
            agrees(first);
            for (int second : EDGES) {
                agrees(first, second);
                for (int third : LAST) {
                    agrees(first, second, third);
                    for (int fourth : LAST) {
                        agrees(first, second, third, fourth);
                    }
                }
            }
        }
    }

    private static void agrees(int... values) {
        byte[] bytes = new byte[values.length + 2];
        for (int i = 0; i < values.length; i++) {
            bytes[i + 1] = (byte) values[i];
        }
        boolean text;
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 1, values.length));
            text = true;
        } catch (CharacterCodingException e) {
            text = false;
        }
        // Too many for an assertion each, whose description would take longer than all else.
        if (Utf8Text.is(bytes, 1, values.length) != text) {
            fail("%s is%s text", Arrays.toString(values), text ? "" : " no");
        }
    }
}
