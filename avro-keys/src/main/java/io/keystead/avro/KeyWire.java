package io.keystead.avro;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where a serialized key says which schema it was written with. */
public enum KeyWire {
    /** A byte 0, then 4 bytes of id: Confluent's wire format, and Apicurio's from its version 3 on. */
    ID4(Integer.BYTES),

    /** A byte 0, then 8 bytes of id: Apicurio's before its version 3. */
    ID8(Long.BYTES),

    /** In a header of the record, as Apicurio writes it; the key is bare Avro. */
    HEADER(0),

    /** Nowhere: the key is bare Avro, written with the key schema itself. */
    NONE(0);

    private final int idBytes;

    KeyWire(int idBytes) {
        this.idBytes = idBytes;
    }

    /** How many bytes stand before the Avro of a key. */
    int headerBytes() {
        return idBytes == 0 ? 0 : 1 + idBytes;
    }

    /**
     * Reads a name.
     *
     * @throws AvroKeyException if there is no such one; one line that names the text and what is allowed
     */
    public static KeyWire parse(String text) {
        return Arrays.stream(values())
                .filter(wire -> wire.toString().equals(text))
                .findFirst()
                .orElseThrow(
                        () -> new AvroKeyException("\"" + text + "\" is not a wire format; allowed: " + allowed()));
    }

    /** The names, for messages. */
    public static String allowed() {
        return Arrays.stream(values()).map(KeyWire::toString).collect(Collectors.joining(", "));
    }

    /** As in a property: {@code id4}, {@code id8}, {@code header}, {@code none}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
