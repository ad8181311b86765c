package io.keystead.hrw.hash;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * Well-formed UTF-8, or an error: a replacement character would give two different ids one owner.
 *
 * <p>Stateless.
 */
public final class Utf8 {
    /** As unsigned bytes, a proper prefix first. Not the order of {@code String}, which is UTF-16's. */
    public static final Comparator<String> ORDER = Utf8::compare;

    private Utf8() {}

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException if a surrogate stands alone
     */
    public static byte[] encode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "\"" + escape(text) + "\" is not well-formed Unicode: a surrogate stands alone", e);
        }
    }

    /**
     * The text of the bytes.
     *
     * @throws IllegalArgumentException if they are not well-formed UTF-8
     */
    public static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            StringBuilder hex = new StringBuilder();
            for (byte b : bytes) {
                hex.append(String.format("%02x", b));
            }
            throw new IllegalArgumentException("the bytes " + hex + " are not well-formed UTF-8", e);
        }
    }

    /** By code point, which is the order of the UTF-8 bytes, without making them. */
    private static int compare(String a, String b) {
        int shared = Math.min(a.length(), b.length());
        for (int i = 0; i < shared; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // Surrogates are below U+E000..U+FFFF as UTF-16 and above them as UTF-8.
                boolean oneIsSurrogate = Character.isSurrogate(x) != Character.isSurrogate(y);
                return oneIsSurrogate ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(Character.isSurrogate(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return out.toString();
    }
}
