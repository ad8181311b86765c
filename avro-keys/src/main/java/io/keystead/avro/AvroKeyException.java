package io.keystead.avro;

import org.jspecify.annotations.Nullable;

/** Why a key has no canonical bytes, or a setting cannot be used, in one line. */
public final class AvroKeyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private static final int LONGEST = 1_000;

    AvroKeyException(String message) {
        super(oneLine(message));
    }

    AvroKeyException(String message, @Nullable Throwable cause) {
        super(oneLine(message), cause);
    }

    /** Avro's own messages quote schemas and values, of any length and with line breaks. */
    static String oneLine(String text) {
        String line = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
