package io.keystead.cli;

import io.keystead.avro.AvroKeys;
import io.keystead.avro.KeyHeaders;
import io.keystead.hrw.text.KeyFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Turns a key as the user spells it into the bytes that decide its owner. Immutable.
 *
 * <p>An Avro key is spelled as JSON where it would otherwise be text, and otherwise as the bytes on the wire.
 */
final class SpelledKeys {
    private final KeyFormat format;
    private final @Nullable AvroKeys avroKeys;

    /** @throws BadInput if Avro keys cannot be spelled so */
    SpelledKeys(String option, KeyFormat format, @Nullable AvroKeys avroKeys) {
        this.format = format;
        this.avroKeys = avroKeys;
        if (avroKeys != null && format == KeyFormat.LONG) {
            throw new BadInput(
                    option,
                    "\"" + format
                            + "\" does not go with Avro keys; allowed with them: string (JSON as Avro encodes the key),"
                            + " hex, base64 (the bytes on the wire)");
        }
    }

    /** Whether the text's bytes are the ones that decide. */
    boolean areBytes() {
        return format == KeyFormat.STRING && avroKeys == null;
    }

    /**
     * The bytes that decide, from {@code length} bytes of text at {@code offset}.
     *
     * @throws IllegalArgumentException in one line that names the text and what is allowed
     */
    byte[] placed(byte[] text, int offset, int length) {
        AvroKeys avro = avroKeys;
        if (avro != null && format == KeyFormat.STRING) {
            return avro.ofJson(new String(text, offset, length, StandardCharsets.UTF_8));
        }
        byte[] key = format.decode(text, offset, length);
        return avro == null ? key : avro.ofWire(key, 0, key.length, KeyHeaders.UNSEEN);
    }
}
