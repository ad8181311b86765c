package io.keystead.planner.sample;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Shows a key to people: as text, with escapes for what does not show or is no text. Stateless. */
public final class KeyText {
    private static final int SHOWN = 80;

    private KeyText() {}

    /** At most about {@value #SHOWN} characters; what is cut off shows as an ellipsis. */
    static String of(byte[] key) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < key.length && shown.length() < SHOWN; ) {
            i += append(shown, key, i);
            if (shown.length() >= SHOWN && i < key.length) {
                shown.append("...");
            }
        }
        return shown.toString();
    }

    /** Appends the character that begins at an offset, or its byte if none does, and returns how many bytes that was. */
    private static int append(StringBuilder shown, byte[] key, int offset) {
        for (int length = 1; length <= 4 && offset + length <= key.length; length++) {
            int character = character(key, offset, length);
            if (character >= 0 && shows(character)) {
                shown.append(character == '\\' ? "\\\\" : Character.toString(character));
                return length;
            }
        }
        shown.append(String.format("\\x%02x", key[offset]));
        return 1;
    }

    /** The one character that these bytes are, -1 if they are none. */
    private static int character(byte[] key, int offset, int length) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key, offset, length))
                    .toString();
            return text.codePointCount(0, text.length()) == 1 ? text.codePointAt(0) : -1;
        } catch (CharacterCodingException e) {
            return -1;
        }
    }

    /**
     * Whether a character shows as itself: a terminal does not obey it, it is not invisible, and turns no text around. One that
     * this Java does not know shows, also where a later Java knows it as invisible, as U+0891 and U+13439 from Unicode 14 and 15
     * on, and where Unicode reserves it for invisible ones, as U+2065 and U+E0000 to U+E0FFF.
     */
    public static boolean shows(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
