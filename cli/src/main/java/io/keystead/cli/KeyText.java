package io.keystead.cli;

import io.keystead.hrw.text.KeyFormat;
import io.keystead.kafka.topology.KeySpelling;
import java.util.HexFormat;
import java.util.Optional;

/** Shows a key to people. */
public final class KeyText {
    private static final int SHOWN_BYTES = 40;
    private static final int SHOWN_CHARACTERS = 80;
    private static final int MAX_BYTES_OF_CHARACTER = 3;
    private static final String TEXT = KeyFormat.STRING + " ";

    private KeyText() {}

    /** The key as text if it is short and printable, else its first bytes as hexadecimal digits. */
    public static String of(byte[] key) {
        return printable(key).orElseGet(() -> {
            String digits = HexFormat.of().formatHex(key, 0, Math.min(key.length, SHOWN_BYTES));
            return "0x" + digits + (key.length > SHOWN_BYTES ? "..." : "");
        });
    }

    /**
     * The key as text, if it is short and {@link KeySpelling} writes it as text: no character that shows as nothing or
     * turns what stands around it, and no white space at an end.
     */
    public static Optional<String> printable(byte[] key) {
        if (key.length > SHOWN_CHARACTERS * MAX_BYTES_OF_CHARACTER) {
            return Optional.empty();
        }
        // One rule for all keys: what is text here is text in a file of hot keys too.
        String spelled = KeySpelling.of(key);
        return spelled.startsWith(TEXT) && spelled.length() <= TEXT.length() + SHOWN_CHARACTERS
                ? Optional.of(spelled.substring(TEXT.length()))
                : Optional.empty();
    }
}
