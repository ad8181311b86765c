package io.keystead.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Shows a key to people. */
public final class KeyText {
    private static final int SHOWN_BYTES = 40;

    private KeyText() {}

    /** The key as text if it is short and printable, else its first bytes as hexadecimal digits. */
    public static String of(byte[] key) {
        return printable(key).orElseGet(() -> {
            String digits = HexFormat.of().formatHex(key, 0, Math.min(key.length, SHOWN_BYTES));
            return "0x" + digits + (key.length > SHOWN_BYTES ? "..." : "");
        });
    }

    /** The key as text, if it is short and printable. */
    public static Optional<String> printable(byte[] key) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
            boolean printable = text.codePoints().noneMatch(Character::isISOControl) && !text.isBlank();
            return printable && text.length() <= 2 * SHOWN_BYTES ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
