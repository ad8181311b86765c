package io.keystead.kafka.topology;

import io.keystead.hrw.text.KeyFormat;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes a key as the hot keys file spells it: a format and the key, for example {@code string customer-17} or {@code hex
 * 0000002a}.
 *
 * <p>Text where somebody who sees the line can type the same bytes, digits otherwise: text with characters that show as
 * nothing, or with white space at an end, reads like another key. Stateless.
 */
public final class KeySpelling {
    private static final int SHOWN = 60;

    private KeySpelling() {}

    /** One line that gives the same key back when it is read. */
    public static String of(byte[] key) {
        @Nullable String text = text(key);
        return text == null || obstacle(text) != null ? hex(key, key.length) : KeyFormat.STRING + " " + text;
    }

    /**
     * The same of a key of which only the beginning is known; it cannot be read back.
     *
     * @param length how many bytes the whole key has
     */
    public static String ofBeginning(byte[] beginning, int length) {
        return hex(beginning, beginning.length) + "... (" + length + " bytes)";
    }

    /** A key for a message. */
    static String shown(byte[] key) {
        return key.length <= SHOWN ? of(key) : ofBeginning(Arrays.copyOf(key, SHOWN), key.length);
    }

    /** Well-formed UTF-8 as text, or null. */
    static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Why this text is not to be written as it stands, or null if it is. */
    static @Nullable String obstacle(String text) {
        if (text.isEmpty()) {
            return "is empty";
        }
        if (isSpace(text.codePointAt(0)) || isSpace(text.codePointBefore(text.length()))) {
            return "begins or ends with white space";
        }
        return OneLine.of(text).equals(text) ? null : "has a character that does not show";
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private static String hex(byte[] key, int length) {
        StringBuilder digits = new StringBuilder(KeyFormat.HEX + (length == 0 ? "" : " "));
        for (int i = 0; i < length; i++) {
            digits.append(Character.forDigit(key[i] >> 4 & 0xf, 16)).append(Character.forDigit(key[i] & 0xf, 16));
        }
        return digits.toString();
    }
}
